"""Compiled twins of `lights.algebra`.

sparse       elimination along a front
"""
