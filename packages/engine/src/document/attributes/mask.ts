/** The shapes that a layer can be cut to. */
import * as z from "zod";
import { closedObject } from "./closed-object.js";
import { fractionSchema, MAX_POLYGON_SIDES, radiusSchema } from "./shared-attributes.js";

/** The maximum number of corners of a free polygon. */
const MAX_POINTS = 100;

const cornerSchema = radiusSchema.optional();

export const ellipseMaskSchema = closedObject({ type: z.literal("ellipse") });

export const rectangleMaskSchema = closedObject({
  type: z.literal("rectangle"),
  border_radius: radiusSchema.default(0),
  border_top_left_radius: cornerSchema,
  border_top_right_radius: cornerSchema,
  border_bottom_right_radius: cornerSchema,
  border_bottom_left_radius: cornerSchema,
});

const pointsSchema = z
  .array(closedObject({ x: fractionSchema, y: fractionSchema }))
  .min(3)
  .max(MAX_POINTS)
  .describe("The corners of a free polygon, in widths and heights of the box.");

export const polygonMaskSchema = closedObject({
  type: z.literal("polygon"),
  points: pointsSchema.optional(),
  sides: z.int().min(3).max(MAX_POLYGON_SIDES).optional().describe("Of a regular polygon. Default: 6."),
  inner_radius: fractionSchema.optional(),
  corner_radius: radiusSchema.optional(),
}).refine(
  ({ points, sides, inner_radius, corner_radius }) =>
    points === undefined || [sides, inner_radius, corner_radius].every((value) => value === undefined),
  { error: "A polygon has either points, or sides with inner_radius and corner_radius.", path: ["points"] },
);

/** A shape in the box of a layer. Everything that the layer draws outside of it is cut off. */
export const maskSchema = z.discriminatedUnion("type", [ellipseMaskSchema, rectangleMaskSchema, polygonMaskSchema]);
export type Mask = z.infer<typeof maskSchema>;
