import * as z from "zod";
import { qrCost } from "../../cost/code-cost.js";
import { attribute } from "../attribute.js";
import { defineLayer, type LayerOf } from "../define-layer.js";
import { TEXT_FILLER } from "../placeholders.js";
import { backgroundColor, border, color, data, quietZone, radius, shadow, size } from "../shared-attributes.js";

/** A QR code, square in the middle of its box. */
export const qrLayer = defineLayer({
  type: "qr",
  attributes: {
    ...size,
    data,
    color,
    error_correction: attribute("string", "Error correction", z.enum(["L", "M", "Q", "H"])).default("M"),
    // Scanners require four modules (ISO/IEC 18004).
    quiet_zone: quietZone.default(4),
    background_color: backgroundColor.default("#ffffff"),
    ...border,
    ...radius,
    ...shadow,
  },
  placeholders: { data: TEXT_FILLER },
  aliases: { text: "data" },
  content: "data",
  cost: qrCost,
});

export type QrLayer = LayerOf<typeof qrLayer>;
