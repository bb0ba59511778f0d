"""Picture + request -> heat map of 80 x 60 cells. The picture is read once; then layer by layer its squares look at the words and at each other."""

import torch
from torch import nn
from torch.nn import functional as F

WIDTH, HEIGHT, LENGTH = 320, 240, 96
COLUMNS, ROWS = 80, 60  # cells of the heat map, 4 pixels each
MARKS = 4  # what is spoken of one, two, three and four relations away from the answer


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

    def forward(self, x, other):
        split = lambda t: t.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        key, value = self.tell(other).chunk(2, -1)
        seen = F.scaled_dot_product_attention(split(self.ask(x)), split(key), split(value))
        return self.out(seen.transpose(1, 2).flatten(2))


def feedforward(width):
    return nn.Sequential(nn.Linear(width, 3 * width), nn.GELU(approximate="tanh"), nn.Linear(3 * width, width))


class Reader(nn.Module):
    """Words among each other."""

    def __init__(self, vocabulary, width, layers, heads):
        super().__init__()
        self.words = nn.Embedding(vocabulary + 2, width, padding_idx=0)
        self.places = nn.Parameter(0.02 * torch.randn(LENGTH, width))
        self.layers = nn.ModuleList(
            nn.ModuleList([nn.LayerNorm(width), Attention(width, heads), nn.LayerNorm(width), feedforward(width)])
            for _ in range(layers)
        )
        self.norm = nn.LayerNorm(width)

    def forward(self, text):
        x = self.words(text) + self.places
        for norm, attention, norm2, forward in self.layers:
            y = norm(x)
            x = x + attention(y, y)
            x = x + forward(norm2(x))
        return self.norm(x)


class Layer(nn.Module):
    """A grid of tokens looks at words (if there are any), at itself (in neighbourhoods of 2 x 2 where it is large), and thinks."""

    def __init__(self, width, heads, grid, reads, pools):
        super().__init__()
        self.grid = grid
        self.reads = nn.ModuleList([nn.LayerNorm(width), Attention(width, heads)]) if reads else None
        self.norm, self.look = nn.LayerNorm(width), Attention(width, heads)
        self.pool = nn.Conv2d(width, width, 2, 2, groups=width) if pools else None
        self.norm2, self.forth = nn.LayerNorm(width), feedforward(width)

    def forward(self, x, words=None):
        if self.reads is not None:
            norm, attention = self.reads
            x = x + attention(norm(x), words)
        y = self.norm(x)
        other = y if self.pool is None else self.pool(y.transpose(1, 2).unflatten(2, self.grid)).flatten(2).transpose(1, 2)
        x = x + self.look(y, other)
        return x + self.forth(self.norm2(x))


class Point(nn.Module):
    def __init__(self, vocabulary, kinds, colours, width=192, heads=6, sees=2, reads=6, merge=False):
        super().__init__()
        self.fine = nn.Sequential(convolution(3, 32, 2), convolution(32, 64, 2), Residual(64), Residual(64))
        self.coarse = nn.Sequential(convolution(64, 128, 2), Residual(128), Residual(128), nn.Conv2d(128, width, 1))
        cells = ROWS // 2, COLUMNS // 2
        self.grid = (ROWS // 4, COLUMNS // 4) if merge else cells
        self.places = nn.Parameter(0.02 * torch.randn(cells[0] * cells[1], width))
        self.see = nn.ModuleList(Layer(width, heads, cells, False, True) for _ in range(sees))
        self.reader = Reader(vocabulary, width, 3, heads)
        self.merge = nn.Conv2d(width, width, 2, 2) if merge else None
        self.think = nn.ModuleList(Layer(width, heads, self.grid, True, not merge) for _ in range(reads))
        self.norm = nn.LayerNorm(width)
        self.part = nn.Sequential(nn.ConvTranspose2d(width, width, 2, 2)) if merge else None
        self.join = nn.Sequential(convolution(2 * width, 96), nn.Conv2d(96, width, 1)) if merge else None
        self.up = nn.ConvTranspose2d(width, 64, 2, 2)
        self.judge = nn.Sequential(convolution(128, 64), nn.Conv2d(64, 1, 1))
        # Only for training: what the picture shows, and what is spoken of on the way.
        self.tell = nn.Linear(width, kinds + colours + 3)
        self.mark = nn.Linear(width, 1 + MARKS)

    def picture(self, image):
        """What is fine in the picture, and its cells."""
        fine = self.fine(image / 127.5 - 1)
        cells = self.coarse(fine).flatten(2).transpose(1, 2) + self.places
        for layer in self.see:
            cells = layer(cells)
        return fine, cells

    def answer(self, fine, cells, text):
        """The heat map as logits, and the tokens after every other layer and the last."""
        words = self.reader(text)
        thoughts = []
        tokens = cells
        whole = cells.transpose(1, 2).unflatten(2, (ROWS // 2, COLUMNS // 2))
        if self.merge is not None:
            tokens = self.merge(whole).flatten(2).transpose(1, 2)
        for n, layer in enumerate(self.think):
            tokens = layer(tokens, words)
            if (len(self.think) - n) % 2 == 1:
                thoughts.append(self.norm(tokens))
        last = thoughts[-1].transpose(1, 2).unflatten(2, self.grid)
        if self.merge is not None:
            last = self.join(torch.cat([self.part(last), whole], 1))
        return self.judge(torch.cat([self.up(last), fine], 1))[:, 0], thoughts

    def forward(self, image, text):
        return self.answer(*self.picture(image), text)[0]
