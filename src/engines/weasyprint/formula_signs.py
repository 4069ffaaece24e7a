"""Tables of the signs and letters of formulas: which grow, which have space around them, which look different."""

import re
from typing import Any

RELATIONS = set("=<>≤≥≠≈≡∼≃≅∝∈∉∋⊂⊃⊆⊇⊊⊋→←↔⇒⇐⇔↦⟶⟵⟹⟺⟼∣∥⊥⊢⊨≪≫≺≻≔≜:∶") | {":="}
BINARY = set("+−±∓×⋅·∗∘÷∧∨∪∩⊕⊗⊖⊙∖⋆⋄")
LARGE = set("∑∏∐∫∬∭∮∯∰⋀⋁⋂⋃⨀⨁⨂⨄⨆")
LIMITS = {
    "lim",
    "max",
    "min",
    "sup",
    "inf",
    "lim sup",
    "lim inf",
    "limsup",
    "liminf",
    "det",
    "gcd",
    "Pr",
    "argmax",
    "argmin",
}
OPENING, CLOSING, EITHER = set("([{⟨⌈⌊⟦"), set(")]}⟩⌉⌋⟧"), set("|‖∥∣")
UNSEEN = set("\u2061\u2062\u2063\u2064\u200b")
ACCENTS = {"^": "̂", "ˆ": "̂", "~": "̃", "˜": "̃", "→": "⃗", "⃗": "⃗", "˙": "̇", "¨": "̈", "ˇ": "̌", "˘": "̆", "`": "̀", "´": "́"}
BARS = set("¯‾̅_̲―")
BRACES = set("⏞⏟⎴⎵︷︸")
LONG_ARROWS = set("→←↔⇒⇐⇔⟶⟵=")
NAMED_SPACES = {
    "veryverythinmathspace": 1,
    "verythinmathspace": 2,
    "thinmathspace": 3,
    "mediummathspace": 4,
    "thickmathspace": 5,
    "verythickmathspace": 6,
    "veryverythickmathspace": 7,
}


def read_name(node: Any) -> str:
    return node.tag.rpartition("}")[2].lower() if isinstance(node.tag, str) else ""


def read_letters(node: Any) -> str:
    return re.sub(r"\s+", " ", "".join(node.itertext())).strip(" ")


def read_length(said: Any, default: Any = 0.0) -> Any:
    found = re.fullmatch(r"\s*(-?[\d.]+)\s*(em|ex|px|pt|mu)?\s*", said or "")
    if not found:
        name = (said or "").strip()
        return NAMED_SPACES[name] / 18 if name in NAMED_SPACES else default
    return float(found.group(1)) * {"em": 1, "ex": 0.45, "px": 1 / 16, "pt": 1 / 12, "mu": 1 / 18}.get(
        found.group(2), 1
    )


def find_form(index: Any, count: int, node: Any, before: Any) -> str:
    if node.get("form"):
        return node.get("form")
    sign = read_letters(node)
    if sign in OPENING:
        return "prefix"
    if sign in CLOSING:
        return "postfix"
    first = index == 0 or (before is not None and read_letters(before) not in CLOSING | EITHER | {"!"})
    return "prefix" if first and count > 1 else "postfix" if index == count - 1 else "infix"


def find_spaces(node: Any, form: Any, style: Any) -> Any:
    """Finds the space to the left and right of an operator."""
    sign = read_letters(node)
    around = (0.0, 0.0)
    if sign in LARGE:
        around = (0.05, 0.17)
    elif len(sign) > 1 and sign.isalpha():
        around = (0.17 if form == "infix" else 0, 0.17)
    elif sign in RELATIONS and (form == "infix" or sign not in EITHER) and style.size > 0.8:
        around = (0.28, 0.28)
    elif form == "infix" and style.size > 0.8:
        around = (0.22, 0.22) if sign in BINARY or sign == "-" else (0, 0.17) if sign in ",;" else around
    left, right = (read_length(node.get(side), None) for side in ("lspace", "rspace"))
    return (around[0] if left is None else left) * style.size, (around[1] if right is None else right) * style.size


PLAIN, SLANTED = "Regular", "Italic"
CUTS = {"normal": PLAIN, "italic": SLANTED, "bold": "Bold", "bold-italic": "Bold Italic"}
# The first characters of other alphabets in Unicode, for A, a and 0; and the letters that stand elsewhere.
ALPHABETS = {
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8),
    "script": (0x1D49C, 0x1D4B6, None),
    "fraktur": (0x1D504, 0x1D51E, None),
    "sans-serif": (0x1D5A0, 0x1D5BA, 0x1D7E2),
    "monospace": (0x1D670, 0x1D68A, 0x1D7F6),
}
ELSEWHERE = {"double-struck": "CℂHℍNℕPℙQℚRℝZℤ", "script": "BℬEℰFℱHℋIℐLℒMℳRℛeℯgℊoℴ", "fraktur": "CℭHℌIℑRℜZℨ"}


def put_in_alphabet(letter: str, variant: str) -> str:
    kept = ELSEWHERE.get(variant, "")
    if letter in kept[::2]:
        return kept[kept.index(letter) + 1]
    for start, base in zip(ALPHABETS[variant], "Aa0"):
        if start and 0 <= ord(letter) - ord(base) < (10 if base == "0" else 26):
            return chr(start + ord(letter) - ord(base))
    return letter
