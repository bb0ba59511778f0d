"""Works out the truths of generated sets again, from `scenes.jsonl` and the questions alone.

    sextant synth make synth-point --count 200 --seed 11 --out my-set --maps
    python3 examples/recompute_truth.py my-set ...

Shares no code with Sextant and needs nothing but Python 3.9. It follows docs/synth.md, without the margins: of the options
it takes the one that fits best, of the things the one that fits at all. Exits with 1 where it comes to other truths.
"""

import csv
import json
import math
import re
import struct
import sys
import zlib
from collections import Counter
from pathlib import Path


# Files


def read_png(path):
    """Width, height and the values of a grey PNG of 8 or 16 bits, row by row."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, bits, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, row = zlib.decompress(packed), 1 + width * bits // 8
    if colour != 0 or any(raw[0::row]):
        raise ValueError(f"{path}: not a grey PNG without filters")
    rows = b"".join(raw[n * row + 1 : (n + 1) * row] for n in range(height))
    return width, height, rows if bits == 8 else struct.unpack(f">{width * height}H", rows)


def read_table(path, delimiter):
    csv.field_size_limit(1 << 30)
    with path.open(newline="", encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter=delimiter)


class Scene:
    def __init__(self, folder, record):
        self.folder, self.record = folder, record
        self.things = {thing["id"]: thing for thing in record["things"]}

    def has(self, words):
        return any(thing["name"] == words.removeprefix("the ") for thing in self.record["things"])

    def named(self, words):
        """`the red mug`, `the rug`, `the dining area with the wooden table`: a thing or a region."""
        name = re.sub(r"^the ", "", words, flags=re.I)
        name = re.sub(r"^.* with the ", "", name)
        found = [one for one in self.record["things"] + self.record["regions"] if one["name"] == name]
        if len(found) != 1:
            raise ValueError(f"{len(found)} things are called {words!r}")
        return found[0]


def read_scenes(folder):
    """By the id of a question: its scene, its pictures in order, and whether they are mirrored."""
    found = {}
    with (folder / "scenes.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            scene = Scene(folder, record)
            for sample in record["samples"]:
                pictures = [record["pictures"][n] for n in sample["pictures"]]
                found[sample["id"]] = scene, pictures, sample.get("mirrored", False)
    return found


# Geometry: everything is seen from above, as (x, y), unless it says otherwise


def minus(a, b):
    return a[0] - b[0], a[1] - b[1]


def apart(a, b):
    return math.dist(a[:2], b[:2])


def unit(v):
    return v[0] / math.hypot(*v), v[1] / math.hypot(*v)


def clockwise(start, to):
    """From one direction to another, in degrees clockwise from above."""
    return math.degrees(math.atan2(start[1], start[0]) - math.atan2(to[1], to[0])) % 360


def off(a, b):
    """Between two angles, 0 to 180."""
    return abs((a - b + 180) % 360 - 180)


def eye_of(picture):
    """Where the camera is, in space: −Rᵀt."""
    e = picture["extrinsic"]
    return tuple(-sum(e[4 * row + axis] * e[4 * row + 3] for row in range(3)) for axis in range(3))


def look_of(picture):
    """Where it looks, in space: the third row of R."""
    return tuple(picture["extrinsic"][8:11])


def middle_of(spot):
    if "outline" not in spot:
        return tuple(spot["position"][:2])
    corners = spot["outline"]
    return tuple(sum(corner[k] for corner in corners) / len(corners) for k in (0, 1))


def centre_of(thing):
    """The middle of its box, in space."""
    x, y, z = thing["position"]
    return x, y, z + thing["half"][2]


def best(options, score):
    return min(options, key=lambda letter: score(options[letter]))


# synth-act


def follow_blocks(text, blocks, zone):
    """The block that words lead to."""
    x, y = (lambda b: b["position"][0]), (lambda b: b["position"][1])
    amid = (min(map(y, blocks)) + max(map(y, blocks))) / 2
    row = lambda b: "front" if y(b) < amid else "back"
    nearest, farthest = "nearest to|closest to|at the shortest distance from", "farthest from|most distant from|at the greatest distance from"
    if match := re.fullmatch(rf"the block ({nearest}|{farthest}) (.+)", text):
        anchor = None if match[2] == "the grey zone" else follow_blocks(match[2], blocks, zone)
        centre = middle_of(anchor or zone)
        pick = min if re.fullmatch(nearest, match[1]) else max
        return pick((b for b in blocks if b is not anchor), key=lambda b: apart(middle_of(b), centre))
    beside = r"the (?:same-row neighbour to the|next block on the|adjacent block) (left|right)(?:ward)? (?:of|in the row of|in the line of) (.+)"
    if match := re.fullmatch(beside, text):
        anchor, sign = follow_blocks(match[2], blocks, zone), 1 if match[1] == "right" else -1
        beside = [b for b in blocks if row(b) == row(anchor) and sign * (x(b) - x(anchor)) > 0]
        return min(beside, key=lambda b: sign * x(b))
    column = r"the block (?:directly |straight )?(behind|right at the back of|in front of|immediately before) (.+)"
    if match := re.fullmatch(column, text):
        anchor = follow_blocks(match[2], blocks, zone)
        (found,) = [b for b in blocks if row(b) != row(anchor) and abs(x(b) - x(anchor)) < 0.055]
        assert (y(found) > y(anchor)) == (match[1] in ("behind", "right at the back of"))
        return found
    if match := re.fullmatch(r"the (\w+) block", text):
        if match[1] not in ("leftmost", "rightmost"):
            (found,) = [b for b in blocks if b["colour"] == match[1]]
            return found
    rows = {"front row": "front", "closer line": "front", "row near you": "front"}
    rows.update({"back row": "back", "remoter line": "back", "row far from you": "back"})
    where = rf"(?: (?:in|of) the ({'|'.join(rows)}))?"
    match = re.fullmatch(r"the (\w+?)(most)? (?:(\w+) )?block(?: from the (\w+))?" + where, text)
    first, _, colour, side, wanted = match.groups()
    wanted = rows.get(wanted)
    group = [b for b in blocks if colour in (None, b["colour"]) and wanted in (None, row(b))]
    group.sort(key=x, reverse=(side or first) == "right")
    return group[["second", "third", "fourth", "fifth"].index(first) + 1 if side else 0]


def check_act(folder, scenes):
    with (folder / "episodes.jsonl").open(encoding="utf-8") as lines:
        for line in lines:
            episode = json.loads(line)
            scene, _, _ = scenes[episode["id"]]
            asked = (
                r"Which is (.+)\?|Your colleague wants (.+); what .+|What letter does one read on (.+)\?"
                r"|Name (.+) by its letter\.|The description fits a single block: (.+)\. Which one\?"
            )
            text = next(filter(None, re.fullmatch(asked, episode["question"]).groups()))
            # The robot is told the same.
            assert text in episode["instruction"]
            found = follow_blocks(text, scene.record["things"], scene.record["regions"][0])
            yield episode["id"], episode["groups"]["relation"], found["label"] == episode["answer"]


# synth-motion


class Clip:
    """What a view of a clip shows: mirrored, everything that is at y is at −y."""

    def __init__(self, scene, pictures, mirrored):
        self.scene, self.mirrored, self.sign = scene, mirrored, -1 if mirrored else 1
        self.frames = pictures

    def part(self, first, last):
        """The clip from one frame to another."""
        return Clip(self.scene, self.frames[first : last + 1], self.mirrored)

    @property
    def middle(self):
        """The frame in the middle, of an even number the earlier one."""
        return (len(self.frames) - 1) // 2

    def eye(self, n):
        x, y, z = eye_of(self.frames[n])
        return x, self.sign * y, z

    def look(self, n):
        x, y, z = look_of(self.frames[n])
        return x, self.sign * y, z

    def thing(self, name, n):
        """Where it stands, in space, and where its front looks."""
        still = self.scene.named(name)
        moved = {one["id"]: one for one in self.frames[n].get("moved", [])}
        (x, y, z), yaw = (moved.get(still["id"], still)[key] for key in ("position", "yaw"))
        return (x, self.sign * y, z), (math.cos(yaw), self.sign * math.sin(yaw))


QUARTERS = ("ahead", "right", "back", "left")


def quarter(ahead, way):
    """Which of four ways a direction is, where `ahead` is straight on."""
    return QUARTERS[round(clockwise(ahead, way) / 90) % 4]


def way_until(clip, name, last):
    return quarter(clip.look(0), minus(clip.thing(name, last)[0], clip.thing(name, 0)[0]))


def camera_turn(clip, last):
    """How far it turns right and up, in degrees."""
    (a, b, c), (a2, b2, c2) = clip.look(0), clip.look(last)
    return (clockwise((a, b), (a2, b2)) + 180) % 360 - 180, math.degrees(math.asin(c2) - math.asin(c))


def camera_motion(clip, options):
    (x, y, z), (x2, y2, z2) = clip.eye(0), clip.eye(-1)
    ahead, way = clip.look(0)[:2], (x2 - x, y2 - y)
    right, up = camera_turn(clip, -1)
    if "Turning aside and back" in options and max(abs(right), abs(up)) < 6:
        return "Turning aside and back" if abs(camera_turn(clip, clip.middle)[0]) > 6 else "Standing still"
    if max(abs(right), abs(up)) > 6:
        if "Orbiting clockwise" in options and math.hypot(*way) > 0.01:
            return "Orbiting clockwise" if right > 0 else "Orbiting counterclockwise"
        if abs(up) > abs(right):
            return "Tilting up" if up > 0 else "Tilting down"
        return "Turning right" if right > 0 else "Turning left"
    if abs(z2 - z) > math.hypot(*way):
        return "Moving up" if z2 > z else "Moving down"
    if "Forward and left" in options:
        angle = clockwise(ahead, way)
        return f"{'Backward' if 90 < angle < 270 else 'Forward'} and {'right' if angle < 180 else 'left'}"
    way = quarter(ahead, way)
    return f"Moving {dict(ahead='forward', back='backward').get(way, way)}"


def own_motion(clip, name, options):
    stands = [clip.thing(name, n) for n in range(len(clip.frames))]
    (start, front), (end, _) = stands[0], stands[-1]
    if apart(start, end) < 0.1 * math.dist(clip.eye(0), start):
        # Frame by frame: more than half round is more than that.
        turns = [(clockwise(a, b) + 180) % 360 - 180 for (_, a), (_, b) in zip(stands, stands[1:])]
        if abs(sum(turns)) < 15:
            return "Standing still"
        if "Turning on the spot" in options:
            return "Turning on the spot"
        return "Turning to its right" if sum(turns) > 0 else "Turning to its left"
    if "Moving left" in options:
        return f"Moving {quarter(clip.look(0), minus(end, start))}"
    return "Moving forward" if quarter(front, minus(end, start)) == "ahead" else "Moving backward"


def distance_change(clip, name, options):
    if "Cannot be determined" in options and not clip.scene.has(name):
        return "Cannot be determined"
    apart_ = [math.dist(clip.eye(n), clip.thing(name, n)[0]) for n in range(len(clip.frames))]
    start, end, least, most = apart_[0], apart_[-1], min(apart_), max(apart_)
    # How far it goes beyond both ends, against how far the ends differ.
    dip, rise, ends = min(start, end) / least, most / max(start, end), max(start, end) / min(start, end)
    if "Staying the same" in options:
        return "Staying the same" if most < 1.1 * least else "Getting larger" if end > start else "Getting smaller"
    if max(dip, rise) > 1.12:
        return "First smaller, then larger" if dip > rise else "First larger, then smaller"
    return "Getting larger" if end > start else "Getting smaller"


def sides_seen(clip, name, options):
    def side(n):
        position, front = clip.thing(name, n)
        way = quarter(front, minus(clip.eye(n), position))
        return dict(ahead="front", back="back", left="left side", right="right side")[way]

    frames = (0, clip.middle, -1) if any(option.count(", then ") == 2 for option in options) else (0, -1)
    return ", then ".join(f"its {side(n)}" for n in frames)


SYNONYMS = {
    "Moving left": ("Sliding leftward", "Travelling to the left"),
    "Moving right": ("Sliding rightward", "Travelling to the right"),
    "Moving closer": ("Approaching", "Coming nearer"),
    "Moving away": ("Receding", "Going farther off"),
    "Moving forward": ("Advancing", "Heading straight on"),
    "Moving backward": ("Reversing", "Retreating"),
    "Moving up": ("Rising", "Being lifted"),
    "Moving down": ("Sinking", "Being lowered"),
    "Turning left": ("Panning left", "Swivelling to the left"),
    "Turning right": ("Panning right", "Swivelling to the right"),
    "Tilting up": ("Looking up", "Raising its gaze"),
    "Tilting down": ("Looking down", "Dropping its gaze"),
    "Standing still": ("Staying put", "Basically unchanged"),
    "Turning on the spot": ("Spinning where it is", "Rotating in place"),
    "Turning to its left": ("Rotating towards its left", "Veering round to its own left"),
    "Turning to its right": ("Rotating towards its right", "Veering round to its own right"),
    "Turning aside and back": ("Panning to one side and returning", "Swivelling out and back again"),
    "Orbiting clockwise": ("Circling clockwise, seen from above", "Revolving clockwise around the middle"),
    "Orbiting counterclockwise": ("Circling counterclockwise, seen from above", "Revolving counterclockwise around the middle"),
    "Getting smaller": ("It shrinks", "Decreasing"),
    "Getting larger": ("It grows", "Increasing"),
    "First smaller, then larger": ("It shrinks, then it grows", "Decreasing, then increasing"),
    "First larger, then smaller": ("It grows, then it shrinks", "Increasing, then decreasing"),
    "Staying the same": ("It remains unchanged", "Constant"),
    "Cannot be determined": ("This cannot be told", "Unable to determine"),
    "To the left and away": ("Leftward and off into the distance", "Left while receding"),
    "To the right and away": ("Rightward and off into the distance", "Right while receding"),
    "To the left and closer": ("Leftward and up to the front", "Left while approaching"),
    "To the right and closer": ("Rightward and up to the front", "Right while approaching"),
    "Forward and left": ("Advancing with a drift to the left", "Diagonally ahead, leftward"),
    "Forward and right": ("Advancing with a drift to the right", "Diagonally ahead, rightward"),
    "Backward and left": ("Retreating with a drift to the left", "Diagonally back, leftward"),
    "Backward and right": ("Retreating with a drift to the right", "Diagonally back, rightward"),
    "Left and back": ("Out to the left, then home", "A trip leftward and its return"),
    "Right and back": ("Out to the right, then home", "A trip rightward and its return"),
    "Closer and back": ("Out towards the camera, then home", "A trip nearer and its return"),
    "Away and back": ("Out into the distance, then home", "A trip farther off and its return"),
}
PLAIN = {word: plain for plain, others in SYNONYMS.items() for word in others}

# What is asked of the thing that is named, and by whom it is answered.
OF_THINGS = [
    (distance_change, r"between the camera and (the .+?) change|lens to (the .+?)\. How|nearer to (the .+?) in the"),
    (own_motion, r"What does (the .+) itself do|tell what (the .+) is up to"),
    (own_motion, r"How does (the .+?) move[^.?]*, relative to its own|position of (the .+): by its own"),
    (own_motion, r"What does (the .+) do in the|Does (the .+) change its place"),
    (sides_seen, r"are (the .+)'s own\.|By (the .+)'s own orientation|riding on (the .+), facing"),
]


def answer_motion(clip, question, options):
    moving = dict(ahead="away", back="closer", left="left", right="right")
    said = re.search(r"in the (first|second|middle) half of the clip", question)
    if said:
        clip = clip.part(*{"first": (0, 24), "second": (25, 49), "middle": (12, 37)}[said[1]])
    if re.search(r"How does the camera move|What is the observer doing|what happens to the camera", question):
        return camera_motion(clip, options)
    for answer, words in OF_THINGS:
        if match := re.search(words, question):
            return answer(clip, next(filter(None, match.groups())), options)
    if match := re.search(r"The ([^.]+) leaves its place|camera at rest, the (.+) sets out", question):
        return f"{moving[way_until(clip, match[1] or match[2], clip.middle)].capitalize()} and back"
    match = re.search(
        r"How does (the .+?) move|direction does (the .+?) travel|course of (the .+?)(?: in the | from there)|surface does (the .+?) really go",
        question,
    )
    name = next(filter(None, match.groups()))
    if "To the left and away" in options:
        angle = clockwise(clip.look(0), minus(clip.thing(name, -1)[0], clip.thing(name, 0)[0]))
        return f"To the {'right' if angle < 180 else 'left'} and {'closer' if 90 < angle < 270 else 'away'}"
    return f"Moving {moving[way_until(clip, name, -1)]}"


def check_motion(folder, scenes):
    for row in read_table(folder / "metadata_4aug.csv", ","):
        sample = f"{Path(row['relative_path']).stem}/{row['aug']}"
        options = dict(option.split(": ", 1) for option in row["options"].split("; "))
        plain = {letter: PLAIN.get(option, option) for letter, option in options.items()}
        answer = answer_motion(Clip(*scenes[sample]), row["question"], list(plain.values()))
        yield sample, f"category {row['cate']}", plain[row["GT"]] == answer


# synth-views


def angle_of(word):
    """Degrees clockwise from straight ahead, or from north."""
    if match := re.fullmatch(r"(\d+) o'clock", word):
        return 30 * int(match[1])
    has = lambda *parts: any(part in word.lower() for part in parts)
    along = has("front", "north", "forward", "away") - has("rear", "behind", "south", "back", "toward")
    across = has("right", "east") - has("left", "west")
    return math.degrees(math.atan2(across, along)) % 360


POINTS = ("north", "east", "south", "west")
TURNS = {"turn 90 degrees to the right": 1, "turn around": 2, "turn 90 degrees to the left": 3}

# Whence, the way that is straight ahead, and where to. F: a figure, P: a point of the compass, T: a turn.
DIRECTIONS = [
    r"In which direction from the place where Figure (?P<at>F) was taken is the place where Figure (?P<to>F) was taken\? What .*",
    r"I took Figure F and .* When I was taking Figure (?P<at>F), in which direction from me was the place where I took Figure (?P<to>F)\?",
    r"Suppose I am taking Figure (?P<at>F), and directly in front of me is (?P<p>P)\. .* the camera that takes Figure (?P<to>F)\?",
    r"Figure F looks (?P<p>P)\. In which direction from the place where Figure (?P<at>F) was taken is the place where Figure (?P<to>F) was taken\?",
    r"When I was taking Figure (?P<at>F), in which direction was (?P<to>.+) relative to me\?",
    r"You are standing where Figure (?P<at>F) was taken, facing the same way\. Where is (?P<to>.+) relative to you\?",
    r"I take Figure (?P<at>F) and then (?P<t>T) on the spot\. In which direction is (?P<to>.+) relative to me now\?",
    r"You stand where Figure (?P<at>F) was taken, facing the same way, and (?P<t>T)\. Where is (?P<to>.+) relative to you then\?",
    r"Imagine that you stand at (?P<at>.+) and face (?P<mark>.+)\. In which direction is (?P<to>.+) relative to you\?",
    r"Somebody at (?P<at>.+) looks towards (?P<mark>.+)\. Where is (?P<to>.+) relative to them\?",
    r"The direction from (?P<at>.+) to (?P<mark>.+) is (?P<p>P)\. In which direction is (?P<to>.+) from .+\?",
    r"Suppose that (?P<mark>.+) is exactly to the (?P<p>P) of (?P<at>.+)\. In which direction from .+ is (?P<to>.+)\?",
    r"Somebody at (?P<at>.+) faces the same way as the camera in Figure (?P<view>F)\. In which direction from there is (?P<to>.+)\?",
    r"Figure (?P<view>F) looks (?P<p>P)\. In which direction from (?P<at>the .+) is (?P<to>the .+)\?",
    r"Figure (?P<mark>F) shows the (?P<p>P) side of (?P<at>.+)\. Which side of it does Figure (?P<to>F) show\?",
    r"Two photographers work at the same time, one on Figure (?P<at>F), the other on Figure (?P<to>F)\. .*",
    r"Go back to the viewpoint of Figure (?P<at>F) and .* is the viewpoint of Figure (?P<to>F)\?",
    r"Let the optical axis of Figure (?P<at>F) point (?P<p>P)\. .* the viewpoint of Figure (?P<to>F)\?",
    r"Figure (?P<at>F) does not show (?P<to>.+)\. Which way should .*",
    r"Put yourself behind the lens of Figure (?P<at>F)\. .* whereabouts is (?P<to>.+)\?",
    r"After the shutter clicks for Figure (?P<at>F), its photographer must (?P<t>T) without .* does (?P<to>the .+) lie afterwards\?",
    r"A visitor stops beside (?P<at>.+), eyes fixed on (?P<mark>.+)\. .* would they find (?P<to>.+)\?",
    r"From (?P<at>.+), let straight ahead lead to (?P<mark>.+)\. Where does that put (?P<to>.+)\?",
    r"On a map of this place, the arrow drawn from (?P<at>.+) to (?P<mark>.+) points (?P<p>P)\. Where on that map is (?P<to>.+), starting from .+\?",
    r"You wait at (?P<at>.+), your eyes parallel to the view of Figure (?P<view>F)\. Where do you have to look for (?P<to>.+)\?",
    r"If the view of Figure (?P<view>F) runs (?P<p>P), .* leave (?P<at>.+) to get to (?P<to>.+)\?",
    r"Call the face of (?P<at>.+) that is turned to the camera of Figure (?P<mark>F) its (?P<p>P) face\. .* the camera of Figure (?P<to>F)\?",
    r"Assuming that Figure (?P<mark>F) was taken from the (?P<p>P) of (?P<at>.+), from which side of it was Figure (?P<to>F) taken\?",
]
DIRECTIONS = [
    re.compile(re.sub(r"\bF\b", r"\\d+", re.sub(r">T\)", ">turn.+?)", re.sub(r">P\)", ">north|east|south|west)", text))))
    for text in DIRECTIONS
]


def answer_direction(match, scene, pictures, options):
    said = match.groupdict()
    unknown = [letter for letter in options if options[letter] == "Cannot be determined"]
    if unknown:
        seen = {sight["id"] for picture in pictures for sight in picture["seen"]}
        if scene.named(said["to"])["id"] not in seen:
            return unknown[0]
        options = {letter: word for letter, word in options.items() if letter not in unknown}
    figure = lambda words: pictures[int(words) - 1]
    place = lambda words: eye_of(figure(words))[:2] if words.isdigit() else middle_of(scene.named(words))
    start = place(said["at"])
    if said.get("mark"):
        ahead = minus(place(said["mark"]), start)
    else:
        ahead = look_of(figure(said.get("view") or said["at"]))
    angle = clockwise(ahead, minus(place(said["to"]), start))
    angle += 90 * POINTS.index(said.get("p") or "north") - 90 * TURNS.get(said.get("t"), 0)
    return best(options, lambda option: off(angle_of(option), angle))


def answer_route(words, scene, options):
    stops = [middle_of(scene.named(word)) for word in words]
    turns = []
    for a, b, c in zip(stops, stops[1:], stops[2:]):
        turns.append("right" if clockwise(minus(b, a), minus(c, b)) < 180 else "left")
    return next(letter for letter in options if options[letter].lower() == ", then ".join(turns))


def plurals(kind):
    return {f"{kind}s", f"{kind}es", re.sub("lf$", "lves", kind)}


def answer_views(scene, pictures, stem, options):
    stem = stem.removeprefix("12 o'clock is straight ahead, 3 o'clock is to the right. ")
    place = lambda words: middle_of(scene.named(words))
    for pattern in DIRECTIONS:
        if match := pattern.fullmatch(stem):
            return answer_direction(match, scene, pictures, options)
    first, last = pictures[0], pictures[-1]
    if match := re.search(r"between (the .+) and each .* (closest to|farthest from) it\?", stem):
        stem = f"Which is {match[2]} {match[1]}?"
    if match := re.search(r"(closest to|farthest from) (the .+)\?", stem):
        sign = 1 if match[1] == "closest to" else -1
        return best(options, lambda option: sign * apart(place(option), place(match[2])))
    if match := re.search(r"between (the .+) and (the .+) as 1, .* are (the .+) and (the .+)\?", stem) or re.search(
        r"middles of (the .+) and of (the .+) are one .* of (the .+) and of (the .+), app", stem
    ) or re.search(r"centre of (the .+) to the centre of (the .+)\. .* gap from (the .+) to (the .+), again", stem):
        a, b, c, d = map(place, match.groups())
        return best(options, lambda option: abs(math.log(apart(c, d) / apart(a, b) / float(option))))
    if match := re.search(r"How many (?:different )?(.+?) (?:can be seen|do they show)|number belongs next to (.+)\?", stem):
        seen = {sight["id"] for picture in pictures for sight in picture["seen"]}
        count = sum((match[1] or match[2]) in plurals(scene.things[n]["kind"]) for n in seen)
        return next(letter for letter in options if options[letter] == str(count))
    if match := re.search(r"from (the .+) to (the .+), then from there to (the .+), and at last to (the .+)\. ", stem) or re.search(
        r"from (the .+) straight to (the .+), then straight to (the .+), then straight to (the .+)\. ", stem
    ) or re.search(r"begins at (the .+), passes (the .+), goes on to (the .+) and ends at (the .+)\. ", stem):
        return answer_route(match.groups(), scene, options)
    if match := re.search(r"Figure 1 (?:looks|as|facing) (\w+)[.,] (?:Which of the following|Only one of|which note)", stem):

        def wrong(claim):
            of, word, anchor = re.fullmatch(r"(The .+) is (\w+) of (the .+)", claim).groups()
            angle = clockwise(look_of(first), minus(place(of), place(anchor))) + 90 * POINTS.index(match[1])
            return off(angle, angle_of(word))

        return best(options, wrong)
    if re.search(r"how high was it held|above or below theirs|Did it go up or down", stem):
        (x, y, z), (x2, y2, z2) = eye_of(first), eye_of(last)
        side = "right" if clockwise(look_of(first), (x2 - x, y2 - y)) < 180 else "left"
        word = f"{'Higher' if z2 > z else 'Lower'} and to the {side}"
        return next(letter for letter in options if options[letter] == word)
    if match := re.search(r"^(The .+) stayed where it is|was (the .+) rotated about|front of (the .+) swing round", stem):
        thing = scene.named(next(filter(None, match.groups())))
        yaw = lambda picture: next((m["yaw"] for m in picture.get("moved", []) if m["id"] == thing["id"]), thing["yaw"])
        quarters = round(math.degrees(yaw(last) - yaw(first)) / 90) % 4
        word = ("Not at all", "Counterclockwise, by a quarter turn", "By half a turn", "Clockwise, by a quarter turn")[quarters]
        return next(letter for letter in options if options[letter] == word)
    if re.search(r"are you turning|did I turn|does it swing|coordinate system of a camera", stem):
        (a, b, c), (a2, b2, c2) = look_of(first), look_of(last)
        right = (clockwise((a, b), (a2, b2)) + 180) % 360 - 180
        up = math.degrees(math.asin(c2) - math.asin(c))
        word = ("Right" if right > 0 else "Left") if abs(right) > abs(up) else ("Up" if up > 0 else "Down")
        if "coordinate" in stem:
            axes = dict(Right="Negative about Y", Left="Positive about Y", Up="Positive about X", Down="Negative about X")
            word = axes[word]
        return next(letter for letter in options if options[letter] == word)
    if match := re.search(r"does (the .+) move\?|has (the .+) been moved|pushed (the .+) along", stem):
        thing = scene.named(next(filter(None, match.groups())))
        stand = lambda picture: next((m["position"] for m in picture.get("moved", []) if m["id"] == thing["id"]), thing["position"])
        angle = clockwise(look_of(first), minus(stand(last), stand(first)))
    else:
        called = re.search(r"Figure 1 looks (\w+)\.", stem)
        assert re.search(r"are you moving|did the camera move|is the observer carried", stem), stem
        angle = clockwise(look_of(first), minus(eye_of(last), eye_of(first))) + 90 * POINTS.index(called[1] if called else "north")
    return best(options, lambda option: off(angle_of(option), angle))


def check_views(folder, scenes):
    for row in read_table(folder / "MMSI_bench.tsv", "\t"):
        stem, listed = row["question"].split("\nOptions: ")
        options = dict(re.findall(r"([A-D]): (.*?)(?=, [A-D]: |$)", listed))
        scene, pictures, _ = scenes[row["index"]]
        yield row["index"], row["category"], answer_views(scene, pictures, stem, options) == row["answer"]


# synth-point

# What a thing may be called beside its kind.
SYNONYMS = {
    "sofa": ["couch"], "bookshelf": ["bookcase"], "cabinet": ["cupboard"], "floor lamp": ["standing lamp"],
    "table lamp": ["desk lamp"], "waste bin": ["wastebasket", "wastepaper basket"], "dustbin": ["wheelie bin", "garbage bin"],
    "bucket": ["pail"], "suitcase": ["travel case"], "cushion": ["pillow"], "beach ball": ["inflatable ball"],
    "potted tree": ["indoor tree"], "plant pot": ["potted plant"], "mailbox": ["letter box"], "hydrant": ["fire hydrant"],
    "traffic cone": ["road cone"], "bush": ["shrub"], "bench": ["park bench"], "car": ["automobile"], "flower tub": ["planter"],
    "gift box": ["present"], "toy duck": ["rubber duck"], "toy car": ["model car"], "laptop": ["notebook computer"],
    "pan": ["frying pan", "skillet"], "mug": ["coffee mug"], "can": ["tin"], "dining chair": ["kitchen chair"],
    "armchair": ["easy chair"], "barrel": ["cask"], "bollard": ["traffic bollard"], "clock": ["alarm clock"], "vase": ["flower vase"],
}
# By how many degrees clockwise a side lies from ahead of who looks: the viewer, or the thing itself.
SIDES = [
    (r"(?:to the |on the )?left of", 270), (r"(?:to the |on the )?right of", 90),
    (r"in front of|on the near side of", 180), (r"behind|beyond|on the far side of", 0),
]
OWN_SIDES = [
    (r"(?:on|to) your left(?:-hand side)?", 270), (r"(?:on|to) your right(?:-hand side)?", 90),
    (r"in front of you|ahead of you", 0), (r"behind you|behind your back|at your back", 180),
]
IN_PLACE_OF = "if you (?:sat on|were sitting on|were seated on|took the place of|were in the place of|were)"
RELATIONS = [
    ("closest", r"closest to|nearest to|at the shortest distance from"),
    ("farthest", r"farthest (?:away )?from|at the greatest distance from"),
    ("between", r"(?:in |somewhere )?between"), ("facing", r"facing|turned towards|oriented towards"),
    ("on", r"on top of|that stands on|resting on|supported by|that sits on top of"),
    ("under", r"under|directly below|underneath|directly beneath|that supports"),
]
NOT_COUNTING = ", (?:not counting|leaving aside|ignoring) (?:any|those|those standing) on the"
# For whom sides are meant: the words before and after who that is.
VIEWPOINTS = [
    (", as seen from where", "stands"), (", as seen from the position of", ""),
    (", when looking at it from where", "is"), (", from the point of view of", ""),
]
FREE = (
    "the (?:free space|empty space|vacant area|unoccupied area|clear area)|a spot where you could put a coin so that it lies"
    "|a place where a coin would lie|a free spot for a coin"
)
VIEWER = r"the (?:camera|viewer|observer|photographer)"
RANKS = {None: 0, "second": 1, "third": 2}
# Metres: how far free space reaches, how far it keeps away from things, and the least gap between two things.
SCALES = {"tabletop": (0.24, 0.012, 0.1), "room": (0.8, 0.04, 0.35), "yard": (1.5, 0.08, 0.7)}


class Photo:
    """A picture with the things that it shows, and words that are read from left to right."""

    def __init__(self, scene, picture, words):
        self.scene, self.picture, self.eye = scene, picture, eye_of(picture)
        self.away = unit(look_of(picture)[:2])
        self.right = self.away[1], -self.away[0]
        self.seen = [{**scene.things[sight["id"]], "sight": sight} for sight in picture["seen"]]
        self.reach, self.clearance, self.gap = SCALES[scene.record["setting"]]
        self.rest = words

    def ways(self, anchor, angle, own, viewer=None):
        """The directions of a side, by degrees clockwise from ahead: away from a viewer, the anchor's own, or along the picture and along
        the line of sight."""
        if viewer:
            aheads = [unit(minus(middle_of(anchor), middle_of(viewer)))]
        elif own:
            aheads = [(math.cos(anchor["yaw"]), math.sin(anchor["yaw"]))]
        else:
            aheads = [self.away, unit(minus(middle_of(anchor), self.eye))]
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return [(c * x + s * y, c * y - s * x) for x, y in aheads]

    def take(self, pattern):
        """Reads words that match, and says which."""
        match = re.match(f"(?:{pattern})(?![\\w-])", self.rest)
        if match:
            self.rest = self.rest[match.end() :].lstrip()
        return match

    def nouns(self):
        """The words that may come next and mean a kind, each with that kind."""
        words = {}
        for thing in self.scene.record["things"]:
            for word in [thing["kind"], *SYNONYMS.get(thing["kind"], [])]:
                if re.match(re.escape(word) + r"(?![\w-])", self.rest):
                    words[word] = thing["kind"]
        return words

    def noun(self):
        """The things of the kind that the next word means."""
        words = self.nouns()
        word = max(words, key=len)
        self.take(re.escape(word))
        return [thing for thing in self.seen if thing["kind"] == words[word]]

    def find(self):
        """The thing that the next words mean."""
        assert self.take("the"), self.rest
        if self.take("object|thing|item"):
            return self.relate([thing for thing in self.seen if thing["on"] is not None])
        materials = {thing["material"] for thing in self.scene.record["things"] if "material" in thing}
        if made := self.take(f"({'|'.join(sorted(materials))}) (?:object|thing|item)"):
            return self.relate([thing for thing in self.seen if thing.get("material") == made[1]])
        if end := self.take("(leftmost|rightmost)"):
            return self.nth(self.noun(), self.column, 0, end[1] == "rightmost")
        if rank := self.take("(second|third)"):
            peers = self.noun()
            return self.nth(peers, self.column, RANKS[rank[1]], self.take("from the (left|right)")[1] == "right")
        if self.take("nearest|closest"):
            return self.relate(self.noun())
        colours = {thing[key] for thing in self.scene.record["things"] for key in ("colour", "material") if key in thing}
        # A rubber duck is a kind, whatever it is made of.
        if not self.nouns() and (word := self.take("|".join(f"({word})" for word in sorted(colours | {"small", "large"})))):
            (found,) = [t for t in self.noun() if word[0] in (t.get("colour"), t.get("material"), t.get("size"))]
            return found
        peers = self.noun()
        if worn := self.take("in (" + "|".join(sorted(colours)) + ")"):
            (found,) = [thing for thing in peers if thing.get("colour") == worn[1]]
            return found
        if size := self.take(r"(?:that|who) is (?:really )?the (?:(second|third) )?(largest|biggest|smallest)(?: in reality)?"):
            volume = lambda thing: math.prod(thing["half"])
            return self.nth(peers, volume, RANKS[size[1]], size[2] in ("largest", "biggest"))
        far = lambda thing: math.dist(self.eye, centre_of(thing))
        if near := self.take(rf"(?:that|who) is (?:(second|third) )?(?:closest|nearest) to {VIEWER}"):
            return self.nth(peers, far, RANKS[near[1]], False)
        if most := self.take(rf"(?:that|who) is (?:(second|third) )?(?:farthest|most distant) from {VIEWER}"):
            return self.nth(peers, far, RANKS[most[1]], True)
        return self.relate(peers)

    def column(self, thing):
        return thing["sight"]["box"][0] + thing["sight"]["box"][2]

    def nth(self, things, key, rank, reverse):
        return sorted(things, key=key, reverse=reverse)[rank]

    def region(self):
        names = sorted((region["name"] for region in self.scene.record["regions"]), key=len, reverse=True)
        found = self.take("|".join(map(re.escape, names)))
        return next(region for region in self.scene.record["regions"] if region["name"] == found[0])

    def lies_in(self, thing, region):
        if thing["on"] is not None:
            return False
        corners, (x, y) = region["outline"], middle_of(thing)
        sides = zip(corners, corners[1:] + corners[:1])
        return all((b[0] - a[0]) * (y - a[1]) >= (b[1] - a[1]) * (x - a[0]) for a, b in sides)

    def owned(self):
        """`on your left if you were the red toy car`: whose side it is, and by how many degrees; None if that is not what it says."""
        sides = "|".join(pattern for pattern, _ in OWN_SIDES)
        if not re.match(f"(?:(?:that|who) would be )?(?:(?:immediately|directly|just) )?(?:{sides}) {IN_PLACE_OF} ", self.rest):
            return None
        self.take("(?:that|who) would be")
        self.take("immediately|directly|just")
        angle = self.side(OWN_SIDES)
        self.take(IN_PLACE_OF)
        return self.find(), angle

    def relate(self, peers):
        if owned := self.owned():
            return self.beside(peers, *owned, own=True)
        self.take("that is|which is|who is|located|standing")
        for name, pattern in RELATIONS:
            if not self.take(pattern):
                continue
            anchor = self.find()
            if self.take(NOT_COUNTING):
                region = self.region()
                peers = [thing for thing in peers if not self.lies_in(thing, region)]
            far = lambda thing: math.dist(centre_of(thing), centre_of(anchor))
            others = [thing for thing in peers if thing is not anchor]
            if name == "closest":
                return min(others, key=far)
            if name == "farthest":
                return max(others, key=far)
            if name == "between":
                assert self.take("and")
                last = self.find()
                fits = [t for t in others if t is not last and self.is_amid(middle_of(t), middle_of(anchor), middle_of(last))]
            elif name == "facing":
                looks = lambda t: off(clockwise((math.cos(t["yaw"]), math.sin(t["yaw"])), minus(middle_of(anchor), middle_of(t))), 0)
                return min(others, key=looks)
            else:
                fits = [t for t in others if (t["on"] == anchor["id"] if name == "on" else anchor["on"] == t["id"])]
            (found,) = fits
            return found
        angle = self.side(SIDES)
        anchor = self.find()
        for before, after in VIEWPOINTS:
            if self.take(before):
                viewer = self.find()
                assert self.take(after) or not after, self.rest
                return self.beside(peers, anchor, angle, own=False, viewer=viewer)
        return self.beside(peers, anchor, angle, own=False)

    def beside(self, peers, anchor, angle, own, viewer=None):
        fits = lambda thing: all(
            off(clockwise(way, minus(middle_of(thing), middle_of(anchor))), 0) < 60 for way in self.ways(anchor, angle, own, viewer)
        )
        there = [thing for thing in peers if thing is not anchor and thing is not viewer and fits(thing)]
        return min(there, key=lambda thing: math.dist(centre_of(thing), centre_of(anchor)))

    def side(self, sides):
        for pattern, angle in sides:
            if self.take(pattern):
                return angle
        raise ValueError(f"no side: {self.rest}")

    def is_amid(self, point, a, b):
        along, aside = minus(b, a), minus(point, a)
        square = along[0] ** 2 + along[1] ** 2
        part = (aside[0] * along[0] + aside[1] * along[1]) / square
        return 0.12 < part < 0.88 and abs(aside[0] * along[1] - aside[1] * along[0]) < 0.31 * square

    def level(self, z):
        """Where the line of sight through a pixel's middle meets a height."""
        e, (fx, _, cx, _, fy, cy, *_) = self.picture["extrinsic"], self.picture["intrinsic"]

        def meet(u, v):
            ray = (u + 0.5 - cx) / fx, (v + 0.5 - cy) / fy, 1
            x, y, down = (sum(e[4 * row + axis] * ray[row] for row in range(3)) for axis in range(3))
            far = (z - self.eye[2]) / down
            return self.eye[0] + far * x, self.eye[1] + far * y

        return meet


