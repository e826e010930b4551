const TIFF = { little: "II", directoryAt: 4, entryBytes: 12, valueAt: 8, orientation: 0x0112 };

/** The orientation of an image that a viewer shows as it is stored. From 5 on, a viewer exchanges width and height. */
export const UPRIGHT = 1;
export const FIRST_ON_ITS_SIDE = 5;

/** Returns the orientation in EXIF data (TIFF 6.0, section 2). Without one, it is `UPRIGHT`. */
export function exifOrientation(tiff: Buffer): number {
  if (tiff.length < 8) return UPRIGHT;
  const isLittle = tiff.toString("latin1", 0, 2) === TIFF.little;
  const word = (at: number) => {
    if (at + 2 > tiff.length) return 0;
    return isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  };
  const start = isLittle ? tiff.readUInt32LE(TIFF.directoryAt) : tiff.readUInt32BE(TIFF.directoryAt);
  // The stated number of entries is untrusted, so the end of the data also ends the search.
  for (let index = 0; index < word(start); index++) {
    const entry = start + 2 + index * TIFF.entryBytes;
    if (entry + TIFF.entryBytes > tiff.length) return UPRIGHT;
    if (word(entry) === TIFF.orientation) return word(entry + TIFF.valueAt);
  }
  return UPRIGHT;
}
