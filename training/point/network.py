"""
Picture + request -> heat map of 80 x 60 cells.

The picture is read once: what stands in every cell and where that is in space, and which cells are the middles of things. Then the things
look at the words and at each other, again and again with the same weights: each time, what is one relation further can be found. At last every
cell is judged by how it lies to what was found.
"""

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEIGHT, LENGTH = 320, 240, 80  # the longest request has 75 words; of what is added to it, the beginning is read
COLUMNS, ROWS = 80, 60  # cells of the heat map, 4 pixels each
THINGS = 40  # middles that are taken from the picture
MARKS = 4  # relations between the answer and the farthest thing that is told of
SLOTS = 1 + 2 * MARKS  # what is meant, and two things at each distance from it
PLACE = 7  # of every thing: across and down in the picture; right, ahead and up in space; cosine and sine of its front
RELATION = 14


def convolution(inputs, outputs, stride=1):
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class Residual(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first = convolution(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x):
        return F.relu(x + self.second(self.first(x)))


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.ask, self.tell, self.out = nn.Linear(width, width), nn.Linear(width, 2 * width), nn.Linear(width, width)

    def forward(self, x, other, hide=None):
        split = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        key, value = self.tell(other).chunk(2, -1)
        seen = F.scaled_dot_product_attention(split(self.ask(x)), split(key), split(value), hide)
        return self.out(seen.transpose(1, 2).flatten(2))


class Thought(nn.Module):
    """Each looks at all, then thinks by itself."""

    def __init__(self, width, heads):
        super().__init__()
        self.norm, self.look = nn.LayerNorm(width), Attention(width, heads)
        self.think = nn.Sequential(nn.LayerNorm(width), nn.Linear(width, 3 * width), nn.GELU(approximate="tanh"), nn.Linear(3 * width, width))

    def forward(self, x, hide=None):
        y = self.norm(x)
        x = x + self.look(y, y, hide)
        return x + self.think(x)


class Reader(nn.Module):
    """Words among each other."""

    def __init__(self, vocabulary, width, layers, heads):
        super().__init__()
        self.words = nn.Embedding(vocabulary + 2, width, padding_idx=0)
        self.places = nn.Parameter(0.02 * torch.randn(LENGTH, width))
        self.layers = nn.ModuleList(Thought(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)

    def forward(self, text):
        x = self.words(text) + self.places
        hide = hidden(text)
        for layer in self.layers:
            x = layer(x, hide)
        return self.norm(x)


def hidden(text):
    """Nobody looks where there is no word."""
    return -1e4 * (text == 0).float()[:, None, None]


def relation(a, b):
    """How a lies to b: in the picture, in space, as the viewer has b's sides, and as b has its own."""
    uv, space = a[..., :2] - b[..., :2], a[..., 2:5] - b[..., 2:5]
    x, y = space[..., 0], space[..., 1]
    far = (space.square().sum(-1) + 1e-4).sqrt()
    flat = (x.square() + y.square() + 1e-4).sqrt()
    # The line of sight to b, over the ground.
    sight = (b[..., 2].square() + b[..., 3].square() + 1e-4).sqrt()
    sx, sy = b[..., 2] / sight, b[..., 3] / sight
    cosine, sine = b[..., 5], b[..., 6]
    more = [
        far.log(), (uv.square().sum(-1) + 1e-4).log(), x / flat, y / flat,
        (x * sy - y * sx) / flat, (x * sx + y * sy) / flat,
        # A front of angle 0 looks where the camera looks.
        (y * cosine - x * sine) / flat, (-x * cosine - y * sine) / flat, a[..., 5] * cosine + a[..., 6] * sine,
    ]
    return torch.cat([uv, space, torch.stack(more, -1)], -1)


class Eyes(nn.Module):
    """Of every cell its features."""

    def __init__(self, width, out, heads):
        super().__init__()
        self.fine = nn.Sequential(convolution(3, width // 6, 2), convolution(width // 6, width // 3, 2), Residual(width // 3), Residual(width // 3))
        self.middle = nn.Sequential(convolution(width // 3, 2 * width // 3, 2), Residual(2 * width // 3), Residual(2 * width // 3))
        self.coarse = nn.Sequential(convolution(2 * width // 3, width, 2), Residual(width))
        self.places = nn.Parameter(0.02 * torch.randn(ROWS // 4 * COLUMNS // 4, width))
        self.thoughts = nn.ModuleList(Thought(width, heads) for _ in range(3))
        self.up = nn.ConvTranspose2d(width, 2 * width // 3, 2, 2)
        self.mix = Residual(2 * width // 3)
        self.up2, self.across = nn.ConvTranspose2d(2 * width // 3, out, 2, 2), nn.Conv2d(width // 3, out, 1)
        self.mix2 = nn.Sequential(Residual(out), Residual(out))

    def forward(self, image):
        fine = self.fine(image / 127.5 - 1)
        middle = self.middle(fine)
        tokens = self.coarse(middle).flatten(2).transpose(1, 2) + self.places
        for thought in self.thoughts:
            tokens = thought(tokens)
        whole = tokens.transpose(1, 2).unflatten(2, (ROWS // 4, COLUMNS // 4))
        return self.mix2(self.up2(self.mix(self.up(whole) + middle)) + self.across(fine))


class Link(nn.Module):
    """Things read, learn how they lie to those found before, and look at each other; then more is found."""

    def __init__(self, width, heads, relations):
        super().__init__()
        self.norm, self.read = nn.LayerNorm(width), Attention(width, heads)
        self.know, self.lie = nn.Linear(SLOTS, width), nn.Linear(SLOTS * relations, width)
        self.thoughts = nn.ModuleList(Thought(width, heads) for _ in range(2))
        self.told = nn.LayerNorm(width)
        self.mark = nn.Linear(width, SLOTS)

    def forward(self, x, words, hide, relations, marks):
        x = x + self.read(self.norm(x), words, hide)
        found = marks.softmax(1)
        each = len(found) // len(relations)
        to_found = torch.einsum("pqjs,pije->pqise", found.unflatten(0, (-1, each)), relations)
        x = x + self.know(found) + self.lie(to_found.flatten(3).flatten(0, 1))
        for thought in self.thoughts:
            x = thought(x)
        return x, self.mark(self.told(x))


class Point(nn.Module):
    def __init__(self, vocabulary, told, width=192, cell=96, heads=6, links=6):
        """`told`: how many kinds, colours and materials there are."""
        super().__init__()
        self.links, self.told = links, told
        self.eyes = Eyes(width, cell, heads)
        # Of every cell: what thing it is of, where that is, its front, how large it is; and where the cell itself is.
        self.tell = nn.Conv2d(cell, sum(told) + 3 + 2 + 1 + 3, 1)
        self.middle = nn.Sequential(convolution(cell, 48), nn.Conv2d(48, 1, 1))
        nn.init.constant_(self.middle[-1].bias, -4.0)
        self.enter = nn.Linear(cell + sum(told) + 6 + 2, width)
        self.relate = nn.Sequential(nn.Linear(RELATION, 48), nn.GELU(approximate="tanh"), nn.Linear(48, 32))
        self.reader = Reader(vocabulary, width, 3, heads)
        self.link = Link(width, heads, 32)
        self.cells, self.lie, self.meant = nn.Linear(cell + 3, 64), nn.Linear(3 * RELATION, 64), nn.Linear(3 * width, 128)
        self.judge, self.last = nn.Linear(64, 64), nn.Linear(64, 1)
        down, across = torch.meshgrid(torch.linspace(-0.75, 0.75, ROWS), torch.linspace(-1, 1, COLUMNS), indexing="ij")
        self.register_buffer("grid", torch.stack([across, down], -1).flatten(0, 1), persistent=False)

    def picture(self, image):
        """Of every cell its features, what it tells, and how likely it is the middle of a thing."""
        seen = self.eyes(image)
        rows = lambda x: x.flatten(2).transpose(1, 2)
        return rows(seen), rows(self.tell(seen)).float(), rows(self.middle(seen))[..., 0].float()

    def things(self, cells, told, order):
        """The things in the first places of an order of the cells: which cells, their features and places, and their relations."""
        at = order.topk(THINGS, 1).indices
        take = lambda x: x.gather(1, at[..., None].expand(-1, -1, x.shape[-1]))
        uv = self.grid[at]
        of = take(told)[..., :-3]
        place = torch.cat([uv, of[..., -6:-1]], -1)
        features = self.enter(torch.cat([take(cells), of, uv], -1))
        return at, features, place, self.relate(relation(place[:, :, None], place[:, None]))

    def answer(self, cells, told, things, text):
        """The heat map as logits, and after each link those of what is meant and what is spoken of on the way. Several texts to a picture."""
        _, features, place, relations = things
        each = len(text) // len(cells)
        many = lambda x: x.repeat_interleave(each, 0) if each > 1 else x
        words, hide = self.reader(text), hidden(text)
        x, found = many(features), []
        marks = x.new_zeros(*x.shape[:2], SLOTS)
        for _ in range(self.links):
            x, marks = self.link(x, words, hide, relations, marks)
            found.append(marks)
        # What is meant if it is a thing, and the first two that it lies to.
        sure = marks[..., :3].float().softmax(1).transpose(1, 2)
        # Not as a product of matrices, which would be rounded to half a cell.
        anchors = (sure[..., None] * many(place)[:, None]).sum(2)
        spot = torch.cat([self.grid.expand(len(told), -1, -1), told[..., -3:], told.new_zeros(*told.shape[:2], 2)], -1)
        lie = relation(many(spot)[:, :, None], anchors[:, None])
        meant, scale = self.meant((sure.to(x.dtype) @ x).flatten(1))[:, None].chunk(2, -1)
        judged = F.relu(many(self.cells(torch.cat([cells, told[..., -3:]], -1))) + self.lie(lie.flatten(2)) + meant)
        judged = F.relu(self.judge(judged) * (1 + scale))
        return self.last(judged)[..., 0].unflatten(1, (ROWS, COLUMNS)), found

    def forward(self, image, text):
        cells, told, middle = self.picture(image)
        return self.answer(cells, told, self.things(cells, told, peaks(middle)), text)[0]


def peaks(middle):
    """Cells by how likely they are the middle of a thing; those beside a more likely one come last."""
    grid = middle.unflatten(1, (1, ROWS, COLUMNS))
    highest = F.max_pool2d(grid, 3, 1, 1)
    return torch.where(grid >= highest, grid, grid - 100).flatten(1)
