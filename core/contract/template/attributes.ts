/**
 * Every attribute of every layer type: its constraint, stated once, and what a form or a layer schema shows of it. A
 * layer type picks from here, so `font_size` means the same wherever it stands.
 */
import * as z from "zod";
import { closedObject } from "./closed-object.js";
import { autoColorCandidates } from "./auto-color.js";
import { parseColor } from "./color.js";
import { fontFamilySchema } from "./document-fonts.js";
import { BUILT_IN_FAMILIES } from "./font-families.js";
import { imageUrlFault, MAX_IMAGE_URL_LENGTH } from "./image-url.js";
import { svgIssue } from "./svg/read-svg.js";

/** How a form edits an attribute. */
export type AttributeKind = "text" | "string" | "url" | "color" | "number" | "boolean";

/** The far edge of the plane that layers lie on, in pixels of the document. */
const FAR_PX = 16_384;

export const colorSchema = z
  .string()
  .max(64)
  .refine((text) => parseColor(text) !== undefined, {
    error: "It must be a colour such as #0f172a, rgba(15, 23, 42, 0.5), hsl(222, 47%, 11%), navy or transparent.",
  });

/** A colour, or `auto`: the more readable of two, white and black or those named, on what lies beneath. */
export const autoColorSchema = z
  .string()
  .max(160)
  .refine((text) => parseColor(text) !== undefined || autoColorCandidates(text) !== undefined, {
    error: "It must be a colour such as #0f172a, auto, or auto(#ffffff, #0f172a).",
  });

