#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later OR MIT
"""rookery picture: what is drawn, and what is written.

    tests/desktop/picture.py ROOKERY [TEST...]

Pieces are compared with what librsvg draws of art/, colours with the page's
style sheet and art/README.md, whole boards with small pictures that are kept in
tests/desktop/pictures (RK_NEW=1 makes them anew; look at them), files with what
other programs find in them. No display is needed.
"""
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
from group import Group, scratch  # noqa: E402
from pixels import distance, read_png, write_png  # noqa: E402
from reference import FOUR_NAMES, TWO_NAMES, armies, board_svg, four_rows, two_rows  # noqa: E402

ROOKERY = os.path.abspath(sys.argv[1])
BESIDE = os.path.join(os.path.dirname(ROOKERY), "rookery-desktop")
KEPT = os.path.join(HERE, "pictures")
NEW = bool(os.environ.get("RK_NEW"))
# The environment of a machine without a display.
BARE = {name: value for name, value in os.environ.items()
        if name not in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR")}
# With sanitizers: leaks of others are not ours.
BARE["LSAN_OPTIONS"] = f"suppressions={HERE}/leaks.txt:print_suppressions=0"

ZOOMS = 24, 64, 120  # pixels of a square
# The mate of scholars, after its last move.
MATE = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4"
SCHOLAR = '''[Event "Mate"]
[White "First"]
[Black "S\u00e9cond"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0
'''
# Blue has left the game: its pieces are dead, and grey.
FOUR = ("G-0,1,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-"
        "3,yR,yN,yB,yK,yQ,yB,yN,yR,3/3,yP,yP,yP,yP,yP,yP,yP,yP,3/14/"
        "dbR,dbP,10,gP,gR/dbN,dbP,10,gP,gN/dbB,dbP,10,gP,gB/dbQ,dbP,10,gP,gK/"
        "dbK,dbP,10,gP,gQ/dbB,dbP,10,gP,gB/dbN,dbP,10,gP,gN/dbR,dbP,10,gP,gR/"
        "7,rP,6/3,rP,rP,rP,rP,1,rP,rP,rP,3/3,rR,rN,rB,rQ,rK,rB,rN,rR,3")


def run(*words, env=None, **more):
    return subprocess.run([ROOKERY, "picture", *words], capture_output=True, text=True,
                          check=False, timeout=120, env=env or BARE, errors="replace", **more)


def draw(*words):
    """The picture of these words, as pixels."""
    done = run(*words, "-o", "drawn.png")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), (words, done)
    return read_png("drawn.png")


def tool(*words):
    """What another program prints."""
    return subprocess.run(words, capture_output=True, text=True, check=True,
                          timeout=120).stdout


def hexadecimal(colour):
    return tuple(int(colour[i:i + 2], 16) for i in (1, 3, 5))


def themes():
    """Name, light or dark surroundings, light squares, dark ones: from the page, which has
    more of them than the program."""
    with open(os.path.join(ROOT, "ports", "web", "page", "board.css"),
              encoding="utf-8") as file:
        text = file.read()
    pattern = (r'rookery-board(?:\[data-theme="(\w+)"\])? \{\s*'
               r"--board-light: light-dark\((#\w+), (#\w+)\);\s*"
               r"--board-dark: light-dark\((#\w+), (#\w+)\);")
    for name, light, dim_light, dark, dim_dark in re.findall(pattern, text):
        name = name or "wood"
        if name in ("wood", "sea", "grass", "slate"):
            yield name, False, light, dark
            yield name, True, dim_light, dim_dark


