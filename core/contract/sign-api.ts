/** Minting and purging signed image URLs, and the keys that sign them. */
import * as z from "zod";
import { createRenderSchema, MALFORMED_FIELDS } from "./create-render.js";
import { MAX_BATCH_SIZE, SIGNED_URL_SECONDS } from "./limits.js";
import { parseBody } from "./parse-body.js";
import { uuidSchema } from "./values.js";

/** What one URL is to show, and how long. Unknown fields are ignored, as in a create-render request. */
export const mintSchema = createRenderSchema
  .pick({
    template: true,
    version: true,
    format: true,
    scale: true,
    layers: true,
    variables: true,
    transparent: true,
  })
  .extend({
    expiresIn: z
      .int()
      .min(SIGNED_URL_SECONDS.min)
      .max(SIGNED_URL_SECONDS.max)
      .optional()
      .describe("Seconds that the URL lives; when left out a year, rounded up to the next UTC midnight."),
  });
export type Mint = z.infer<typeof mintSchema>;

const countSchema = z.int().min(1).max(MAX_BATCH_SIZE);
/** The items are read one by one, since what is wrong with them is told by their index. */
const listSchema = z.array(z.record(z.string(), z.unknown())).min(1).max(MAX_BATCH_SIZE);

export const signBodySchema = mintSchema
  .extend({
    template: uuidSchema.optional().describe("The template to show; needed unless `jobs` is a list."),
    jobs: z
      .union([countSchema, listSchema], {
        error: `It must be a whole number from 1 to ${MAX_BATCH_SIZE}, or a list of 1 to ${MAX_BATCH_SIZE} objects.`,
      })
      .optional()
      .describe(
        "A number n: that many distinct URLs of one picture. A list: one URL for each of its objects, which hold the other fields of this body.",
      ),
  })
  .refine(({ template, jobs }) => template !== undefined || Array.isArray(jobs), {
    path: ["template"],
    error: "It is required.",
  });
export type SignBody = z.infer<typeof signBodySchema>;

/** Faults in these fields of a mint make it malformed (400). */
export const MALFORMED_SIGN_FIELDS = [...MALFORMED_FIELDS, "jobs"] as const;

/** Reads an item of `jobs`. @throws ServiceError as {@link parseBody}. */
export function parseMint(item: unknown): Mint {
  return parseBody(mintSchema, item, MALFORMED_FIELDS);
}

export const signedUrlSchema = z.object({ url: z.url(), expiresAt: z.iso.datetime() });
export type SignedUrl = z.infer<typeof signedUrlSchema>;
/** `url` and `expiresAt` are those of `urls[0]`. */
export const signResponseSchema = signedUrlSchema.extend({ urls: z.array(signedUrlSchema).min(1) });
export type SignResponse = z.infer<typeof signResponseSchema>;

export const purgeImageSchema = z.object({
  url: z.string().min(1).max(16_384).describe("A signed image URL of this service, or its path and query."),
});

export const rotatedKeySchema = z.object({
  keyId: z.string(),
  signsFrom: z.iso.datetime().describe("From then on the key signs; until then every edge location learns it."),
});
export const revokeKeySchema = z.object({ keyId: z.string().min(1).max(100) });
export const generationSchema = z.object({
  generation: z.int().describe("URLs and template keys of lower generations are refused."),
});

/** What a program needs to sign images of one template by itself (docs/signing.md). It can bill the owner: keep it secret. */
export const signingKeySchema = z.object({
  template: z.uuid(),
  keyId: z.string(),
  generation: z.int(),
  key: z.string().describe("The template key, as the text that it is."),
});
