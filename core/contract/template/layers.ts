/** The layer types. Defaults stand here, so whoever reads a checked layer finds every attribute in place. */
import * as z from "zod";
import { ATTRIBUTES, colorSchema, gradientSchema } from "./attributes.js";
import { closedObject } from "./closed-object.js";
import {
  border,
  fill,
  flexibleSize,
  identity,
  imageFit,
  imageUrlTextSchema,
  place,
  radius,
  shadow,
  size,
} from "./layer-parts.js";
import { MAX_ITEMS, variableNameSchema } from "./variables.js";

/** A layer whose sides are numbers: what `hug` and `fill` come to has been worked out. */
export type Sized<Source> = Omit<Source, "width" | "height"> & { readonly width: number; readonly height: number };

export const textLayerSchema = closedObject({
  type: z.literal("text"),
  ...identity,
  ...place,
  ...flexibleSize,
  text: ATTRIBUTES.text.schema.default(""),
  /** Marks such as `**bold**` are read in the text only where this is set. */
  rich: ATTRIBUTES.rich.schema.default(false),
  color: ATTRIBUTES.color.schema.default("#000000"),
  /** Colours the letters across the layer's box, in place of `color`; coloured spans keep theirs. */
  text_gradient: gradientSchema
    .optional()
    .describe("Colours the letters across the layer's box, in place of the colour"),
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
export type TextLayer = Sized<z.infer<typeof textLayerSchema>>;

/** An image as the background of a document; it fills the whole of it over a colour. */
export const imageBackgroundSchema = closedObject({
  type: z.literal("image"),
  image_url: imageUrlTextSchema,
  ...imageFit,
  color: colorSchema.default("#ffffff").describe("The colour beneath, and in place of an image that cannot be had."),
});

export const imageLayerSchema = closedObject({
  type: z.literal("image"),
  ...identity,
  ...place,
  ...size,
  image_url: imageUrlTextSchema.default(""),
  ...imageFit,
  blur: ATTRIBUTES.blur.schema.default(0),
  greyscale: ATTRIBUTES.greyscale.schema.default(false),
  brightness: ATTRIBUTES.brightness.schema.default(1),
  tint: ATTRIBUTES.tint.schema.default("transparent"),
  fallback_image_url: ATTRIBUTES.fallback_image_url.schema.default(""),
  fallback_color: ATTRIBUTES.fallback_color.schema.default("#e2e8f0"),
  strict: ATTRIBUTES.strict.schema.default(false),
  background_color: ATTRIBUTES.background_color.schema.default("transparent"),
  ...border,
  ...radius,
  ...shadow,
});
export type ImageLayer = Sized<z.infer<typeof imageLayerSchema>>;

export const rectangleLayerSchema = closedObject({
  type: z.literal("rectangle"),
  ...identity,
  ...place,
  ...size,
  ...fill,
  ...border,
  ...radius,
  ...shadow,
});
export type RectangleLayer = Sized<z.infer<typeof rectangleLayerSchema>>;

export const ellipseLayerSchema = closedObject({
  type: z.literal("ellipse"),
  ...identity,
  ...place,
  ...size,
  ...fill,
  ...border,
  ...shadow,
});
export type EllipseLayer = Sized<z.infer<typeof ellipseLayerSchema>>;

/** A horizontal stroke from the left to the right edge of its box; its height is its thickness. */
export const lineLayerSchema = closedObject({
  type: z.literal("line"),
  ...identity,
  ...place,
  ...size,
  color: ATTRIBUTES.color.schema.default("#000000"),
  line_style: ATTRIBUTES.line_style.schema.default("solid"),
});
export type LineLayer = Sized<z.infer<typeof lineLayerSchema>>;

/** An author's own drawing, made safe; `color` is what it calls `currentColor`. */
export const svgLayerSchema = closedObject({
  type: z.literal("svg"),
  ...identity,
  ...place,
  ...size,
  svg: ATTRIBUTES.svg.schema.default(""),
  color: ATTRIBUTES.color.schema.default("#000000"),
  fit: ATTRIBUTES.fit.schema.default("contain"),
  background_color: ATTRIBUTES.background_color.schema.default("transparent"),
  ...border,
  ...radius,
  ...shadow,
});
export type SvgLayer = Sized<z.infer<typeof svgLayerSchema>>;

export const qrLayerSchema = closedObject({
  type: z.literal("qr"),
  ...identity,
  ...place,
  ...size,
  data: ATTRIBUTES.data.schema.default(""),
  color: ATTRIBUTES.color.schema.default("#000000"),
  error_correction: ATTRIBUTES.error_correction.schema.default("M"),
  quiet_zone: ATTRIBUTES.quiet_zone.schema.default(4),
  background_color: ATTRIBUTES.background_color.schema.default("#ffffff"),
  ...border,
  ...radius,
  ...shadow,
});
export type QrLayer = Sized<z.infer<typeof qrLayerSchema>>;

export const barcodeLayerSchema = closedObject({
  type: z.literal("barcode"),
  ...identity,
  ...place,
  ...size,
  data: ATTRIBUTES.data.schema.default(""),
  symbology: ATTRIBUTES.symbology.schema.default("code128"),
  color: ATTRIBUTES.color.schema.default("#000000"),
  quiet_zone: ATTRIBUTES.quiet_zone.schema.default(10),
  show_text: ATTRIBUTES.show_text.schema.default(false),
  background_color: ATTRIBUTES.background_color.schema.default("#ffffff"),
  ...border,
  ...radius,
  ...shadow,
});
export type BarcodeLayer = Sized<z.infer<typeof barcodeLayerSchema>>;

const groupOwnShape = {
  type: z.literal("group"),
  ...identity,
  ...place,
  ...flexibleSize,
  layout: ATTRIBUTES.layout.schema.default("absolute"),
  gap: ATTRIBUTES.gap.schema.default(0),
  padding: ATTRIBUTES.padding.schema.default(0),
  padding_x: ATTRIBUTES.padding_x.schema.optional(),
  padding_y: ATTRIBUTES.padding_y.schema.optional(),
  align_items: ATTRIBUTES.align_items.schema.default("start"),
  justify_content: ATTRIBUTES.justify_content.schema.default("start"),
  wrap: ATTRIBUTES.wrap.schema.default(false),
  clip: ATTRIBUTES.clip.schema.default(false),
  repeat: variableNameSchema
    .optional()
    .describe("A list variable: what is inside is there once for each of its objects"),
  repeat_as: variableNameSchema.default("item").describe("What the object of a copy is called inside"),
  max_items: z.int().min(1).max(MAX_ITEMS).optional().describe("How many objects are repeated at most"),
  ...fill,
  ...border,
  ...radius,
  ...shadow,
};
type GroupOwnSchema = z.ZodObject<typeof groupOwnShape, z.core.$strict>;

type LeafSchema =
  | typeof textLayerSchema
  | typeof imageLayerSchema
  | typeof rectangleLayerSchema
  | typeof ellipseLayerSchema
  | typeof lineLayerSchema
  | typeof svgLayerSchema
  | typeof qrLayerSchema
  | typeof barcodeLayerSchema;

/** A group as a document has it: with sides that may hug or fill. */
export type SourceGroup = z.infer<GroupOwnSchema> & { readonly children: readonly Layer[] };
/** A layer as a checked document has it. */
export type Layer = z.infer<LeafSchema> | SourceGroup;
/** A layer as an author writes it. */
export type LayerInput =
  z.input<LeafSchema> | (z.input<GroupOwnSchema> & { readonly children?: readonly LayerInput[] | undefined });
export type LayerType = Layer["type"];

const childrenSchema: z.ZodType<readonly Layer[], readonly LayerInput[] | undefined> = z.lazy(() =>
  z.array(layerSchema).default([]),
);

export const groupLayerSchema = closedObject({
  ...groupOwnShape,
  children: childrenSchema.describe("The layers inside, in paint order"),
});

export const layerSchema = z.discriminatedUnion("type", [
  textLayerSchema,
  imageLayerSchema,
  rectangleLayerSchema,
  ellipseLayerSchema,
  lineLayerSchema,
  svgLayerSchema,
  qrLayerSchema,
  barcodeLayerSchema,
  groupLayerSchema,
]);

export const LAYER_SCHEMAS = {
  text: textLayerSchema,
  image: imageLayerSchema,
  rectangle: rectangleLayerSchema,
  ellipse: ellipseLayerSchema,
  line: lineLayerSchema,
  svg: svgLayerSchema,
  qr: qrLayerSchema,
  barcode: barcodeLayerSchema,
  group: groupLayerSchema,
} as const satisfies Record<LayerType, z.ZodObject>;