def compare_with_librsvg(fen, rows, names, zoom):
    count = len(rows)
    ours = draw("--no-coordinates", "--size", str(count * zoom), fen)
    assert (ours.width, ours.height) == (count * zoom, count * zoom)
    with open("board.svg", "w", encoding="utf-8") as file:
        file.write(board_svg(rows, names, "#f0e3ca", "#b58d66", "#f3ede2"))
    tool("rsvg-convert", "-w", str(count * zoom), "-h", str(count * zoom), "board.svg",
         "-o", "theirs.png")
    # Eight tiles a square see a line inside a piece.
    mean, wrong = distance(ours.tiles(8 * count, 8 * count),
                           read_png("theirs.png").tiles(8 * count, 8 * count))
    assert mean < 0.7 and wrong < 0.001, (zoom, mean, wrong)


def test_pieces_as_librsvg_draws_them():
    """And every program that the other tests need starts."""
    # In check there would be a mark.
    calm = MATE.replace("pppp1Qpp", "pppp1ppp").replace("8/PPPP1PPP", "5Q2/PPPP1PPP")
    for zoom in ZOOMS[:1] if os.environ.get("RK_SMALLEST") else ZOOMS:
        compare_with_librsvg(calm, two_rows(calm), TWO_NAMES, zoom)
        compare_with_librsvg(FOUR, four_rows(FOUR), FOUR_NAMES, zoom)
    for program in (["pdfinfo", "-v"], ["pdftoppm", "-v"], ["identify", "-version"],
                    ["/usr/bin/convert", "-version"]):
        subprocess.run(program, check=True, capture_output=True)


KEPT_VIEWS = {
    "two": ["--last", "h5f7", MATE],
    "four": ["--dark", "--theme", "sea", "--below", "blue", "--last", "h2h3", FOUR],
}