def from_box(thing, point):
    """How far a point is from what a thing covers."""
    dx, dy = minus(point, middle_of(thing))
    c, s = math.cos(thing["yaw"]), math.sin(thing["yaw"])
    return math.hypot(max(0, abs(c * dx + s * dy) - thing["half"][0]), max(0, abs(c * dy - s * dx) - thing["half"][1]))


def edge_of(thing, way):
    """How far a thing reaches from its middle in a direction."""
    c, s = math.cos(thing["yaw"]), math.sin(thing["yaw"])
    u, v = abs(c * way[0] + s * way[1]), abs(c * way[1] - s * way[0])
    return min(thing["half"][0] / u if u > 1e-9 else math.inf, thing["half"][1] / v if v > 1e-9 else math.inf)


def to_edge(point, a, b):
    """How far a point is from the line between two others."""
    along, way = minus(b, a), minus(point, a)
    part = max(0, min(1, (way[0] * along[0] + way[1] * along[1]) / (along[0] ** 2 + along[1] ** 2)))
    return apart(point, (a[0] + part * along[0], a[1] + part * along[1]))


def free_space(photo):
    """Of a free space: the ids of what it is on, its height, what it is on (None is the main surface), and whether a point is in it."""
    record = photo.scene.record
    ground = record["ground"]["z"]
    names = "|".join(re.escape(region["name"]) for region in record["regions"])
    assert photo.take(FREE), photo.rest
    if photo.take("on top of|on the upper surface of|on the top of"):
        thing = photo.find()
        half = [side - photo.clearance / 4 for side in thing["top"]["half"]]
        c, s = math.cos(thing["yaw"]), math.sin(thing["yaw"])

        def on_it(point):
            dx, dy = minus(point, middle_of(thing))
            x, y = abs(c * dx + s * dy) / half[0], abs(c * dy - s * dx) / half[1]
            return x * x + y * y <= 1 if thing["top"]["round"] else x <= 1 and y <= 1

        return {thing["id"]}, thing["position"][2] + 2 * thing["half"][2], thing["id"], on_it
    if photo.take("(?:in|at) the corner of the"):
        region = photo.region()
        photo.take("that is closest to|nearest to|that lies closest to")
        anchor = middle_of(photo.find())
        corners = region["outline"]
        corner = min(corners, key=lambda point: apart(point, anchor))
        shorter = min(apart(a, b) for a, b in zip(corners, corners[1:] + corners[:1]))
        return {region["id"]}, ground, None, lambda point: apart(point, corner) <= 0.45 * shorter
    if photo.take("(?:along|at) the edge of the"):
        region = photo.region()
        photo.take("that is closest to|nearest to|that lies closest to")
        anchor = middle_of(photo.find())
        corners = region["outline"]
        edges = list(zip(corners, corners[1:] + corners[:1]))
        edge = min(edges, key=lambda ends: to_edge(anchor, *ends))
        shorter = min(apart(a, b) for a, b in edges)
        return {region["id"]}, ground, None, lambda point: to_edge(point, *edge) <= 0.3 * shorter
    upright = ("wall", "door", "window")
    flat = {r["id"] for r in record["regions"] if "id" in r and r["kind"] not in upright and abs(r["z"] - ground) < 0.02}
    if photo.take("between|in between|in the gap between"):
        a = photo.find()
        assert photo.take("and")
        b = photo.find()
        start, way = middle_of(a), unit(minus(middle_of(b), middle_of(a)))
        least = edge_of(a, way) + photo.clearance
        most = apart(start, middle_of(b)) - edge_of(b, (-way[0], -way[1])) - photo.clearance
        wide = max(0.35 * photo.gap, min(math.sqrt(t["half"][0] * t["half"][1]) for t in (a, b)))

        def amid(point):
            dx, dy = minus(point, start)
            return least <= dx * way[0] + dy * way[1] <= most and abs(dy * way[0] - dx * way[1]) <= wide

        return flat, ground, None, amid
    if photo.take("next to|beside|adjacent to"):
        anchor = photo.find()
        assert photo.take(", on the side towards|, in the direction of|, on the side closer to")
        ways = [minus(middle_of(photo.find()), middle_of(anchor))]
    elif owned := photo.owned():
        anchor, angle = owned
        ways = photo.ways(anchor, angle, own=True)
    elif photo.take("immediately|directly|just"):
        angle = photo.side(SIDES)
        anchor = photo.find()
        ways = photo.ways(anchor, angle, own=False)
    elif not re.match(f"(?:on|on the surface of|inside the outline of|within the edges of) the (?:{names})(?![\\w-])", photo.rest):
        assert photo.take("inside|within|in the interior of"), photo.rest
        thing = photo.find()
        level = thing["position"][2] + thing["mouth"]["z"]
        return {thing["id"]}, level, thing["id"], lambda point: apart(point, middle_of(thing)) <= thing["mouth"]["radius"]
    else:
        assert photo.take("on the surface of the|on the|inside the outline of the|within the edges of the")
        return {photo.region()["id"]}, ground, None, lambda point: True
    way = unit((sum(x for x, _ in ways), sum(y for _, y in ways)))

    def beside(point):
        dx, dy = minus(point, middle_of(anchor))
        within = dx * way[0] + dy * way[1] >= 0.743 * math.hypot(dx, dy)
        return within and photo.clearance < from_box(anchor, point) <= photo.reach

    return flat, ground, None, beside


