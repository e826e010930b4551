import type { ErrorCorrection } from "qr";

/** The level of error correction, from about 7 % to 30 % of the code. */
export type QrErrorCorrection = "L" | "M" | "Q" | "H";

const LEVELS: Readonly<Record<QrErrorCorrection, ErrorCorrection>> = {
  L: "low",
  M: "medium",
  Q: "quartile",
  H: "high",
};

/**
 * Returns the modules of a QR code (ISO/IEC 18004) without the quiet zone, row by row. Dark modules are true. Returns
 * undefined if the data is too long.
 */
export async function qrModules(
  data: string,
  errorCorrection: QrErrorCorrection,
): Promise<readonly (readonly boolean[])[] | undefined> {
  const { encodeQr } = await import("./qr-library.js");
  try {
    // The encoder always adds a border. The layer draws the quiet zone.
    const withBorder = encodeQr(data.toWellFormed(), "raw", { ecc: LEVELS[errorCorrection], border: 1 });
    return withBorder.slice(1, -1).map((row) => row.slice(1, -1));
  } catch {
    return undefined;
  }
}
