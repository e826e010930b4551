/** The attributes that several layer types share. Each type picks from these, so a name means the same in all types. */
import * as z from "zod";
import { attribute, documentAttribute } from "./attribute.js";
import { autoColorSchema, colorSchema, gradientSchema } from "./gradient.js";

/** The farthest coordinate of a layer, in document pixels. */
export const MAX_COORDINATE_PX = 16_384;

export const lengthSchema = z.number().positive().max(MAX_COORDINATE_PX);
export const fractionSchema = z.number().min(0).max(1);
const positionSchema = z.number().min(-MAX_COORDINATE_PX).max(MAX_COORDINATE_PX);

/** An id is for tools and messages. Requests use the name. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,62}[\p{L}\p{N}_-])?$/u;
/**
 * The length of a name in characters, as the pattern counts them. `max` would count letters outside of the basic plane
 * twice.
 */
export const NAME_LENGTH = { minLength: 1, maxLength: 64 } as const;

/** The attributes that every layer type has. The size is not among them, because its constraint depends on the type. */
export const commonAttributes = {
  id: documentAttribute(
    z
      .string()
      .regex(ID, { error: "It must be 1 to 64 letters, digits, hyphens or underscores." })
      .describe("Unique in the document; for tools and messages"),
  ),
  name: documentAttribute(
    z
      .string()
      .regex(NAME, {
        error: "It must be 1 to 64 letters, digits, spaces, hyphens or underscores, and start with a letter or digit.",
      })
      .meta(NAME_LENGTH)
      .optional()
      .describe("The name that requests use; requests cannot change a layer without a name"),
  ),
  x: attribute("number", "Left", positionSchema).default(0),
  y: attribute("number", "Top", positionSchema).default(0),
  visible_if: documentAttribute(
    z
      .string()
      .max(500)
      .optional()
      .describe("A condition for showing the layer; a layer that is not shown takes no room in a row or column"),
  ),
  rotation: attribute("number", "Rotation in degrees", z.number().min(-360).max(360)).default(0),
  opacity: attribute("number", "Opacity", fractionSchema).default(1),
  hide: attribute("boolean", "Hide", z.boolean()).default(false),
};

const width = attribute("number", "Width", lengthSchema);
const height = attribute("number", "Height", lengthSchema);

/** A side in pixels, or the room that the surrounding group leaves. */
const fillableSide = z.union([lengthSchema, z.literal("fill", { error: ({ input }) => sideMessage(input, ["fill"]) })]);

/** A side in pixels, the room that the surrounding group leaves, or the length that the content needs. */
const flexibleSide = z
  .union([lengthSchema, z.enum(["hug", "fill"], { error: ({ input }) => sideMessage(input, ["hug", "fill"]) })])
  .default("hug");

function sideMessage(input: unknown, words: readonly string[]): string {
  return input === undefined ? "It is required." : `It must be a number of pixels or ${words.join(" or ")}.`;
}

/** The size of a layer whose content has no size of its own. */
export const size = { width: width.inDocuments(fillableSide), height: height.inDocuments(fillableSide) };

/** The size of a layer that can be as large as its content. */
export const flexibleSize = { width: width.inDocuments(flexibleSide), height: height.inDocuments(flexibleSide) };

export const border = {
  border_color: attribute("color", "Border color", colorSchema).default("#000000"),
  border_width: attribute("number", "Border width", z.number().min(0).max(1000)).default(0),
};

export const radius = {
  border_radius: attribute("number", "Corner radius", z.number().min(0).max(MAX_COORDINATE_PX)).default(0),
};

/**
 * The limit of a blur radius in pixels. The cost of a blur grows with the square of its radius. With 200 px, the halo
 * is wider than any text.
 */
export const MAX_BLUR_PX = 200;

export const shadow = {
  shadow_color: attribute("color", "Shadow color", colorSchema).default("transparent"),
  shadow_x: attribute("number", "Shadow offset to the right", z.number().min(-1000).max(1000)).default(0),
  shadow_y: attribute("number", "Shadow offset downwards", z.number().min(-1000).max(1000)).default(0),
  shadow_blur: attribute("number", "Shadow blur", z.number().min(0).max(MAX_BLUR_PX)).default(0),
};

export const backgroundColor = attribute("color", "Background color", colorSchema);

/** The fill of a shape. */
export const fill = {
  background_color: backgroundColor.default("transparent"),
  background_gradient: {
    ...documentAttribute(gradientSchema.optional().describe("A gradient over the background color")),
    covers: "background_color",
  },
};

/** The color of letters, lines, and modules. It can be `auto`. */
export const color = attribute("color", "Color", autoColorSchema).default("#000000");

export const fit = attribute("string", "Fit", z.enum(["cover", "contain", "fill", "none"]));

export const padding = attribute("number", "Padding", z.number().min(0).max(2000)).default(0);

/** The content of a QR code or barcode. */
export const data = attribute("text", "The content of the code", z.string().max(2000)).default("");

export const quietZone = attribute("number", "Quiet zone in modules", z.number().min(0).max(40));