def worst_square(one, other, count):
    """The largest mean difference of a square, of two lists of 8 by 8 tiles each."""
    sums = [0.0] * (count * count)
    for i, (a, b) in enumerate(zip(one, other)):
        x, y = i // 3 % (8 * count), i // 3 // (8 * count)
        sums[y // 8 * count + x // 8] += abs(a - b) / (3 * 64)
    return max(sums)


# Fonts differ from machine to machine: two letters in a corner are less than this,
# and a pawn or a mark is more.
WORST = 7


def test_kept_pictures():
    for name, words in KEPT_VIEWS.items():
        count = 8 if name == "two" else 14
        for zoom in ZOOMS:
            tiles = draw("--size", str(count * zoom), *words).tiles(8 * count, 8 * count)
            path = os.path.join(KEPT, f"{name}-{zoom}.png")
            if NEW:
                os.makedirs(KEPT, exist_ok=True)
                write_png(path, 8 * count, 8 * count, tiles)
            kept = read_png(path).tiles(8 * count, 8 * count)
            worst = worst_square(tiles, kept, count)
            assert worst < WORST and distance(tiles, kept)[0] < 1, (name, zoom, worst)


def test_kept_pictures_can_fail():
    """A missing mark and a missing pawn are noticed, a missing letter is not."""
    whole = draw("--size", "512", "--last", "h5f7", MATE).tiles(64, 64)
    for words in ([MATE], ["--last", "h5f7", MATE.replace("PPPP1PPP", "PPPP1PP1")],
                  ["--last", "h5f7", MATE.replace("2n2n2", "2b2n2")]):
        worst = worst_square(whole, draw("--size", "512", *words).tiles(64, 64), 8)
        assert worst > WORST, (words, worst)
    plain = draw("--size", "512", "--no-coordinates", "--last", "h5f7", MATE).tiles(64, 64)
    assert 1 < worst_square(whole, plain, 8) < WORST


def test_colours_of_squares():
    found = list(themes())
    assert len(found) == 8, found
    for name, is_dark, light, dark in found:
        picture = draw("--theme", name, *["--dark"][:is_dark], "--size", "256", "start")
        # e4 and e5, which are empty, all over.
        for x, y, colour in (4, 4, light), (4, 3, dark):
            part = picture.part(32 * x, 32 * y, 32, 32)
            assert set(part.rows) == {bytes(hexadecimal(colour)) * 32}, (name, is_dark, x, y)


def test_colours_of_pieces():
    """In the middle of a rook's body, away from line and shade."""
    table = armies()
    two, four = draw("--size", "480", "start"), draw("--size", "840", FOUR)

    for picture, x, y, name in ((two, 0, 7, "white"), (two, 0, 0, "black"),
                                (four, 3, 13, "red"), (four, 3, 0, "yellow"),
                                (four, 13, 3, "green"), (four, 0, 3, "dead")):
        assert picture.at(60 * x + 27, 60 * y + 37) == hexadecimal(table[name][0]), name
    blue = draw("--size", "840", "--four", "start")
    assert blue.at(27, 60 * 3 + 37) == hexadecimal(table["blue"][0])
    assert blue.at(10, 10) == (0xf3, 0xed, 0xe2), "the ground in a corner"


def squares_of(picture, count):
    side = picture.width // count
    return {(x, y): picture.part(x * side, y * side, side, side).rows
            for x in range(count) for y in range(count)}


def test_turned_boards():
    """Each square of a turned board is the same picture, a quarter further."""
    base = squares_of(draw("--no-coordinates", "--size", "336", FOUR), 14)
    for quarters, seat in enumerate(("red", "blue", "yellow", "green")):
        turned = squares_of(draw("--no-coordinates", "--size", "336", "--below", seat, FOUR), 14)
        for (x, y), rows in base.items():
            for _ in range(quarters):
                x, y = y, 13 - x
            assert turned[x, y] == rows, (seat, x, y)
    two = squares_of(draw("--no-coordinates", "--size", "192", MATE), 8)
    flipped = squares_of(draw("--no-coordinates", "--size", "192", "--flip", MATE), 8)
    assert all(flipped[7 - x, 7 - y] == rows for (x, y), rows in two.items())
    assert draw("--flip", MATE).rows == draw("--below", "BLACK", MATE).rows
    assert draw("--four", "start", "--flip").rows == draw("--four", "start", "--below",
                                                          "yellow").rows


def test_no_seams():
    """A size that squares do not divide leaves a margin, and no grey lines."""
    picture = draw("--no-coordinates", "--size", "203", "8/8/8/8/8/8/8/K1k5 w - - 0 1")
    allowed = {hexadecimal(colour) for colour in ("#f0e3ca", "#b58d66", "#f3ede2")}
    for y in range(150):
        row = picture.rows[y]
        assert {tuple(row[i:i + 3]) for i in range(0, len(row), 3)} <= allowed, y


def write(name, text, encoding="utf-8"):
    with open(name, "w", encoding=encoding) as file:
        file.write(text)


def make(name, *words, stdin=None):
    done = run(*words, "-o", name, input=stdin)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), (words, done)


def is_same(one, other, columns=64, rows=64):
    mean, wrong = distance(one.tiles(columns, rows), other.tiles(columns, rows))
    assert mean < 2.5 and wrong < 0.02, (mean, wrong)


def test_svg():
    for words, size in ([MATE, "--last", "h5f7"], 640), (["--four", "start"], 784):
        make("board.svg", *words)
        root = xml.etree.ElementTree.parse("board.svg").getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg", root.tag
        assert root.get("viewBox") == f"0 0 {size} {size}", root.attrib
        tool("rsvg-convert", "board.svg", "-o", "board.png")
        is_same(read_png("board.png"), draw(*words))


