"""Networks of `pick` and `act`: a reader of instructions, a finder of blocks, and a mover of arms."""

import torch
from torch import nn
from torch.nn import functional as F

LABELS = "ABCDEFGHIK"
DIGITS = 6


def block(inputs, outputs, stride):
    """BatchNorm is folded into the convolution on export."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


def reader_for(words, size):
    """`quick` is for a CPU."""
    kinds = {"reader": Reader, "quick": QuickReader}
    return kinds[size.get("kind", "reader")](words, **{name: value for name, value in size.items() if name != "kind"})


class Layer(nn.Module):
    """Attention of all to all, then two linear layers. What is `hidden` (−∞) is not looked at."""

    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask, self.say = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, inner), nn.GELU(approximate="tanh"), nn.Linear(inner, width))

    def forward(self, seen, hidden=None, turns=None):
        many, length, width = seen.shape
        parts = self.ask(self.before(seen)).reshape(many, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        if turns is not None:
            query, key = turned(query, turns), turned(key, turns)
        if hidden is not None:
            hidden = hidden.to(value)
        found = F.scaled_dot_product_attention(query.to(value), key.to(value), value, attn_mask=hidden)
        seen = seen + self.say(found.transpose(1, 2).reshape(many, length, width))
        return seen + self.think(self.between(seen))


def turned(vectors, turns):
    """Each pair of numbers is turned by an angle that grows along the text: only distances count then."""
    cosine, sine = turns
    first, second = vectors.chunk(2, -1)
    return torch.cat([first * cosine - second * sine, first * sine + second * cosine], -1)


def angles(before, length, size):
    """For `before` tokens without a place and a text of so many words."""
    place = torch.cat([torch.zeros(before), torch.arange(1, length + 1)])
    speeds = 1000.0 ** -(torch.arange(size // 2) / (size // 2))
    angle = place[:, None] * speeds[None]
    return angle.cos(), angle.sin()


class Reader(nn.Module):
    """Words -> a score for each label. A digit also knows its place in its number, counted from the right.

    Ten tokens stand for the labels and six for the digits of the answer. Below the last layer they say which number each label
    means and what the answer is, and are taught to; a label's score is how well the two agree, and what the last layer adds.
    """

    def __init__(self, words, width=192, layers=5, heads=6, inner=512):
        super().__init__()
        self.own = len(LABELS) + DIGITS
        self.size = width // heads
        self.words = nn.Embedding(len(words) + 2, width, padding_idx=0)
        self.place = nn.Embedding(DIGITS + 2, width, padding_idx=0)
        self.register_buffer("is_digit", torch.tensor([0.0, 0.0, *(float(word.isdigit()) for word in words)]), False)
        self.tokens = nn.Parameter(0.02 * torch.randn(self.own, width))
        self.near = nn.Conv1d(width, width, 3, padding=1)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.spoken = layers - 1
        self.digits = nn.Linear(width, 11)
        self.option = nn.Linear(width, 11 * DIGITS)
        self.done, self.score = nn.LayerNorm(width), nn.Linear(width, 1)
        self.trust = nn.Parameter(torch.ones(()))

    def forward(self, text, aloud=False):
        there = (text > 0).float()
        words = (self.words(text) + self.place(places(self.is_digit[text]))) * there[..., None]
        words = words + self.near(words.transpose(1, 2)).transpose(1, 2)
        seen = torch.cat([self.tokens[None].expand(len(text), -1, -1), words], 1)
        hidden = (F.pad(there, (self.own, 0), value=1.0) - 1)[:, None, None, :] * 1e4
        turns = [each.to(seen) for each in angles(self.own, text.shape[1], self.size)]
        for n, layer in enumerate(self.layers):
            seen = layer(seen, hidden, turns)
            if n + 1 == self.spoken:
                option = self.option(seen[:, : len(LABELS)]).unflatten(2, (DIGITS, 11)).float()
                digits = self.digits(seen[:, len(LABELS) : self.own]).float()
        scores = self.score(self.done(seen[:, : len(LABELS)]))[..., 0] + self.trust * agreement(option, digits)
        return (scores, digits, option) if aloud else scores


class QuickReader(nn.Module):
    """The same for a CPU: words do not think, but each knows what stands around it, a digit what stands around its number.

    The tokens look at the words twice, and think among themselves.
    """

    def __init__(self, words, width=64, narrow=48, layers=4, heads=4, inner=192):
        super().__init__()
        self.own, self.heads = len(LABELS) + DIGITS, heads
        self.words = nn.Embedding(len(words) + 2, narrow, padding_idx=0)
        self.place = nn.Embedding(DIGITS + 2, narrow, padding_idx=0)
        self.around = nn.ModuleList(nn.Linear(narrow, narrow) for _ in range(3))
        self.register_buffer("is_digit", torch.tensor([0.0, 0.0, *(float(word.isdigit()) for word in words)]), False)
        self.register_buffer("labels", torch.tensor([words.index(label) + 2 for label in LABELS]), False)
        self.tokens = nn.Parameter(0.02 * torch.randn(self.own, width))
        self.of_label, self.of_place = nn.Linear(narrow, width), nn.Linear(narrow, width)
        self.ask = nn.ModuleList(nn.Linear(width, width) for _ in range(2))
        self.tell = nn.ModuleList(nn.Linear(narrow, 2 * width) for _ in range(2))
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.digits, self.option = nn.Linear(width, 11), nn.Linear(width, 11 * DIGITS)
        self.done, self.score = nn.LayerNorm(width), nn.Linear(width, 1)
        self.trust = nn.Parameter(torch.ones(()))

    def seen(self, text):
        """Every word with the two before it and the one after it, where a number counts as one word."""
        place = places(self.is_digit[text])
        before = places(self.is_digit[text].flip(1)).flip(1)
        at = torch.arange(text.shape[1], device=text.device)
        words = self.words(text) + self.place(place)
        for near, found in zip(self.around, (at - before.clamp(min=1), at - before.clamp(min=1) - 1, at + place.clamp(min=1))):
            words = words + near(self.words(text.gather(1, found.clamp(0, text.shape[1] - 1))))
        return words

    def look(self, n, seen, words, hidden):
        split = lambda part: part.unflatten(2, (self.heads, -1)).transpose(1, 2)
        key, value = self.tell[n](words).chunk(2, 2)
        found = F.scaled_dot_product_attention(split(self.ask[n](seen)), split(key), split(value), attn_mask=hidden)
        return seen + found.transpose(1, 2).flatten(2)

    def forward(self, text, aloud=False):
        words = self.seen(text)
        hidden = ((text > 0).float() - 1)[:, None, None, :] * 1e4
        names = torch.cat([self.of_label(self.words(self.labels)), self.of_place(self.place.weight[1 : DIGITS + 1])])
        seen = (self.tokens + names)[None].expand(len(text), -1, -1)
        for n, layer in enumerate(self.layers):
            seen = layer(self.look(n, seen, words, hidden) if n < len(self.ask) else seen)
            if n + 2 == len(self.layers):
                option = self.option(seen[:, : len(LABELS)]).unflatten(2, (DIGITS, 11))
                digits = self.digits(seen[:, len(LABELS) :])
        scores = self.score(self.done(seen[:, : len(LABELS)]))[..., 0] + self.trust * agreement(option, digits)
        return (scores, digits, option) if aloud else scores


def places(digit):
    """Of every digit its place in its number, counted from the right; 0 for what is no digit."""
    run, place = digit, digit
    for far in range(1, DIGITS + 1):
        run = run * F.pad(digit[:, far:], (0, far))
        place = place + run
    return place.long()


def agreement(option, digits):
    """How likely each label's number and the answer are the same, as a logarithm."""
    agree = (option.float().softmax(3) * digits.float().softmax(2)[:, None]).sum(3)
    return (agree + 1e-6).log().sum(2)


