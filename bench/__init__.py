"""Benchmarks: they measure, they assert nothing."""