def test_pdf():
    make("board.pdf", MATE, "--size", "512")
    with open("board.pdf", "rb") as file:
        assert file.read(5) == b"%PDF-"
    about = tool("pdfinfo", "board.pdf")
    assert re.search(r"^Pages: +1$", about, re.M) and "512 x 512 pts" in about, about
    tool("pdftoppm", "-r", "72", "-png", "-singlefile", "board.pdf", "board")
    is_same(read_png("board.png"), draw(MATE, "--size", "512"))
    # 8 boards on one page; 12 fit on it, so 41 need four.
    write("game.pgn", SCHOLAR)
    make("game.pdf", "game.pgn")
    about = tool("pdfinfo", "game.pdf")
    assert re.search(r"^Pages: +1$", about, re.M) and "595 x 842 pts (A4)" in about, about
    rounds = "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 ".split() * 5
    write("long.pgn", " ".join(["1. e4 e5", *rounds[:-2], "*"]))
    make("long.pdf", "long.pgn", "--every", "1")
    about = tool("pdfinfo", "long.pdf")
    assert re.search(r"^Pages: +4$", about, re.M), about


def gif_frames(name):
    """Sizes of the frames, and how long each is shown, as another program sees it."""
    return [line.split() for line in
            tool("identify", "-format", "%W %H %T\n", name).strip().split("\n")]


def test_gif():
    write("game.pgn", SCHOLAR)
    make("game.gif", "game.pgn", "--size", "400", "--delay", "250")
    frames = gif_frames("game.gif")
    assert len(frames) == 8, frames
    assert {frame[0] for frame in frames} == {"400"}, frames
    assert [frame[2] for frame in frames] == ["25"] * 7 + ["300"], frames
    tool("/usr/bin/convert", "game.gif", "-coalesce", "-depth", "8", "PNG24:frame-%d.png")
    board = read_png("frame-7.png").part(0, 0, 400, 400)
    is_same(board, draw(MATE, "--last", "h5f7", "--size", "400"))
    is_same(read_png("frame-0.png").part(0, 0, 400, 400), draw("start", "--size", "400"))
    # Flat colours are exact.
    assert board.at(225, 275) == hexadecimal("#b58d66"), board.at(225, 275)
    make("one.gif", "start", "--size", "200")
    assert len(gif_frames("one.gif")) == 1
    make("half.gif", "game.pgn", "--every", "3", "--size", "200")
    assert len(gif_frames("half.gif")) == 4


def test_sheet():
    """Eight boards in a grid; the last one is the mate."""
    write("game.pgn", SCHOLAR)
    make("sheet.png", "game.pgn", "--size", "160", "--no-coordinates")
    sheet = read_png("sheet.png")
    board = draw(MATE, "--last", "h5f7", "--size", "160", "--no-coordinates")
    found = [(x, y) for y in range(sheet.height - 160) for x in range(sheet.width - 160)
             if sheet.rows[y][3 * x:3 * (x + 160)] == board.rows[0] and
             sheet.part(x, y, 160, 160).rows == board.rows]
    assert len(found) == 1, found
    make("few.png", "game.pgn", "--size", "160", "--every", "7")
    assert read_png("few.png").width < sheet.width
    # Names may be in an old encoding, or nothing at all.
    write("latin.pgn", SCHOLAR, "latin-1")
    make("latin.png", "latin.pgn")
    make("utf.png", "game.pgn")
    assert read_png("latin.png").rows == read_png("utf.png").rows
    write("two.pgn", SCHOLAR.replace("Qxf7#", "Qxe9").replace("Mate", "A") + "\n" + SCHOLAR)
    make("second.png", "two.pgn", "--game", "2", "--size", "160", "--no-coordinates")
    assert read_png("second.png").rows == sheet.rows


def test_four_player_game():
    source = os.path.join(ROOT, "tests", "pgn4", "games", "repetition.pgn4")
    make("four.gif", source, "--size", "280")
    assert len(gif_frames("four.gif")) == 17
    make("four.png", source)
    # Names that are long in bytes are cut between characters.
    with open(source, encoding="utf-8") as file:
        text = file.read()
    names = "".join('[%s "%s"]\n' % (seat, "x" * i + chr(0x1f6a9) * 40)
                    for i, seat in enumerate(("Red", "Blue", "Yellow", "Green")))
    write("names.pgn4", names + text)
    make("names.png", "names.pgn4")
    make("input.svg", "-", stdin=text)


