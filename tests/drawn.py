"""What a plot shows, read back from its SVG: numbers from where they lie, by the axis that people read."""

import re
from dataclasses import dataclass
from xml.etree import ElementTree

import numpy as np

_BASELINE = 3.8  # by how much the text of a tick stands below the middle of its letters


@dataclass(frozen=True)
class Text:
    """A text and where it stands."""

    text: str
    x: float
    y: float
    anchor: str
    colour: str


@dataclass(frozen=True)
class Shape:
    """Points of a line or of a filled shape; its colour is a class of the page or one of its own."""

    x: tuple[float, ...]
    y: tuple[float, ...]
    colour: str
    filled: bool


class Drawn:
    """A plot: its texts, dots, lines and bars in the units of its axes, once `by` has said what these are."""

    def __init__(self, svg):
        root = ElementTree.fromstring(svg)
        hidden = {id(one) for part in root.iter("defs") for one in part.iter()}
        self.texts = [
            Text(one.text, *(float(one.get(key)) for key in "xy"), one.get("text-anchor"), _colour(one))
            for one in root.iter("text")
        ]
        self.dots = [
            Shape((float(one.get("x")),), (float(one.get("y")),), _colour(one), True)
            for one in root.iter("use")
            if one.get("fill-opacity") is None
        ]
        self.bands = []
        for one in root.iter("use"):
            if one.get("fill-opacity") is not None:
                path = root.find(f".//*[@id='{one.get('href')[1:]}']")
                shape, down = _shape(path), float(one.get("y"))
                self.bands.append(Shape(shape.x, tuple(y + down for y in shape.y), _colour(one), True))
        paths = [one for one in root.iter("path") if id(one) not in hidden]
        self.shapes = [_shape(one) for one in paths if " C " not in one.get("d")]

    def lines(self, colour):
        """Lines of this colour, each as its points."""
        return [one for one in self.shapes if one.colour == colour and not one.filled]

    def bars(self, colour):
        """Filled shapes of this colour."""
        return [one for one in self.shapes if one.colour == colour and one.filled]

    def across(self, log=False):
        """From a place to the number that the axis below says."""
        ticks = [
            (number, one)
            for one in self.texts
            if (number := _number(one)) is not None and one.anchor != "end"
        ]
        below = max(one.y for _, one in ticks)
        return _scale([(number, one.x) for number, one in ticks if one.y == below], log)

    def up(self):
        """From a place to the number that the axis at the left says."""
        ticks = [
            (number, one.y - _BASELINE)
            for one in self.texts
            if (number := _number(one)) is not None and one.anchor == "end"
        ]
        return _scale(ticks, False)


def _number(text):
    if text.colour != "muted" or not re.fullmatch(r"[-+−]?[\d.,]+( %)?", text.text):
        return None
    return float(text.text.replace("−", "-").replace(",", "").removesuffix(" %"))


def _scale(ticks, log):
    numbers, places = (np.array(side) for side in zip(*ticks, strict=True))
    slope, start = np.polyfit(places, np.log(numbers) if log else numbers, 1)
    return lambda place: float(np.exp(start + slope * place) if log else start + slope * place)


def _colour(element):
    classes = re.findall(r"\b[fs]-(\w+)", element.get("class", ""))
    return classes[-1] if classes else element.get("stroke") or element.get("fill")


def _shape(path):
    numbers = list(map(float, re.findall(r"-?[\d.]+", path.get("d"))))
    filled = path.get("fill") != "none"
    return Shape(tuple(numbers[0::2]), tuple(numbers[1::2]), _colour(path), filled)
