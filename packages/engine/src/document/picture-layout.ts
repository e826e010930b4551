/** The layout of a picture for an editor. All lengths are in document pixels, as at scale 1. */
import * as z from "zod";
import { warningSchema } from "./warnings.js";

const boxShape = { x: z.number(), y: z.number(), width: z.number(), height: z.number() };

const offsetSchema = z.int().min(0);

const clusterSchema = z
  .object({
    start: offsetSchema.describe("Where it begins in the text."),
    end: offsetSchema,
    x: z.number().describe("Its left edge."),
    width: z.number(),
    isRtl: z.boolean().describe("Whether its text runs from right to left, so that it begins at its right edge."),
  })
  .describe("What a reader sees as one character.");

const lineSchema = z.object({
  ...boxShape,
  baseline: z.number().describe("The distance of the baseline from the top of the picture."),
  fontSize: z.number().describe("The size of its largest letters."),
  start: offsetSchema.describe("Where the line begins in the text."),
  end: offsetSchema.describe("Where the line ends in the text, without the spaces and the line break after it."),
  clusters: z.array(clusterSchema).describe("From left to right. A caret can stand at both edges of each of them."),
});
export type LineFacts = z.infer<typeof lineSchema>;

const placeholderSchema = z.object({
  from: offsetSchema.describe("Where its braces begin in the `text` of the document."),
  to: offsetSchema,
  start: offsetSchema.describe("Where its value begins in the filled text."),
  end: offsetSchema.describe("Where its value ends. An empty value ends where it begins."),
});

const textSchema = z.object({
  text: z.string().describe("The text with its variables filled in. Offsets count its UTF-16 units."),
  fontSize: z.number().describe("The size that `text_fit` chose."),
  cutAt: offsetSchema.nullable().describe("Where the text was cut. `null` if all of it is shown."),
  lines: z
    .array(lineSchema)
    .describe(
      "Their places are those before the layer is rotated. A text without a letter has one line without width.",
    ),
  placeholders: z
    .array(placeholderSchema)
    .describe("The placeholders such as `{{name}}`, in order. None if the request replaces the text."),
});
/** The lines of a text, before its placeholders are found. */
export type LaidOutTextFacts = Omit<z.infer<typeof textSchema>, "placeholders">;

export const layerLayoutSchema = z.object({
  id: z
    .string()
    .describe("Unique in the picture. In a copy of a repeat, it ends with the index of the item: `name[2]`."),
  layerId: z.string().describe("The `id` of the layer in the document."),
  name: z.string().optional().describe("The name that requests use."),
  type: z.string(),
  path: z.array(z.string()).describe("The `id` of each group around the layer, from the outermost one, and its own."),
  copies: z
    .array(z.int().min(0))
    .describe("The index of its item in each repeat around it, from the outermost one. Empty outside of repeats."),
  box: z.object(boxShape).describe("The box after the layout, before it is rotated around its center."),
  rotation: z.number().describe("Degrees clockwise, with the rotation of the groups around it."),
  autoColor: z
    .object({ attribute: z.string(), color: z.string() })
    .optional()
    .describe("The color that was chosen, if the color of the layer is automatic."),
  text: textSchema.optional().describe("The lines of a text layer that is shown."),
  warnings: z.array(warningSchema),
});
export type LayerLayout = z.infer<typeof layerLayoutSchema>;

/** The reasons why a picture cannot be split into parts that an editor could move. */
export const partsRefusalSchema = z.enum([
  "NOT_SHOWN",
  "REPEATED",
  "PAINTED_WITH_GROUP",
  "AUTOMATIC_LAYOUT",
  "AUTOMATIC_COLOR",
  "LAYER_BETWEEN",
  "NO_PIXELS",
]);
export type PartsRefusal = z.infer<typeof partsRefusalSchema>;

export const pictureLayoutSchema = z.object({
  width: z.number(),
  height: z.number().describe("The height of the picture, also if the height of the document is `hug`."),
  layers: z
    .array(layerLayoutSchema)
    .describe("In paint order. A group comes before the layers inside it. Hidden layers are left out."),
  warnings: z.array(warningSchema),
});
export type PictureLayout = z.infer<typeof pictureLayoutSchema>;

/** A part of a picture. Its place and its size are in pixels of the picture. */
export interface PicturePart {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The parts of a picture. Drawn on top of each other, they form the picture. */
export interface PictureParts {
  /** As large as the picture, with its format. */
  readonly below: PicturePart;
  /** The chosen layers on a transparent ground, as a PNG. @default they touch no pixel */
  readonly chosen: PicturePart | undefined;
  /** The layers above, on a transparent ground, as a PNG. @default there are none */
  readonly above: PicturePart | undefined;
}
