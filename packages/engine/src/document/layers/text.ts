import * as z from "zod";
import { attribute, documentAttribute } from "../attributes/attribute.js";
import { defineLayer, type LayerOf } from "../layer-types/define-layer.js";
import { fontFamilySchema } from "../attributes/document-fonts.js";
import { fontFeaturesSchema } from "../attributes/font-features.js";
import { fontSizeSchema, fontStyleSchema, fontWeightSchema, textStylesSchema } from "../attributes/text-styles.js";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { colorSchema, gradientSchema } from "../attributes/gradient.js";
import { richTextFiller } from "../layer-types/placeholders.js";
import { border, color, fill, flexibleSize, padding, radius, shadow } from "../attributes/shared-attributes.js";

/** A built-in family, which editors suggest, or a family of the document. `checkParts` checks that it exists. */
const familySchema = z.union([z.enum(BUILT_IN_FAMILIES), fontFamilySchema], {
  error: "It must be the name of a font family.",
});

const text = {
  text: attribute("text", "Text", z.string().max(10_000)).default(""),
  rich: attribute("boolean", "Read marks such as **bold** in the text", z.boolean()).default(false),
  text_styles: documentAttribute(
    textStylesSchema.optional().describe("Named styles for the marks of a rich text, such as [words]{name}"),
  ),
  color,
  text_gradient: {
    ...documentAttribute(
      gradientSchema.optional().describe("Colors the letters across the layer's box; replaces the color"),
    ),
    covers: "color",
  },
};

const font = {
  font_family: attribute("string", "Font family", familySchema).default("Inter"),
  font_weight: attribute("number", "Font weight", fontWeightSchema).default(400),
  font_style: attribute("string", "Font style", fontStyleSchema).default("normal"),
  font_size: attribute("number", "Font size", fontSizeSchema).default(32),
  font_features: attribute("string", "OpenType features", fontFeaturesSchema).default(""),
  line_height: attribute("number", "Line height in font sizes", z.number().min(0.5).max(5)).default(1.2),
  letter_spacing: attribute("number", "Letter spacing in font sizes", z.number().min(-0.5).max(5)).default(0),
};

const alignSchema = z.enum(["start", "end", "left", "center", "right", "justify"]);
const transformSchema = z.enum(["none", "uppercase", "lowercase", "capitalize"]);
const decorationSchema = z.enum(["none", "underline", "line-through", "overline"]);

const lines = {
  align: attribute("string", "Alignment", alignSchema).default("start"),
  vertical_align: attribute("string", "Vertical alignment", z.enum(["top", "middle", "bottom"])).default("top"),
  padding,
  max_lines: attribute("number", "Maximum number of lines", z.int().min(1).max(500)).optional(),
  text_transform: attribute("string", "Letter case", transformSchema).default("none"),
  text_decoration: attribute("string", "Decoration", decorationSchema).default("none"),
  text_wrap: attribute("string", "Line breaks", z.enum(["greedy", "balance"])).default("greedy"),
  text_fit: attribute("string", "How the text fits its box", z.enum(["cut", "shrink", "grow", "both"])).default("cut"),
  min_font_size: attribute("number", "Smallest font size", fontSizeSchema).default(8),
  max_font_size: attribute("number", "Largest font size", fontSizeSchema).default(400),
  text_direction: attribute("string", "Reading direction", z.enum(["auto", "ltr", "rtl"])).default("auto"),
};

const letters = {
  stroke_color: attribute("color", "Outline color", colorSchema).default("#000000"),
  stroke_width: attribute("number", "Outline width outside the letters", z.number().min(0).max(200)).default(0),
  highlight_color: attribute("color", "Highlight color", colorSchema).default("transparent"),
  highlight_padding: attribute("number", "Highlight padding", z.number().min(0).max(500)).default(0),
  highlight_radius: attribute("number", "Highlight corner radius", z.number().min(0).max(500)).default(0),
};

/** A text. Its shadow is the shadow of its letters. */
export const textLayer = defineLayer({
  type: "text",
  attributes: { ...flexibleSize, ...text, ...font, ...lines, ...letters, ...fill, ...border, ...radius, ...shadow },
  placeholders: { text: richTextFiller("rich") },
  content: "text",
  fontFamily: "font_family",
  styles: "text_styles",
  shadowOf: "content",
});

export type TextLayer = LayerOf<typeof textLayer>;
