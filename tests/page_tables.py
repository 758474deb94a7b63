"""The tables of a page, as a reader sees them: rows of cells of text."""

import re
from html import unescape


def tables(page):
    """Every table of the page, with its head: lists of rows of cells, blanks of any kind as one."""
    return [
        [[_text(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)] for row in rows]
        for rows in (
            re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)
            for table in re.findall(r"<table[^>]*>(.*?)</table>", page, re.DOTALL)
        )
    ]


def table_of(page, *columns):
    """The rows below these columns' names, of the one table that has them all."""
    (found,) = [one for one in tables(page) if one and set(columns) <= set(one[0])]
    return found[1:]


def _text(cell):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]*>", "", cell))).strip()
