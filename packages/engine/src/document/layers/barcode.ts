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

const symbologySchema = z.enum(["code128", "code39", "ean13", "ean8", "upca", "itf"]);

/** A linear barcode that extends across its box. */
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
});

export type BarcodeLayer = LayerOf<typeof barcodeLayer>;