def refused(status, words, pattern, **more):
    before = sorted(os.listdir("."))
    done = run(*words, **more)
    assert done.returncode == status and not done.stdout, (words, done)
    assert re.fullmatch(f"rookery: .*{pattern}.*\n", done.stderr), (words, done.stderr)
    assert sorted(os.listdir(".")) == before, (words, os.listdir("."))


def test_wrong_words():
    write("game.pgn", SCHOLAR)
    write("bad.pgn", SCHOLAR.replace("Nf6", "Nf5"))
    write("empty.pgn", "")
    with open("noise.pgn", "wb") as file:
        file.write(bytes(range(256)) * 99)
    for words, pattern in (
            ([], "needs a FEN"), (["start"], "needs -o"), (["-o", "x.png"], "needs a FEN"),
            (["start", "-o"], "-o needs a word"), (["start", "-o", "x.bmp"], "does not end in"),
            (["start", "-o", ".png"], "does not end in"), (["start", "-o", ""], "does not end"),
            (["", "-o", "x.png"], "FEN, column 1"), (["rubbish", "-o", "x.png"], "FEN, column"),
            ([MATE[:20], "-o", "x.png"], "FEN, column"),
            ([MATE + "x" * 9999, "-o", "x.png"], "FEN"),
            (["8/8/8/8/8/8/8/8 w - - 0 1", "-o", "x.png"], "exactly one king"),
            ([FOUR[:-9], "-o", "x.png"], "FEN"), (["\x1b[2J\n", "-o", "x.png"], "FEN"),
            (MATE.split() + ["-o", "x.png"], "in quotes"),
            (["start", "--size", "63", "-o", "x.png"], "64 to 8192"),
            (["start", "--size", "8193", "-o", "x.png"], "64 to 8192"),
            (["start", "--size", "9" * 99, "-o", "x.png"], "64 to 8192"),
            (["start", "--size", "x", "-o", "x.png"], "64 to 8192"),
            (["start", "--theme", "gold", "-o", "x.png"], "no theme"),
            (["start", "--rules", "go", "-o", "x.png"], "no rules"),
            (["start", "--below", "red", "-o", "x.png"], "nobody is called"),
            (["start", "--four", "--below", "white", "-o", "x.png"], "nobody is called"),
            (["start", "--frob", "-o", "x.png"], "no option"),
            (["start", "--last", "e2", "-o", "x.png"], "both squares"),
            (["start", "--last", "e2e4", "-o", "x.png"], "no piece stands"),
            (["start", "--last", "e2e9", "-o", "x.png"], "both squares"),
            (["start", "--last", "O-O", "-o", "x.png"], "both squares"),
            (["game.pgn", "--last", "e2e4", "-o", "x.png"], "for a position"),
            (["game.pgn", "--every", "0", "-o", "x.png"], "1 to 10000"),
            (["game.pgn", "--delay", "1", "-o", "x.gif"], "20 to 60000"),
            (["game.pgn", "--size", "8192", "-o", "x.png"], "by .* pixels")):
        refused(2, words, pattern)
    for words, pattern in (
            (["none.pgn", "-o", "x.png"], "cannot open none.pgn"),
            (["bad.pgn", "-o", "x.png"], "bad.pgn:6:.*Nf5"),
            (["empty.pgn", "-o", "x.png"], "no game 1"),
            (["noise.pgn", "-o", "x.png"], "noise.pgn"),
            (["game.pgn", "--game", "2", "-o", "x.png"], "no game 2"),
            (["start", "-o", "none/x.png"], "cannot write none/x.png"),
            ([".", "-o", "x.png"], "cannot read")):
        refused(1, words, pattern)


def limit_files():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))


