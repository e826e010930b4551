/** The attributes that several layer types share. Each type picks from these, so a name means the same in all types. */
import * as z from "zod";
import { attribute, documentAttribute } from "./attribute.js";
import { MAX_BLUR_PX, shadowOffsetSchema, shadowsSchema } from "./shadow.js";
import { autoColorSchema, colorSchema, gradientSchema } from "./gradient.js";

/** The maximum number of sides of a regular polygon, or of points of a star. */
export const MAX_POLYGON_SIDES = 60;

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

export const strokeStyleSchema = z.enum(["solid", "dashed", "dotted"]);

export const border = {
  border_color: attribute("color", "Border color", colorSchema).default("#000000"),
  border_width: attribute("number", "Border width", z.number().min(0).max(1000)).default(0),
  border_style: attribute("string", "Border style", strokeStyleSchema).default("solid"),
};

export const radiusSchema = z.number().min(0).max(MAX_COORDINATE_PX);

/** Creates the attribute for the radius of one corner. A request that sets `border_radius` removes it. */
function cornerRadius(corner: string) {
  const label = `Radius of the ${corner} corner; without it, border_radius`;
  return { ...attribute("number", label, radiusSchema).optional(), covers: "border_radius" };
}

export const radius = {
  border_radius: attribute("number", "Corner radius", radiusSchema).default(0),
  border_top_left_radius: cornerRadius("top left"),
  border_top_right_radius: cornerRadius("top right"),
  border_bottom_right_radius: cornerRadius("bottom right"),
  border_bottom_left_radius: cornerRadius("bottom left"),
};

export const shadow = {
  shadow_color: attribute("color", "Shadow color", colorSchema).default("transparent"),
  shadow_x: attribute("number", "Shadow offset to the right", shadowOffsetSchema).default(0),
  shadow_y: attribute("number", "Shadow offset downwards", shadowOffsetSchema).default(0),
  shadow_blur: attribute("number", "Shadow blur", z.number().min(0).max(MAX_BLUR_PX)).default(0),
  shadows: documentAttribute(
    shadowsSchema.optional().describe("Further shadows beneath that of shadow_color; the first one is on top"),
  ),
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

export const fitSchema = z.enum(["cover", "contain", "fill", "none"]);

export const fit = attribute("string", "Fit", fitSchema);

export const padding = attribute("number", "Padding", z.number().min(0).max(2000)).default(0);

/** The content of a QR code or barcode. */
export const data = attribute("text", "The content of the code", z.string().max(2000)).default("");

export const quietZone = attribute("number", "Quiet zone in modules", z.number().min(0).max(40));
