import encodeQr, { type ErrorCorrection } from "qr";
import { type QrLayer } from "../../contract/template/layers.js";

const LEVELS: Readonly<Record<QrLayer["error_correction"], ErrorCorrection>> = {
  L: "low",
  M: "medium",
  Q: "quartile",
  H: "high",
};

/**
 * The modules of a QR code (ISO/IEC 18004) without quiet zone, row by row. Dark modules are true. Undefined if the data is
 * too long.
 */
export function qrModules(
  data: string,
  errorCorrection: QrLayer["error_correction"],
): readonly (readonly boolean[])[] | undefined {
  try {
    // The encoder always adds a border. The layer draws the quiet zone.
    const withBorder = encodeQr(data.toWellFormed(), "raw", { ecc: LEVELS[errorCorrection], border: 1 });
    return withBorder.slice(1, -1).map((row) => row.slice(1, -1));
  } catch {
    return undefined;
  }
}