CELL = 8  # pixels per side of a cell of the finder's heat map


class Finder(nn.Module):
    """Picture + label -> how likely each cell holds its block, where in the cell, and how it is turned."""

    def __init__(self, width=96):
        super().__init__()
        self.see = nn.Sequential(
            block(3, 24, 2), block(24, 48, 2), block(48, width, 2), block(width, width, 1), block(width, width, 1)
        )
        self.ask = nn.Sequential(nn.Linear(len(LABELS), 64), nn.ReLU(), nn.Linear(64, 2 * width))
        self.heat = nn.Sequential(nn.Conv2d(width, 64, 1), nn.ReLU(inplace=True), nn.Conv2d(64, 1, 1))
        self.where = nn.Conv2d(width, 4, 1)  # offsets in the cell, then cosine and sine of four times the angle

    def features(self, image):
        return self.see(image / 127.5 - 1)

    def judge(self, seen, label):
        """One heat map (as logits) per label; `seen` has one picture per label."""
        scale, shift = self.ask(label)[:, :, None, None].chunk(2, 1)
        return self.heat(torch.relu(seen * (1 + scale) + shift))[:, 0]


class Pick(nn.Module):
    """The reader says which block, the finder where it is. `blind` to the picture or to the words."""

    def __init__(self, reader, finder, blind=None):
        super().__init__()
        self.reader, self.finder, self.blind = reader, finder, blind

    def forward(self, image, text):
        scores = self.reader(text)
        label = (scores >= scores.amax(1, keepdim=True)).float()
        seen = self.finder.features(image * 0 if self.blind == "picture" else image)
        heat = self.finder.judge(seen, label * 0 if self.blind == "words" else label)
        where = self.finder.where(seen)
        return heat, torch.sigmoid(where[:, :2]), where[:, 2:]


