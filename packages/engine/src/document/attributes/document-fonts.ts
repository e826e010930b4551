/** The font families of a document. Their files are uploads of its workspace. */
import * as z from "zod";
import { didYouMean, quote } from "../../suggestions/suggest.js";
import { closedObject } from "./closed-object.js";
import { BUILT_IN_FAMILIES } from "@image-render/fonts";
import { uploadIdOf } from "./image-url.js";
import { NAME_LENGTH } from "./shared-attributes.js";

/** The maximum number of font files of a document. */
export const MAX_FONTS = 20;
/** The maximum size of an uploaded font file. */
export const MAX_FONT_BYTES = 10 * 1024 * 1024;

const FAMILY = /^[\p{L}\p{N}](?:[\p{L}\p{N} ._'&+-]{0,62}[\p{L}\p{N}._'&+-])?$/u;
const WEIGHTS = /^(\d{1,4}) (\d{1,4})$/;
const [LIGHTEST, HEAVIEST] = [1, 1000];

/** The name of a font family. */
export const fontFamilySchema = z
  .string()
  .regex(FAMILY, {
    error: "It must be 1 to 64 letters, digits, spaces or one of . _ ' & + -, and start with a letter or digit.",
  })
  .meta(NAME_LENGTH);

const weightRangeSchema = z.string().refine((text) => weightsIn(text) !== undefined, {
  error:
    'It must be a weight from 1 to 1000, or the lightest and the heaviest weight of a variable font, such as "100 900".',
});

export const documentFontSchema = closedObject({
  family: fontFamilySchema.describe("The name that a layer's font_family uses"),
  src: z
    .string()
    .max(200)
    .refine((text) => uploadIdOf(text) !== undefined, {
      error: "It must be the path of an upload, such as /api/v1/uploads/{id}/file.",
    })
    .describe("The path of an uploaded font file"),
  weight: z
    .union([z.int().min(LIGHTEST).max(HEAVIEST), weightRangeSchema])
    .default(400)
    .describe('Its weight, or the lightest and the heaviest weight of a variable font, such as "100 900"'),
  style: z.enum(["normal", "italic"]).default("normal").describe("Its style"),
});
export type DocumentFont = z.infer<typeof documentFontSchema>;

/** Returns the lightest and the heaviest weight of a font. The two differ only for a variable font. */
export function weightsOf({ weight }: Pick<DocumentFont, "weight">): { readonly min: number; readonly max: number } {
  if (typeof weight === "number") return { min: weight, max: weight };
  return weightsIn(weight) ?? { min: 400, max: 400 };
}

/** Returns every family that a layer of a document can use. The families of the document come first. */
export function familiesOf({ fonts }: { readonly fonts: readonly { readonly family: string }[] }): string[] {
  return [...new Set([...fonts.map(({ family }) => family), ...BUILT_IN_FAMILIES])];
}

/** Returns the message for an unknown family. */
export function unknownFamily(family: string, known: readonly string[], isHinted = true): string {
  const hint = isHinted ? didYouMean(family, known) : "";
  return `There is no font family ${quote(family)} here. Known: ${known.join(", ")}.${hint}`;
}

function weightsIn(text: string): { min: number; max: number } | undefined {
  const [, min = 0, max = 0] = (WEIGHTS.exec(text) ?? []).map(Number);
  return LIGHTEST <= min && min <= max && max <= HEAVIEST ? { min, max } : undefined;
}
