"""Picture + instruction -> how likely each cell holds the block that is meant, where in the cell, and how it is turned."""

import torch
from torch import nn

CELL = 8  # pixels per side of a cell of the heat map


def block(inputs, outputs, stride):
    """BatchNorm is folded into the convolution on export."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True)
    )


class Reader(nn.Module):
    """Words to one vector: two convolutions and the largest value of each channel."""

    def __init__(self, vocabulary, width):
        super().__init__()
        self.words = nn.Embedding(vocabulary + 2, 32, padding_idx=0)
        self.look = nn.Sequential(nn.Conv1d(32, 64, 3, padding=1), nn.ReLU(), nn.Conv1d(64, 64, 3, padding=1), nn.ReLU())
        self.say = nn.Linear(64, 2 * width)

    def forward(self, text):
        there = (text > 0).unsqueeze(1).float()
        return self.say((self.look(self.words(text).transpose(1, 2)) * there).amax(2))


class Pick(nn.Module):
    def __init__(self, vocabulary, width=96):
        super().__init__()
        self.see = nn.Sequential(
            block(3, 24, 2), block(24, 48, 2), block(48, width, 2), block(width, width, 1), block(width, width, 1)
        )
        self.read = Reader(vocabulary, width)
        self.heat = nn.Sequential(nn.Conv2d(width, 64, 1), nn.ReLU(inplace=True), nn.Conv2d(64, 1, 1))
        self.where = nn.Conv2d(width, 4, 1)  # offsets in the cell, then cosine and sine of four times the angle

    def features(self, image):
        return self.see(image / 127.5 - 1)

    def judge(self, seen, text):
        """One heat map (as logits) per sentence; `seen` has one picture per sentence."""
        scale, shift = self.read(text)[:, :, None, None].chunk(2, 1)
        return self.heat(torch.relu(seen * (1 + scale) + shift))[:, 0]

    def forward(self, image, text):
        seen = self.features(image)
        where = self.where(seen)
        return self.judge(seen, text), torch.sigmoid(where[:, :2]), where[:, 2:]
