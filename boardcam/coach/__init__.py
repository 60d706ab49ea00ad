"""Opinions on plays and doubles: a question is checked, put to an engine in a process of its own, and answered in one unit.

    Situation ─▶ question (checked) ─▶ rank, advice ─▶ remote ═ worker ═ pipe ═ serve ─▶ sage | gnubg | network
                                                                            (a process of its own)

Our rules own legality and notation: an engine is given boards that may follow and gives each a value, nothing else. Equities are
cubeful and normalised to the cube as it lies (1 = a single game won at it), for the player who decides.
"""
