import * as z from "zod";
import { attribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { TEXT_FILLER } from "../layer-types/placeholders.js";
import {
  backgroundColor,
  border,
  color,
  data,
  quietZone,
  radius,
  shadow,
  size,
} from "../attributes/shared-attributes.js";

/** A QR code: a square in the middle of its box. */
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
});

export type QrLayer = LayerOf<typeof qrLayer>;
