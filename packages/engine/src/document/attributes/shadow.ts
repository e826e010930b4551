/** The shadows of a layer. */
import * as z from "zod";
import { closedObject } from "./closed-object.js";
import { colorSchema } from "./gradient.js";

/** The maximum number of shadows in a list. */
const MAX_SHADOWS = 8;

/**
 * The limit of a blur radius in pixels. The cost of a blur grows with the square of its radius. With 200 px, the halo
 * is wider than any text.
 */
export const MAX_BLUR_PX = 200;

/** The limit of a spread in pixels. The time for a spread grows with its length. */
const MAX_SPREAD_PX = 100;

export const shadowOffsetSchema = z.number().min(-1000).max(1000);

/** One shadow of a list. It follows the alpha of everything that its layer draws. */
export const shadowSchema = closedObject({
  color: colorSchema,
  x: shadowOffsetSchema.default(0).describe("The offset to the right."),
  y: shadowOffsetSchema.default(0).describe("The offset downwards."),
  blur: z.number().min(0).max(MAX_BLUR_PX).default(0).describe("As in CSS: twice the standard deviation."),
  spread: z
    .number()
    .min(-MAX_SPREAD_PX)
    .max(MAX_SPREAD_PX)
    .default(0)
    .describe("The length by which the shadow grows on every side before it is blurred. A negative one shrinks it."),
  inset: z.boolean().default(false).describe("Whether the shadow is inside of the layer, over its content."),
});
export type Shadow = z.infer<typeof shadowSchema>;

export const shadowsSchema = z.array(shadowSchema).max(MAX_SHADOWS);