const urlSchema = z
  .string()
  .max(MAX_IMAGE_URL_LENGTH)
  .superRefine((text, context) => {
    const message = text === "" ? undefined : imageUrlFault(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** Characters of an SVG; a data URI of 1 MB belongs into an image layer. */
const MAX_SVG_LENGTH = 100_000;

const svgSchema = z
  .string()
  .max(MAX_SVG_LENGTH)
  .superRefine((text, context) => {
    const message = text.trim() === "" ? undefined : svgIssue(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** A built-in family, which editors offer, or one of the document's own: that it is there is checked with the document. */
const familySchema = z.union([z.enum(BUILT_IN_FAMILIES), fontFamilySchema], {
  error: "It must be the name of a font family.",
});

const lengthSchema = z.number().positive().max(FAR_PX);
const positionSchema = z.number().min(-FAR_PX).max(FAR_PX);
const fractionSchema = z.number().min(0).max(1);

const gradientStopSchema = closedObject({ color: colorSchema, position: fractionSchema });

const gradientStopsSchema = z
  .array(gradientStopSchema)
  .min(2)
  .max(16)
  .refine((stops) => stops.every((stop, index) => stop.position >= (stops[index - 1]?.position ?? 0)), {
    error: "The positions of the stops must not descend.",
  });

/** A linear gradient; its angle is CSS's: 0 points up, 90 to the right, 180 down. */
export const linearGradientSchema = closedObject({
  type: z.literal("linear-gradient"),
  angle: z.number().min(-360).max(360).default(180).describe("Its direction: 0 points up, 90 to the right."),
  stops: gradientStopsSchema,
});
export type LinearGradient = z.infer<typeof linearGradientSchema>;

/** A circular gradient about a point of its box. At radius 1 its last stop reaches the farthest corner. */
export const radialGradientSchema = closedObject({
  type: z.literal("radial-gradient"),
  center_x: fractionSchema.default(0.5).describe("Its centre from the left, in widths of the box."),
  center_y: fractionSchema.default(0.5).describe("Its centre from the top, in heights of the box."),
  radius: z.number().min(0.01).max(4).default(1).describe("In distances from the centre to the farthest corner."),
  stops: gradientStopsSchema,
});
export type RadialGradient = z.infer<typeof radialGradientSchema>;

export const gradientSchema = z.discriminatedUnion("type", [linearGradientSchema, radialGradientSchema]);
export type Gradient = z.infer<typeof gradientSchema>;

interface Attribute {
  readonly kind: AttributeKind;
  readonly label: string;
  readonly schema: z.ZodType;
}

export const ATTRIBUTES = {
  x: { kind: "number", label: "Left", schema: positionSchema },
  y: { kind: "number", label: "Top", schema: positionSchema },
  width: { kind: "number", label: "Width", schema: lengthSchema },
  height: { kind: "number", label: "Height", schema: lengthSchema },
  rotation: { kind: "number", label: "Rotation in degrees", schema: z.number().min(-360).max(360) },
  opacity: { kind: "number", label: "Opacity", schema: fractionSchema },
  hide: { kind: "boolean", label: "Hide", schema: z.boolean() },

  background_color: { kind: "color", label: "Background colour", schema: colorSchema },
  border_color: { kind: "color", label: "Border colour", schema: colorSchema },
  border_width: { kind: "number", label: "Border width", schema: z.number().min(0).max(1000) },
  border_radius: { kind: "number", label: "Corner radius", schema: z.number().min(0).max(FAR_PX) },
  shadow_color: { kind: "color", label: "Shadow colour", schema: colorSchema },
  shadow_x: { kind: "number", label: "Shadow offset to the right", schema: z.number().min(-1000).max(1000) },
  shadow_y: { kind: "number", label: "Shadow offset downwards", schema: z.number().min(-1000).max(1000) },
  // A blur's cost grows with its square; 200 px is a halo wider than any text.
  shadow_blur: { kind: "number", label: "Shadow blur", schema: z.number().min(0).max(200) },

  text: { kind: "text", label: "Text", schema: z.string().max(10_000) },
  color: { kind: "color", label: "Colour", schema: autoColorSchema },
  font_family: { kind: "string", label: "Font family", schema: familySchema },
  font_weight: { kind: "number", label: "Font weight", schema: z.number().min(100).max(900).multipleOf(100) },
  font_style: { kind: "string", label: "Font style", schema: z.enum(["normal", "italic"]) },
  font_size: { kind: "number", label: "Font size", schema: z.number().min(1).max(2000) },
  line_height: { kind: "number", label: "Line height in font sizes", schema: z.number().min(0.5).max(5) },
  letter_spacing: { kind: "number", label: "Letter spacing in font sizes", schema: z.number().min(-0.5).max(5) },
  align: { kind: "string", label: "Alignment", schema: z.enum(["start", "end", "left", "center", "right", "justify"]) },
  vertical_align: { kind: "string", label: "Vertical alignment", schema: z.enum(["top", "middle", "bottom"]) },
  padding: { kind: "number", label: "Padding", schema: z.number().min(0).max(2000) },
  max_lines: { kind: "number", label: "Most lines", schema: z.int().min(1).max(500) },
  text_transform: {
    kind: "string",
    label: "Letter case",
    schema: z.enum(["none", "uppercase", "lowercase", "capitalize"]),
  },
  text_decoration: {
    kind: "string",
    label: "Decoration",
    schema: z.enum(["none", "underline", "line-through", "overline"]),
  },
  text_wrap: { kind: "string", label: "Line breaks", schema: z.enum(["greedy", "balance"]) },
  text_fit: {
    kind: "string",
    label: "How the text fits its box",
    schema: z.enum(["cut", "shrink", "grow", "both"]),
  },
  min_font_size: { kind: "number", label: "Smallest font size", schema: z.number().min(1).max(2000) },
  max_font_size: { kind: "number", label: "Largest font size", schema: z.number().min(1).max(2000) },
  text_direction: { kind: "string", label: "Direction of reading", schema: z.enum(["auto", "ltr", "rtl"]) },
  rich: { kind: "boolean", label: "Read marks such as **bold** in the text", schema: z.boolean() },
  stroke_color: { kind: "color", label: "Outline colour", schema: colorSchema },
  stroke_width: { kind: "number", label: "Outline width outside of the letters", schema: z.number().min(0).max(200) },
  highlight_color: { kind: "color", label: "Highlight colour", schema: colorSchema },
  highlight_padding: { kind: "number", label: "Highlight padding", schema: z.number().min(0).max(500) },
  highlight_radius: { kind: "number", label: "Highlight corner radius", schema: z.number().min(0).max(500) },

  image_url: { kind: "url", label: "Image", schema: urlSchema },
  fit: { kind: "string", label: "Fit", schema: z.enum(["cover", "contain", "fill", "none"]) },
  focus_x: { kind: "number", label: "Focus from the left", schema: fractionSchema },
  focus_y: { kind: "number", label: "Focus from the top", schema: fractionSchema },
  fallback_color: { kind: "color", label: "Colour in place of a missing image", schema: colorSchema },

  crop: { kind: "string", label: "What a cover keeps in view", schema: z.enum(["focus", "smart"]) },
  // A blur's cost grows with its square, as a shadow's does.
  blur: { kind: "number", label: "Blur", schema: z.number().min(0).max(200) },
  greyscale: { kind: "boolean", label: "Shades of grey", schema: z.boolean() },
  brightness: { kind: "number", label: "Brightness, 1 as it is", schema: z.number().min(0).max(5) },
  tint: { kind: "color", label: "Tint", schema: colorSchema },
  fallback_image_url: { kind: "url", label: "Image in place of one that cannot be had", schema: urlSchema },
  strict: { kind: "boolean", label: "Fail rather than fall back", schema: z.boolean() },

  svg: { kind: "text", label: "SVG", schema: svgSchema },
  data: { kind: "text", label: "What the code says", schema: z.string().max(2000) },
  quiet_zone: { kind: "number", label: "Quiet zone in modules", schema: z.number().min(0).max(40) },
  error_correction: { kind: "string", label: "Error correction", schema: z.enum(["L", "M", "Q", "H"]) },
  symbology: {
    kind: "string",
    label: "Kind of barcode",
    schema: z.enum(["code128", "code39", "ean13", "ean8", "upca", "itf"]),
  },
  show_text: { kind: "boolean", label: "Show what it says", schema: z.boolean() },

  layout: { kind: "string", label: "Layout of what is inside", schema: z.enum(["absolute", "row", "column"]) },
  gap: { kind: "number", label: "Gap between layers", schema: z.number().min(0).max(2000) },
  padding_x: { kind: "number", label: "Padding left and right", schema: z.number().min(0).max(2000) },
  padding_y: { kind: "number", label: "Padding above and below", schema: z.number().min(0).max(2000) },
  align_items: {
    kind: "string",
    label: "Alignment across",
    schema: z.enum(["start", "center", "end", "stretch"]),
  },
  justify_content: {
    kind: "string",
    label: "Alignment along",
    schema: z.enum(["start", "center", "end", "space_between", "space_around", "space_evenly"]),
  },
  wrap: { kind: "boolean", label: "Wrap into further lines", schema: z.boolean() },
  clip: { kind: "boolean", label: "Cut off what hangs over", schema: z.boolean() },

  line_style: { kind: "string", label: "Line style", schema: z.enum(["solid", "dashed", "dotted"]) },
} as const satisfies Record<string, Attribute>;

export type AttributeName = keyof typeof ATTRIBUTES;

/** Whether a key of a layer is an attribute that a request may override. */
export function isAttributeName(key: string): key is AttributeName {
  return Object.hasOwn(ATTRIBUTES, key);
}
