/** Tells whole files from half-written ones. */

/** Every format that the scenarios make has marks at its beginning and at its end, or its length. */
export function isWhole(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes);
  const begins = (mark: string) => buffer.subarray(0, mark.length).toString("latin1") === mark;
  if (begins("\x89PNG")) return buffer.subarray(-8).includes("IEND");
  if (begins("RIFF")) return buffer.length === buffer.readUInt32LE(4) + 8;
  if (begins("%PDF-")) return buffer.subarray(-16).includes("%%EOF");
  if (begins("PK")) return buffer.subarray(-22, -18).toString("latin1") === "PK\x05\x06";
  return false;
}
