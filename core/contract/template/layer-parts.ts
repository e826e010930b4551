/** What the layer types share: shapes that a type picks from, with their defaults. */
import * as z from "zod";
import { ATTRIBUTES, gradientSchema } from "./attributes.js";
import { imageUrlFault, MAX_IMAGE_URL_LENGTH } from "./image-url.js";
import { hasPlaceholders } from "./text-template/parse-text.js";

/** An id is for tools and messages; a name is what requests call a layer by. */
const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,62}[\p{L}\p{N}_-])?$/u;

export const identity = {
  id: z
    .string()
    .regex(ID, { error: "It must be 1 to 64 letters, digits, hyphens or underscores." })
    .describe("Unique in the document; for tools and messages"),
  name: z
    .string()
    .regex(NAME, {
      error: "It must be 1 to 64 letters, digits, spaces, hyphens or underscores, a letter or digit first.",
    })
    .optional()
    .describe("What requests call the layer by; without it they can't change it"),
};

/** A side in pixels, or as long as the group around leaves room. */
const fillableSide = <Side extends z.ZodType>(pixels: Side) =>
  z.union([pixels, z.literal("fill", { error: ({ input }) => sideFault(input, ["fill"]) })]);

/** A side in pixels, as long as the group around leaves room, or as what is inside needs. */
const flexibleSide = <Side extends z.ZodType>(pixels: Side) =>
  z
    .union([pixels, z.enum(["hug", "fill"], { error: ({ input }) => sideFault(input, ["hug", "fill"]) })])
    .default("hug");

function sideFault(input: unknown, words: readonly string[]): string {
  return input === undefined ? "It is required." : `It must be a number of pixels or ${words.join(" or ")}.`;
}

export const size = {
  width: fillableSide(ATTRIBUTES.width.schema),
  height: fillableSide(ATTRIBUTES.height.schema),
};

export const flexibleSize = {
  width: flexibleSide(ATTRIBUTES.width.schema),
  height: flexibleSide(ATTRIBUTES.height.schema),
};

export const place = {
  x: ATTRIBUTES.x.schema.default(0),
  y: ATTRIBUTES.y.schema.default(0),
  visible_if: z
    .string()
    .max(500)
    .optional()
    .describe("A condition on which the layer is there; without it, it takes no room in a row or column"),
  rotation: ATTRIBUTES.rotation.schema.default(0),
  opacity: ATTRIBUTES.opacity.schema.default(1),
  hide: ATTRIBUTES.hide.schema.default(false),
};

export const border = {
  border_color: ATTRIBUTES.border_color.schema.default("#000000"),
  border_width: ATTRIBUTES.border_width.schema.default(0),
};

export const radius = { border_radius: ATTRIBUTES.border_radius.schema.default(0) };

export const shadow = {
  shadow_color: ATTRIBUTES.shadow_color.schema.default("transparent"),
  shadow_x: ATTRIBUTES.shadow_x.schema.default(0),
  shadow_y: ATTRIBUTES.shadow_y.schema.default(0),
  shadow_blur: ATTRIBUTES.shadow_blur.schema.default(0),
};

/** A shape's fill. A gradient lies over the colour; a request that overrides the colour takes the gradient away. */
export const fill = {
  background_color: ATTRIBUTES.background_color.schema.default("transparent"),
  background_gradient: gradientSchema.optional().describe("A gradient over the background colour"),
};

/** An image's address in a document may hold placeholders; what they make of it is checked for each request. */
export const imageUrlTextSchema = z
  .string()
  .max(MAX_IMAGE_URL_LENGTH)
  .superRefine((text, context) => {
    const message = text === "" || hasPlaceholders(text) ? undefined : imageUrlFault(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

export const imageFit = {
  fit: ATTRIBUTES.fit.schema.default("cover"),
  crop: ATTRIBUTES.crop.schema.default("focus"),
  focus_x: ATTRIBUTES.focus_x.schema.default(0.5),
  focus_y: ATTRIBUTES.focus_y.schema.default(0.5),
};
