"""The page: a table's web server, for phones, a kiosk and a stream. It knows the words between the rooms and no other room; what a
page needs of the record, the coach or the languages is handed in as a function.

A page is three files: a module in `pages/` that gives a `Page`, and of the same name an HTML file and a JavaScript module in
`static/`. What all pages share is in `static/base.js`, `static/board.js` and `static/style.css`.
"""
