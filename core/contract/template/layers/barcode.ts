import * as z from "zod";
import { barcodeCost } from "../../cost/code-cost.js";
import { attribute } from "../attribute.js";
import { defineLayer, type LayerOf } from "../define-layer.js";
import { TEXT_FILLER } from "../placeholders.js";
import { backgroundColor, border, color, data, quietZone, radius, shadow, size } from "../shared-attributes.js";

const symbologySchema = z.enum(["code128", "code39", "ean13", "ean8", "upca", "itf"]);

/** A linear barcode across its box. */
export const barcodeLayer = defineLayer({
  type: "barcode",
  attributes: {
    ...size,
    data,
    symbology: attribute("string", "Kind of barcode", symbologySchema).default("code128"),
    color,
    quiet_zone: quietZone.default(10),
    show_text: attribute("boolean", "Show the content as text", z.boolean()).default(false),
    background_color: backgroundColor.default("#ffffff"),
    ...border,
    ...radius,
    ...shadow,
  },
  placeholders: { data: TEXT_FILLER },
  aliases: { text: "data" },
  content: "data",
  cost: barcodeCost,
});

export type BarcodeLayer = LayerOf<typeof barcodeLayer>;