def test_full_disks():
    """Every format; an old file stays as it was, and no other is left."""
    write("game.pgn", SCHOLAR)
    for ending in "png", "svg", "pdf", "gif":
        write(f"old.{ending}", "old")
        os.symlink("/dev/full", f"full.{ending}")
        for what in MATE, "game.pgn":
            refused(1, [what, "-o", f"new.{ending}"], "File too large", preexec_fn=limit_files)
            refused(1, [what, "-o", f"old.{ending}"], "File too large", preexec_fn=limit_files)
            refused(1, [what, "-o", f"full.{ending}"], "No space left")
        with open(f"old.{ending}", encoding="ascii") as file:
            assert file.read() == "old"


def test_huge_games():
    """Some ten thousand plies are refused; two thousand are drawn."""
    rounds = "Nf3 Nf6 Ng1 Ng8 "
    write("long.pgn", rounds * 500 + "*")
    make("long.png", "long.pgn", "--size", "64")
    write("longer.pgn", rounds * 6000 + "*")
    refused(1, ["longer.pgn", "-o", "x.png"], "too long")


def test_program_beside():
    """rookery needs no cairo; its helper is beside it, or in PATH, or missing."""
    assert "libcairo" not in tool("readelf", "-d", ROOKERY)
    os.mkdir("alone")
    shutil.copy(ROOKERY, "alone/rookery")
    words = ["alone/rookery", "picture", "start", "-o", "x.png"]

    def alone(path):
        return subprocess.run(words, env=dict(BARE, PATH=path), text=True, check=False,
                              capture_output=True)
    done = alone("/nowhere")
    assert done.returncode == 1 and done.stderr == (
        "rookery: picture needs the program rookery-desktop, which was not built: "
        "make desktop\n"), done
    assert not os.path.exists("x.png")
    done = alone(os.path.dirname(BESIDE))
    assert done.returncode == 0 and os.path.exists("x.png"), done
    done = subprocess.run([BESIDE, "frob"], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "no command" in done.stderr, done


def test_bad_drawings():
    """The tool that makes tables of art/ says what it does not know, and stops."""
    tool_path = os.path.join(os.path.dirname(ROOKERY), "gen_pieces")
    with open(os.path.join(ROOT, "art", "rook.svg"), encoding="utf-8") as file:
        rook = file.read()

    def generate(text):
        write("rook.svg", text)
        return subprocess.run([tool_path, *["rook.svg"] * 6], capture_output=True, text=True,
                              check=False)
    assert generate(rook).returncode == 0
    for old, new, reason in (
            ("0 0 64 64", "0 0 45 45", "viewBox"), ('width="2"', 'width="3"', "stroke-width"),
            ("<path", "<rect", "unknown element <rect"), ("H27.8", "h27.8", "'h'"),
            ("H27.8", "A27.8", "'A'"), ("H27.8", "Hx", "expected a number"),
            ("H27.8", "H1e9", "expected a number"), ('d="M', 'd="L', "begins with"),
            ("#000", "#123456", "fill #123456"), ("</svg>", "<", "no end"), (rook, "", "empty")):
        done = generate(rook.replace(old, new))
        assert done.returncode == 1 and reason in done.stderr, (new, done.stderr)
        assert re.fullmatch("rook.svg: .*\n", done.stderr), done.stderr


def test_help():
    """Both programs say the same, and every option of it is taken."""
    help_text = tool(ROOKERY, "help", "picture")
    assert help_text == tool(ROOKERY, "picture", "--help") == tool(BESIDE, "picture", "--help")
    named = re.findall(r"^  (?:-o, )?(--[\w-]+)( \w+)?", help_text, re.M)
    assert len(named) > 10, named
    for name, word in named:
        done = run(name, *["x"][:bool(word)])
        assert "no option" not in done.stderr, done


def main():
    group = Group(smallest=1)
    with scratch():
        group.run_tests(globals(), sys.argv[2:])
    return group.close()


if __name__ == "__main__":
    sys.exit(main())
