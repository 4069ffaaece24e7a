"""
Makes formulas of Word such that LibreOffice reads them: it takes their text for commands of its own, in which a bar
between letters means "or", and draws a question mark where a sign has nothing on one of its sides.
"""

import copy
import re
import xml.etree.ElementTree as tree
from xml.etree.ElementTree import Element

MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
M = f"{{{MATH}}}"
FORMULA = re.compile(rb"<m:oMath\b[^<>]*(?<!/)>.*?</m:oMath>", re.S)
DECLARED = re.compile(rb'\bxmlns:(\w+)="([^"<>]*)"')
ARGUMENTS = {M + name for name in ("oMath", "e", "num", "den", "sup", "sub", "lim", "fName", "deg")}
#: Letters that are commands of LibreOffice, and others that look like them.
LETTERS = str.maketrans({"|": "∣", "~": "∼", '"': "″", "&": "＆"})
DOUBLE_STRUCK = {"C": "ℂ", "H": "ℍ", "N": "ℕ", "P": "ℙ", "Q": "ℚ", "R": "ℝ", "Z": "ℤ"}
#: Words that are commands of LibreOffice and also stand in formulas.
WORDS = re.compile(
    r"(?<![A-Za-z])(and|or|in|to|from|over|sub|sup|lim|liminf|limsup|sum|int|prod|sqrt|left|right|per|def|neg|size|bold"
    r"|sin|cos|tan|cot|arcsin|arccos|arctan|sinh|cosh|tanh|ln|log|exp|abs|fact|union|owns|circle|stack|matrix)(?![A-Za-z])",
    re.I,
)
AFTER_SOMETHING = "=<>*/"
BEFORE_SOMETHING = "=<>*/+-−±"


def mend_formulas(xml: bytes) -> bytes:
    """Rewrites the formulas of a part."""
    if b"<m:oMath" not in xml:
        return xml
    names = dict(DECLARED.findall(xml))
    for prefix, name in names.items():
        if not prefix.startswith(b"ns"):
            tree.register_namespace(prefix.decode(), name.decode())
    opened = b"<all %s>" % b" ".join(b'xmlns:%s="%s"' % each for each in names.items())

    def mend(found: re.Match[bytes]) -> bytes:
        try:
            formula = tree.fromstring(opened + found[0] + b"</all>")[0]
        except tree.ParseError:
            return found[0]
        mend_formula(formula)
        return tree.tostring(formula, encoding="utf-8")

    return FORMULA.sub(mend, xml)


def mend_formula(formula: Element) -> None:
    for lines in formula.iter(M + "eqArr"):
        for text in lines.iter(M + "t"):
            # It marks the place at which lines are aligned.
            text.text = (text.text or "").replace("&", "")
    for looks in formula.iter(M + "dPr"):
        for separator in looks.findall(M + "sepChr"):
            # Beside it, no closing bracket is read as a round one.
            looks.remove(separator)
    named = {id(run) for name in formula.iter(M + "fName") for run in name.iter(M + "r")}
    for argument in list(formula.iter()):
        if argument.tag not in ARGUMENTS:
            continue
        argument[:] = [
            piece
            for part in argument
            for piece in (split_run(part) if is_formula(part) and id(part) not in named else [part])
        ]
        add_operands(argument)


def is_formula(part: Element) -> bool:
    return part.tag == M + "r" and part.find(f"{M}rPr/{M}nor") is None


def read_text(run: Element) -> str:
    return "".join(text.text or "" for text in run.findall(M + "t")).strip()


def split_run(run: Element) -> list[Element]:
    """Makes plain text of words that are commands."""
    looks = [part for part in run if part.tag != M + "t"]
    letters = "".join(text.text or "" for text in run.findall(M + "t")).translate(LETTERS)
    script = run.find(f"{M}rPr/{M}scr")
    if script is not None and script.get(M + "val") == "double-struck":
        letters = "".join(DOUBLE_STRUCK.get(letter, letter) for letter in letters)
    pieces = WORDS.split(letters)
    return [
        make_text(piece) if at % 2 else make_run(piece, copy.deepcopy(looks))
        for at, piece in enumerate(pieces)
        if piece
    ]


def add_operands(argument: Element) -> None:
    """Adds empty text before a first sign and after a last one."""
    parts = [part for part in argument if not part.tag.endswith("Pr") and (part.tag != M + "r" or read_text(part))]
    if not parts:
        argument.append(make_text(""))
        return
    first, last = parts[0], parts[-1]
    if is_formula(last) and read_text(last)[-1] in BEFORE_SOMETHING:
        argument.insert(list(argument).index(last) + 1, make_text(""))
    if is_formula(first) and read_text(first)[0] in AFTER_SOMETHING:
        argument.insert(list(argument).index(first), make_text(""))


def make_run(text: str, looks: list[Element]) -> Element:
    run = Element(M + "r")
    run.extend(looks)
    tree.SubElement(run, M + "t").text = text
    return run


def make_text(text: str) -> Element:
    looks = Element(M + "rPr")
    tree.SubElement(looks, M + "nor")
    return make_run(text, [looks])