def check_space(photo, mask):
    """Whether the mask is the free space: to the pixel where there are maps; otherwise, whether all of it lies there."""
    ids, z, on, includes = free_space(photo)
    blocking = [thing for thing in photo.scene.record["things"] if thing["on"] == on]
    meet, (width, height, values) = photo.level(z), mask
    is_free = lambda point: all(from_box(thing, point) > photo.clearance for thing in blocking)
    maps = "segmentation" in photo.picture
    owner = read_png(photo.scene.folder / photo.picture["segmentation"])[2] if maps else None
    found = False
    for i in range(width * height):
        if not (values[i] or (owner and owner[i] in ids)):
            continue
        point = meet(i % width, i // width)
        is_in = includes(point) and is_free(point) and (owner is None or owner[i] in ids)
        if is_in != (values[i] > 0):
            return False
        found = True
    return found


def check_thing(photo, thing, mask):
    """Whether the mask is the thing: as many pixels in the same box; with maps, the very same pixels."""
    width, height, values = mask
    inside = [i for i in range(width * height) if values[i]]
    columns = [i % width for i in inside]
    box = [min(columns), inside[0] // width, max(columns) + 1, inside[-1] // width + 1]
    same = len(inside) == thing["sight"]["pixels"] and box == thing["sight"]["box"]
    if "segmentation" in photo.picture:
        owner = read_png(photo.scene.folder / photo.picture["segmentation"])[2]
        same = same and all((owner[i] == thing["id"]) == (values[i] > 0) for i in range(width * height))
    return same


def check_point(folder, scenes):
    for split in ("Location", "Placement"):
        for question in json.loads((folder / split / "question.json").read_text(encoding="utf-8")):
            sample = f"{split.lower()}/{question['id']}"
            scene, (picture,), _ = scenes[sample]
            photo = Photo(scene, picture, question["object"])
            mask = read_png(folder / split / question["mask_path"])
            how = "to the pixel" if "segmentation" in picture else "without maps"
            same = check_thing(photo, photo.find(), mask) if split == "Location" else check_space(photo, mask)
            yield sample, f"{split.lower()}, {how}", same and photo.rest == ""


CHECKS = {"synth-point": check_point, "synth-views": check_views, "synth-motion": check_motion, "synth-act": check_act}


def main(folders):
    wrong = 0
    for folder in map(Path, folders):
        family = json.loads((folder / "card.json").read_text(encoding="utf-8"))["benchmark"]
        agreed, asked = Counter(), Counter()
        for sample, group, same in CHECKS[family](folder, read_scenes(folder)):
            asked[group] += 1
            agreed[group] += same
            if not same:
                print(f"{family} {sample}: another truth")
        wrong += sum(asked.values()) - sum(agreed.values())
        print(f"{family}: {sum(agreed.values())} of {sum(asked.values())} truths agree ({folder})")
        for group in sorted(asked):
            print(f"  {agreed[group]} of {asked[group]}  {group}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
