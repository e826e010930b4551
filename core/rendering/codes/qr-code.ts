import encodeQr, { type ErrorCorrection } from "qr";
import { type QrLayer } from "../../contract/template/layers.js";

const LEVELS: Readonly<Record<QrLayer["error_correction"], ErrorCorrection>> = {
  L: "low",
  M: "medium",
  Q: "quartile",
  H: "high",
};

/** The modules of a QR code (ISO/IEC 18004) without quiet zone, row by row, true where dark; undefined if it can't hold that much. */
export function qrModules(
  data: string,
  errorCorrection: QrLayer["error_correction"],
): readonly (readonly boolean[])[] | undefined {
  try {
    // A byte code can be had of any text; the encoder's own choice packs digits and capitals closer.
    return encodeQr(data.toWellFormed(), "raw", { ecc: LEVELS[errorCorrection], border: 0 });
  } catch {
    return undefined;
  }
}
