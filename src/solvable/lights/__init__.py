"""Lights Out and all its kin: pressing a cell adds a fixed pattern; solving is linear algebra over Z/k."""
