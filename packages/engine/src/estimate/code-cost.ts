/** The cost of QR codes, barcodes and dashed lines. */
import { boxCost, type BoxLook, drawnCost, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, type PlacedBox } from "./cost.js";

/** The attributes that determine the cost of a code. The number of its modules depends on its data. */
export interface CodeLook extends BoxLook {
  readonly data: string;
}

/** The time for any QR code, and for each byte of its data. */
const QR_NS = 3_000_000;
const QR_BYTE_NS = 13_000;
/**
 * The time for any barcode, and for each of its characters. A barcode is created twice, to find the height of its bars.
 */
const BARCODE_NS = 9_000_000;
const BARCODE_CHARACTER_NS = 300_000;
/** The length of the longest barcode. Longer data is refused before a barcode is created. */
const MAX_BARCODE_CHARACTERS = 80;
/** The time for a dash or dot of a line. */
const MARK_NS = 14_000;
const MAX_MARKS = 2_000;

/** Returns the cost of a QR code. */
export function qrCost(look: CodeLook, box: PlacedBox): Cost {
  const bytes = Buffer.byteLength(look.data);
  return addCosts([boxCost(look, box), costOf("its QR code", 1, QR_NS + bytes * QR_BYTE_NS)]);
}

/** Returns the cost of a barcode. */
export function barcodeCost(look: CodeLook, box: PlacedBox): Cost {
  const characters = Math.min(look.data.length, MAX_BARCODE_CHARACTERS);
  return addCosts([boxCost(look, box), costOf("its barcode", 1, BARCODE_NS + characters * BARCODE_CHARACTER_NS)]);
}

/** Returns the cost of a line. A dashed or dotted line has many marks if it is long and thin. */
export function lineCost(look: BoxLook & { readonly line_style: "solid" | "dashed" | "dotted" }, box: PlacedBox): Cost {
  const marks = look.line_style === "solid" ? 1 : Math.min(MAX_MARKS, 1 + box.width / Math.max(0.001, box.height));
  return addCosts([drawnCost(box, look.opacity, false), costOf("its dashes", marks, MARK_NS)]);
}

/** Returns the number of pixels that an automatic color samples. */
export function sampledPixels(box: PlacedBox): number {
  return visiblePixels(box);
}
