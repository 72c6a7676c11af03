"""The tests: they prove rules, published examples, properties, real tournaments, and what a person sees."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent  # of the checkout
