import * as z from "zod";
import { attribute, documentAttribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { border, fill, flexibleSize, padding, radius, shadow } from "../attributes/shared-attributes.js";
import { IMAGE_URL_FILLER } from "../layer-types/placeholders.js";
import { masking } from "./masking.js";
import { MAX_ITEMS, variableNameSchema } from "../attributes/variables.js";

const lengthSchema = z.number().min(0).max(2000);
const alignSchema = z.enum(["start", "center", "end", "stretch", "baseline"]);
const justifySchema = z.enum(["start", "center", "end", "space_between", "space_around", "space_evenly"]);

const layout = {
  layout: attribute("string", "Layout of the layers inside", z.enum(["absolute", "row", "column"])).default("absolute"),
  gap: attribute("number", "Gap between layers", lengthSchema).default(0),
  padding,
  padding_x: attribute("number", "Padding left and right", lengthSchema).optional(),
  padding_y: attribute("number", "Padding above and below", lengthSchema).optional(),
  align_items: attribute("string", "Alignment across", alignSchema).default("start"),
  justify_content: attribute("string", "Alignment along", justifySchema).default("start"),
  wrap: attribute("boolean", "Wrap into further lines", z.boolean()).default(false),
  clip: attribute("boolean", "Cut off what extends beyond the group", z.boolean()).default(false),
};

const repetition = {
  repeat: documentAttribute(
    variableNameSchema.optional().describe("A list variable; the layers inside have a copy for each of its objects"),
  ),
  repeat_as: documentAttribute(variableNameSchema.default("item").describe("The name of the object inside a copy")),
  max_items: documentAttribute(z.int().min(1).max(MAX_ITEMS).optional().describe("The maximum number of copies")),
};

/** Layers that belong together, either at their own places or one after the other in a row or column. */
export const groupLayer = defineLayer({
  type: "group",
  attributes: { ...flexibleSize, ...layout, ...repetition, ...fill, ...border, ...radius, ...shadow, ...masking },
  hasChildren: true,
  placeholders: { mask_image_url: IMAGE_URL_FILLER },
});

export type GroupLayer = LayerOf<typeof groupLayer>;
