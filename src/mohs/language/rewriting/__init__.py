"""Rewriting: what a text says, in other syntactic forms, by rules over its parse."""

from mohs.language.rewriting.forms import FORMS as FORMS
from mohs.language.rewriting.forms import Form as Form
from mohs.language.rewriting.forms import Rewrite as Rewrite
from mohs.language.rewriting.forms import rewrites as rewrites
