"""How files begin that are no text, or that begin with a mark: the first bytes of each format that has such."""

PBM_PLAIN, PBM_RAW = b"P1", b"P4"
PBM_MAGIC = (PBM_PLAIN, PBM_RAW)
NPY_MAGIC = b"\x93NUMPY"
PICKLE_MAGIC = tuple(b"\x80" + bytes([version]) for version in range(2, 6))
PICTURE_MAGIC = (
    b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"RIFF", b"II*\0", b"MM\0*", b"P5", b"P6",
    *(bytes((0, 0, 0, size)) + b"ftyp" for size in range(16, 64, 4)),
)  # fmt: skip
"""PNG, JPEG, GIF, WebP, TIFF, pixmaps, and the family of HEIC and AVIF."""

MAGIC = {
    "pbm": PBM_MAGIC,
    "npy": (NPY_MAGIC,),
    "photo": PICTURE_MAGIC,
    "photo-swapped": PICTURE_MAGIC,
    "deepcubea": PICKLE_MAGIC,
}
"""By the name of a format; of two formats with the same first bytes, the first is meant unless the other is named."""
LONGEST = 64  # bytes that decide


def format_of(data: str | bytes) -> str | None:
    """Return the name of the format of files that begin as `data` does."""
    start = data[:LONGEST] if isinstance(data, bytes) else data[:LONGEST].encode("utf-8", "replace")
    if start[:1].isspace() and start.lstrip().startswith(PBM_MAGIC):
        start = start.lstrip()  # the one that people paste
    return next((name for name, magic in MAGIC.items() if start.startswith(magic)), None)
