/** The colors and gradients that a template can contain. */
import * as z from "zod";
import { autoColorCandidates } from "./auto-color.js";
import { closedObject } from "./closed-object.js";
import { parseColor } from "./color.js";

export const colorSchema = z
  .string()
  .max(64)
  .refine((text) => parseColor(text) !== undefined, {
    error: "It must be a color such as #0f172a, rgba(15, 23, 42, 0.5), hsl(222, 47%, 11%), navy or transparent.",
  });

/**
 * A color, or `auto`. With `auto`, the renderer chooses the more readable of two colors for what lies beneath the
 * layer.
 */
export const autoColorSchema = z
  .string()
  .max(160)
  .refine((text) => parseColor(text) !== undefined || autoColorCandidates(text) !== undefined, {
    error: "It must be a color such as #0f172a, auto, or auto(#ffffff, #0f172a).",
  });

const fractionSchema = z.number().min(0).max(1);

const gradientStopsSchema = z
  .array(closedObject({ color: colorSchema, position: fractionSchema }))
  .min(2)
  .max(16)
  .refine((stops) => stops.every((stop, index) => stop.position >= (stops[index - 1]?.position ?? 0)), {
    error: "The positions of the stops must not descend.",
  });

/** A linear gradient. Its angle is as in CSS: 0 points up, 90 to the right, 180 down. */
export const linearGradientSchema = closedObject({
  type: z.literal("linear-gradient"),
  angle: z.number().min(-360).max(360).default(180).describe("Its direction: 0 points up, 90 to the right."),
  stops: gradientStopsSchema,
});
export type LinearGradient = z.infer<typeof linearGradientSchema>;

/** A circular gradient around a point of its box. At radius 1, its last stop reaches the farthest corner. */
export const radialGradientSchema = closedObject({
  type: z.literal("radial-gradient"),
  center_x: fractionSchema.default(0.5).describe("Its center from the left, in widths of the box."),
  center_y: fractionSchema.default(0.5).describe("Its center from the top, in heights of the box."),
  radius: z.number().min(0.01).max(4).default(1).describe("In distances from the center to the farthest corner."),
  stops: gradientStopsSchema,
});
export type RadialGradient = z.infer<typeof radialGradientSchema>;

export const gradientSchema = z.discriminatedUnion("type", [linearGradientSchema, radialGradientSchema]);
export type Gradient = z.infer<typeof gradientSchema>;
