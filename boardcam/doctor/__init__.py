"""What is here, what is missing, and what to do about it: the checks of `boardcam doctor`, one file a subject.

A check is a function of a `Machine`, which is all that it may ask, and of the table's equipment, if that is known; so every check
is tested without a Raspberry Pi. Messages of other programs are explained by `troubles`.
"""
