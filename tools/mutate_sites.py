# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""Where a C file can be made wrong by one small change; for mutate.py.

sites() reads the tokens of a file, without comments, texts, the lines of the
preprocessor and whatever stands outside of functions. It knows no types: what
it makes of a declaration or a cast may not compile, and is then no mutant.
"""
import collections
import re

Token = collections.namedtuple("Token", "text start end")
Site = collections.namedtuple("Site", "kind start end replacement")

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:\\\n|[^\n])*)|
    (?P<token>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|
        [A-Za-z_]\w*|\d[\w.]*|
        <<=|>>=|\.\.\.|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|.)
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)

RELATIONAL = {
    "<": ("<=", ">="), "<=": ("<", ">"), ">": (">=", "<="),
    ">=": (">", "<"), "==": ("!=",), "!=": ("==",),
}
ARITHMETIC = {
    "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=",
    "*=": "/=", "/=": "*=", "++": "--", "--": "++",
}
BITWISE = {
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<", "&=": "|=",
    "|=": "&=", "^=": "|=", "<<=": ">>=", ">>=": "<<=",
}
LOGICAL = {"&&": "||", "||": "&&"}
TRUTH = {"true": "false", "false": "true"}
UNARY = ("!", "-", "~")
# Operators that are something else where nothing stands before them.
BINARY = {"+", "-", "*", "&"}

CONTROL = {"if", "for", "while", "switch"}
KEYWORDS = CONTROL | {
    "return", "do", "else", "case", "default", "goto", "sizeof"}
TYPES = {
    "const", "static", "struct", "union", "enum", "unsigned", "signed",
    "int", "char", "short", "long", "bool", "void", "size_t", "volatile"}

NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)([uUlL]*)$")


def tokens(text):
    return [Token(match["token"], match.start(), match.end())
            for match in TOKEN.finditer(text) if match["token"]]


def closing(row, i):
    """The index of the bracket that closes the one at i."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth = 0
    for j in range(i, len(row)):
        if row[j].text == row[i].text:
            depth += 1
        elif row[j].text == pairs[row[i].text]:
            depth -= 1
            if not depth:
                return j
    return len(row) - 1


def bodies(row):
    """The tokens of each function, braces included."""
    i = 0
    while i < len(row):
        if row[i].text == "{":
            end = closing(row, i)
            if i and row[i - 1].text == ")":
                yield row[i:end + 1]
            i = end
        i += 1


def is_name(token):
    return token.text[0].isalpha() or token.text[0] == "_"


def is_value(token):
    """Whether an operator after it is one between two values."""
    return token.text in (")", "]") or token.text not in KEYWORDS and (
        token.text[0].isalnum() or token.text[0] == "_")


def is_declaration(part):
    if part[0].text in TYPES or part[0].text.endswith("_t"):
        return True
    if not is_name(part[0]) or part[0].text in KEYWORDS:
        return False
    rest = [token for token in part[1:] if token.text != "*"]
    return bool(rest) and is_name(rest[0])


def statements(body):
    """The simple statements: the tokens of each, with its semicolon."""
    starts = {1}
    depth = 0
    for i, token in enumerate(body):
        depth += (token.text == "(") - (token.text == ")")
        if token.text in (";", "{", "}", "else", "do") and not depth:
            starts.add(i + 1)
        elif token.text in ("case", "default"):
            starts.add(next(j for j in range(i, len(body))
                            if body[j].text == ":") + 1)
        elif token.text in CONTROL and body[i + 1].text == "(":
            starts.add(closing(body, i + 1) + 1)
            if token.text == "for":
                starts.add(i + 2)
    for i in sorted(starts):
        end = next((j for j in range(i, len(body))
                    if body[j].text in (";", "{", "}")), i)
        if end > i and body[end].text == ";":
            yield body[i:end + 1]


def declared(body):
    """Start offsets of the tokens in declarations that are no values."""
    names = set()
    for part in statements(body):
        if is_declaration(part):
            for token in part:
                if token.text == "=" and part[0].text != "static":
                    break
                names.add(token.start)
    # Tables have braces, so they are no simple statements.
    for i, token in enumerate(body):
        if token.text == "static":
            end = next((j for j in range(i, len(body))
                        if body[j].text == ";"), i)
            names.update(other.start for other in body[i:end])
    return names


def change_number(token):
    match = NUMBER.match(token.text)
    if not match:
        return
    value = int(match[1], 0 if match[1][:2] in ("0x", "0X") else 10)
    form = "0x{:x}" if match[1][:2] in ("0x", "0X") else "{}"

    def site(kind, other):
        return Site(kind, token.start, token.end,
                    form.format(other) + match[2])

    yield site("off by one", value + 1)
    if value > 0:
        yield site("off by one", value - 1)
    if value > 1:
        yield site("constant", 0)


def change_token(before, token):
    """The mutants of one token."""
    text = token.text

    def site(kind, other):
        return Site(kind, token.start, token.end, other)

    for other in RELATIONAL.get(text, ()):
        yield site("relational", other)
    if text in LOGICAL:
        yield site("logical", LOGICAL[text])
    if text in TRUTH:
        yield site("constant", TRUTH[text])
    if text in UNARY and not is_value(before):
        yield site("unary", "")
    elif text not in BINARY or is_value(before):
        if text in ARITHMETIC:
            yield site("arithmetic", ARITHMETIC[text])
        if text in BITWISE:
            yield site("bitwise", BITWISE[text])
    yield from change_number(token)


def change_statement(part):
    first, last = part[0], part[-1]
    if first.text == "return" and len(part) > 2:
        value = [token.text for token in part[1:-1]]
        other = "1" if value in (["0"], ["NULL"], ["false"]) else "0"
        yield Site("return value", part[1].start, last.start, other)
    elif (is_name(first) or first.text in ("*", "++", "--", "(")) and \
            first.text not in KEYWORDS and not is_declaration(part) and \
            len(part) > 1:
        yield Site("dropped statement", first.start, last.start, "")


def sites(text):
    """Every site of a file, in its order."""
    found = []
    for body in bodies(tokens(text)):
        names = declared(body)
        for before, token in zip(body, body[1:]):
            if token.start not in names:
                found += change_token(before, token)
        for i, token in enumerate(body):
            if token.text in ("if", "while") and body[i + 1].text == "(":
                start = body[i + 1].end
                end = body[closing(body, i + 1)].start
                found.append(Site("negated condition", start, end,
                                  f"!({text[start:end]})"))
        for part in statements(body):
            if part[0].start not in names:
                found += change_statement(part)
    return sorted(set(found), key=lambda site: site[1:] + site[:1])
