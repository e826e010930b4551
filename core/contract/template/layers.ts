/** The layer types. Defaults stand here, so whoever reads a checked layer finds every attribute in place. */
import * as z from "zod";
import { ATTRIBUTES, gradientSchema } from "./attributes.js";
import { closedObject } from "./closed-object.js";

/** An id is for tools and messages; a name is what requests call a layer by. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,62}[\p{L}\p{N}_-])?$/u;

const identity = {
  id: z.string().regex(ID, { error: "It must be 1 to 64 letters, digits, hyphens or underscores." }),
  name: z
    .string()
    .regex(NAME, {
      error: "It must be 1 to 64 letters, digits, spaces, hyphens or underscores, a letter or digit first.",
    })
    .optional(),
};

const place = {
  x: ATTRIBUTES.x.schema,
  y: ATTRIBUTES.y.schema,
  width: ATTRIBUTES.width.schema,
  height: ATTRIBUTES.height.schema,
  rotation: ATTRIBUTES.rotation.schema.default(0),
  opacity: ATTRIBUTES.opacity.schema.default(1),
  hide: ATTRIBUTES.hide.schema.default(false),
};

const border = {
  border_color: ATTRIBUTES.border_color.schema.default("#000000"),
  border_width: ATTRIBUTES.border_width.schema.default(0),
};

const radius = { border_radius: ATTRIBUTES.border_radius.schema.default(0) };

const shadow = {
  shadow_color: ATTRIBUTES.shadow_color.schema.default("transparent"),
  shadow_x: ATTRIBUTES.shadow_x.schema.default(0),
  shadow_y: ATTRIBUTES.shadow_y.schema.default(0),
  shadow_blur: ATTRIBUTES.shadow_blur.schema.default(0),
};

/** A shape's fill. A gradient lies over the colour; a request that overrides the colour takes the gradient away. */
const fill = {
  background_color: ATTRIBUTES.background_color.schema.default("transparent"),
  background_gradient: gradientSchema.optional(),
};

export const textLayerSchema = closedObject({
  type: z.literal("text"),
  ...identity,
  ...place,
  text: ATTRIBUTES.text.schema.default(""),
  /** Marks such as `**bold**` are read in the text only where this is set. */
  rich: ATTRIBUTES.rich.schema.default(false),
  color: ATTRIBUTES.color.schema.default("#000000"),
  /** Colours the letters across the layer's box, in place of `color`; coloured spans keep theirs. */
  text_gradient: gradientSchema.optional(),
  font_family: ATTRIBUTES.font_family.schema.default("Inter"),
  font_weight: ATTRIBUTES.font_weight.schema.default(400),
  font_style: ATTRIBUTES.font_style.schema.default("normal"),
  font_size: ATTRIBUTES.font_size.schema.default(32),
  line_height: ATTRIBUTES.line_height.schema.default(1.2),
  letter_spacing: ATTRIBUTES.letter_spacing.schema.default(0),
  align: ATTRIBUTES.align.schema.default("start"),
  vertical_align: ATTRIBUTES.vertical_align.schema.default("top"),
  padding: ATTRIBUTES.padding.schema.default(0),
  max_lines: ATTRIBUTES.max_lines.schema.optional(),
  text_transform: ATTRIBUTES.text_transform.schema.default("none"),
  text_decoration: ATTRIBUTES.text_decoration.schema.default("none"),
  text_wrap: ATTRIBUTES.text_wrap.schema.default("greedy"),
  text_fit: ATTRIBUTES.text_fit.schema.default("cut"),
  min_font_size: ATTRIBUTES.min_font_size.schema.default(8),
  max_font_size: ATTRIBUTES.max_font_size.schema.default(400),
  text_direction: ATTRIBUTES.text_direction.schema.default("auto"),
  stroke_color: ATTRIBUTES.stroke_color.schema.default("#000000"),
  stroke_width: ATTRIBUTES.stroke_width.schema.default(0),
  highlight_color: ATTRIBUTES.highlight_color.schema.default("transparent"),
  highlight_padding: ATTRIBUTES.highlight_padding.schema.default(0),
  highlight_radius: ATTRIBUTES.highlight_radius.schema.default(0),
  ...fill,
  ...border,
  ...radius,
  ...shadow,
});
export type TextLayer = z.infer<typeof textLayerSchema>;

export const imageLayerSchema = closedObject({
  type: z.literal("image"),
  ...identity,
  ...place,
  image_url: ATTRIBUTES.image_url.schema.default(""),
  fit: ATTRIBUTES.fit.schema.default("cover"),
  focus_x: ATTRIBUTES.focus_x.schema.default(0.5),
  focus_y: ATTRIBUTES.focus_y.schema.default(0.5),
  fallback_color: ATTRIBUTES.fallback_color.schema.default("#e2e8f0"),
  background_color: ATTRIBUTES.background_color.schema.default("transparent"),
  ...border,
  ...radius,
  ...shadow,
});
export type ImageLayer = z.infer<typeof imageLayerSchema>;

export const rectangleLayerSchema = closedObject({
  type: z.literal("rectangle"),
  ...identity,
  ...place,
  ...fill,
  ...border,
  ...radius,
  ...shadow,
});
export type RectangleLayer = z.infer<typeof rectangleLayerSchema>;

export const ellipseLayerSchema = closedObject({
  type: z.literal("ellipse"),
  ...identity,
  ...place,
  ...fill,
  ...border,
  ...shadow,
});
export type EllipseLayer = z.infer<typeof ellipseLayerSchema>;

/** A horizontal stroke from the left to the right edge of its box; its height is its thickness. */
export const lineLayerSchema = closedObject({
  type: z.literal("line"),
  ...identity,
  ...place,
  color: ATTRIBUTES.color.schema.default("#000000"),
  line_style: ATTRIBUTES.line_style.schema.default("solid"),
});
export type LineLayer = z.infer<typeof lineLayerSchema>;

export const layerSchema = z.discriminatedUnion("type", [
  textLayerSchema,
  imageLayerSchema,
  rectangleLayerSchema,
  ellipseLayerSchema,
  lineLayerSchema,
]);
export type Layer = z.infer<typeof layerSchema>;
export type LayerType = Layer["type"];

export const LAYER_SCHEMAS = {
  text: textLayerSchema,
  image: imageLayerSchema,
  rectangle: rectangleLayerSchema,
  ellipse: ellipseLayerSchema,
  line: lineLayerSchema,
} as const satisfies Record<LayerType, z.ZodObject>;
