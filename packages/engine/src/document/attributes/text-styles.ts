/** The named styles of a text layer, which the marks of its rich text use. */
import * as z from "zod";
import { closedObject } from "./closed-object.js";
import { parseColor } from "./color.js";
import { colorSchema } from "./gradient.js";
import { fontFamilySchema } from "./document-fonts.js";

/** The maximum number of styles of a layer. */
export const MAX_TEXT_STYLES = 20;
const NAME = /^[a-z][a-z0-9_-]{0,31}$/i;

/** The largest letters of a text, in document pixels. */
export const MAX_FONT_SIZE = 2000;

/** The constraints of a text layer's font, which its styles share. */
export const fontWeightSchema = z.number().min(100).max(900).multipleOf(100);
export const fontSizeSchema = z.number().min(1).max(MAX_FONT_SIZE);
export const fontStyleSchema = z.enum(["normal", "italic"]);

const styleNameSchema = z
  .string()
  .regex(NAME, { error: "It must be 1 to 32 letters, digits, hyphens or underscores, and start with a letter." })
  .refine((name) => parseColor(name) === undefined, {
    error: "It is the name of a color, which a mark can use without a style. Choose another name.",
  });

const textStyleSchema = closedObject({
  name: styleNameSchema.describe("The name that a mark uses: [words]{name}"),
  font_size: fontSizeSchema
    .optional()
    .describe("Font size; the ratio to the layer's font size stays when a text is fitted"),
  font_weight: fontWeightSchema.optional().describe("Font weight"),
  font_style: fontStyleSchema.optional().describe("Font style"),
  font_family: fontFamilySchema.optional().describe("Font family"),
  color: colorSchema.optional().describe("Color"),
});

/** A style. The attributes that it leaves out are those of the text around the marked words. */
export type TextStyle = z.infer<typeof textStyleSchema>;

export const textStylesSchema = z
  .array(textStyleSchema)
  .max(MAX_TEXT_STYLES)
  .superRefine((styles, context) => {
    const names = styles.map(({ name }) => name);
    names.forEach((name, index) => {
      if (names.indexOf(name) === index) return;
      context.addIssue({ code: "custom", message: "An earlier style has the same name.", path: [index, "name"] });
    });
  });