class Act(nn.Module):
    """Three pictures, joints and an instruction -> what to tell the drives in each of the next commands."""

    GRID = 4  # pixels per side of a cell

    def __init__(self, vocabulary, chunk=32, width=256, layers=4, heads=8, inner=640):
        super().__init__()
        self.chunk, self.width = chunk, width
        self.words = nn.Embedding(vocabulary + 2, 32, padding_idx=0)
        self.look = nn.Sequential(nn.Conv1d(32, 64, 3, padding=1), nn.ReLU(), nn.Conv1d(64, 64, 3, padding=1), nn.ReLU())
        self.ask = nn.Linear(64, 2 * 96)
        self.see = nn.Sequential(block(3, 32, 2), block(32, 64, 2), block(64, 96, 1), block(96, 96, 1))
        self.mean = nn.Sequential(block(96, 96, 1), nn.Conv2d(96, 5, 1))  # heat, offsets, cosine and sine
        self.far = nn.Sequential(block(96, 128, 2), block(128, 128, 2))
        self.wrist = nn.Sequential(block(3, 32, 2), block(32, 64, 2), block(64, 96, 2), block(96, 128, 2))
        self.head_token, self.wrist_token = nn.Linear(128, width), nn.Linear(128, width)
        self.text_token, self.joint_token = nn.Linear(64, width), nn.Linear(28, width)
        self.target_token = nn.Linear(96 + 32 + 2, width)
        self.kinds = nn.Parameter(0.02 * torch.randn(3 + 8 * 10 + 2 * 4 * 5, width))
        self.queries = nn.Parameter(0.02 * torch.randn(chunk, width))
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.done, self.move = nn.LayerNorm(width), nn.Linear(width, 14)
        self.block = nn.Linear(width, 3)
        # What the expert ever told the drives; the world refuses commands that no robot should follow.
        self.register_buffer("least", torch.full((14,), -2.0))
        self.register_buffer("most", torch.full((14,), 2.0))

    def forward(self, head, left, right, joints, commanded, text, aloud=False):
        there = (text > 0).unsqueeze(1).float()
        said = (self.look(self.words(text).transpose(1, 2)) * there).amax(2)
        # Pictures may be computed in few bits; where things are may not.
        with torch.autocast(head.device.type, torch.bfloat16, enabled=head.is_cuda):
            scale, shift = self.ask(said)[:, :, None, None].chunk(2, 1)
            seen = self.see(head / 127.5 - 1)
            asked = torch.relu(seen * (1 + scale) + shift)
            found = self.mean(asked)
            far = self.far(seen).flatten(2)
            wrists = [self.wrist(each / 127.5 - 1).flatten(2) for each in (left, right)]
        found, asked, far = found.float(), asked.float(), far.float()
        heat = found[:, 0].flatten(1)
        share = heat.softmax(1)
        inside = torch.sigmoid(found[:, 1:3])
        rows, columns = found.shape[2:]
        across = (torch.arange(columns, device=head.device)[None, None] + inside[:, 0]).flatten(1)
        down = (torch.arange(rows, device=head.device)[None, :, None] + inside[:, 1]).flatten(1)
        place = torch.stack([(share * across).sum(1) / columns, (share * down).sum(1) / columns], 1)
        turn = (found[:, 3:].flatten(2) * share[:, None]).sum(2)
        about = (asked.flatten(2) * share[:, None]).sum(2)
        target = torch.cat([about, waves(place), turn], 1)
        tokens = torch.cat(
            [
                self.text_token(said)[:, None],
                self.joint_token(torch.cat([joints, commanded], 1))[:, None],
                self.target_token(target)[:, None],
                self.head_token(far.transpose(1, 2)),
                *(self.wrist_token(each.float().transpose(1, 2)) for each in wrists),
            ],
            1,
        )
        thought = torch.cat([self.queries[None].expand(len(tokens), -1, -1), tokens + self.kinds], 1)
        for layer in self.layers:
            thought = layer(thought)
        thought = self.done(thought)
        actions = commanded[:, None] + self.move(thought[:, : self.chunk])
        if aloud:
            return actions, heat, inside, turn, self.block(thought[:, self.chunk + 2])
        return torch.minimum(torch.maximum(actions, self.least), self.most)


def waves(place):
    """A place as sines of several lengths: so small differences stay visible."""
    angle = place[:, :, None] * (2 * torch.pi * 2.0 ** torch.arange(8, device=place.device) / 2)
    return torch.cat([angle.sin(), angle.cos()], 2).flatten(1)
