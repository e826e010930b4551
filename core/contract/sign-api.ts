/** The request and response bodies about signed image URLs and signing keys. */
import * as z from "zod";
import { createRenderSchema, fieldsWithout, MALFORMED_FIELDS } from "./render-request.js";
import { MAX_BATCH_SIZE, MAX_SIGNED_URL_BYTES, SIGNED_URL_SECONDS } from "./limits.js";
import { type ReadBody, readBody } from "./parse-body.js";
import { warningSchema } from "@image-render/engine/document";
import { NOT_EMPTY, uuidSchema } from "./values.js";

/** The picture and lifetime of one URL. Unknown fields are ignored, as in a create-render request. */
export const mintSchema = createRenderSchema
  .pick({
    template: true,
    version: true,
    format: true,
    scale: true,
    layers: true,
    variables: true,
    locale: true,
    timeZone: true,
    transparent: true,
    quality: true,
    about: true,
  })
  .extend({
    expiresIn: z
      .int()
      .min(SIGNED_URL_SECONDS.min)
      .max(SIGNED_URL_SECONDS.max)
      .optional()
      .describe("The lifetime of the URL in seconds. Default: one year, rounded up to the next UTC midnight."),
  });
export type Mint = z.infer<typeof mintSchema>;

const countSchema = z.int().min(1).max(MAX_BATCH_SIZE);
/** The items are parsed one by one, because issues name the index of their item. */
export const mintItemSchema = z.record(z.string(), z.unknown());
const listSchema = z.array(mintItemSchema).min(1).max(MAX_BATCH_SIZE);

export const signBodySchema = mintSchema
  .extend({
    template: uuidSchema.optional().describe("The template to show. Required unless `jobs` is a list."),
    jobs: z
      .union([countSchema, listSchema], {
        error: `It must be a whole number from 1 to ${MAX_BATCH_SIZE}, or a list of 1 to ${MAX_BATCH_SIZE} objects.`,
      })
      .optional()
      .describe(
        "A number n: n distinct URLs of one picture. A list: one URL for each object in it. An object has the other fields of this body.",
      ),
  })
  .refine(({ template, jobs }) => template !== undefined || Array.isArray(jobs), {
    path: ["template"],
    error: "It is required.",
  })
  .meta(NOT_EMPTY);
export type SignBody = z.infer<typeof signBodySchema>;

/** An issue in one of these fields makes a mint request malformed (400). */
export const MALFORMED_SIGN_FIELDS = [...MALFORMED_FIELDS, "jobs"] as const;

/** The fields whose issues are reported together with those of the check against the template. */
export const SIGN_CHECKED_LATER = fieldsWithout(mintSchema, MALFORMED_FIELDS);

/** Reads an item of `jobs`. @throws ServiceError as {@link readBody}. */
export function readMint(item: unknown): ReadBody<Mint> {
  return readBody(mintSchema, item, { malformed: MALFORMED_FIELDS, checkedLater: SIGN_CHECKED_LATER });
}

export const signedUrlSchema = z.object({
  url: z.url(),
  expiresAt: z.iso.datetime(),
  warnings: z
    .array(warningSchema)
    .optional()
    .describe("What the picture would cut or leave out. Absent if there is nothing to report."),
});
export type SignedUrl = z.infer<typeof signedUrlSchema>;
/** `url`, `expiresAt` and `warnings` are those of `urls[0]`. */
export const signResponseSchema = signedUrlSchema.extend({ urls: z.array(signedUrlSchema).min(1) });
export type SignResponse = z.infer<typeof signResponseSchema>;

export const purgeImageSchema = z.object({
  // Percent-encoding can triple the length of a URL, and the base URL makes it longer still.
  url: z
    .string()
    .min(1)
    .max(4 * MAX_SIGNED_URL_BYTES)
    .meta({ format: "uri-reference", description: "A signed image URL of this service, or its path and query." }),
});

export const rotatedKeySchema = z.object({
  keyId: z.string(),
  signsFrom: z.iso
    .datetime()
    .describe("When the key starts to sign. Before that time it is published to every edge location."),
});
export const revokeKeySchema = z.object({ keyId: z.string().min(1).max(100) });
export const generationSchema = z.object({
  generation: z.int().describe("Signatures of lower generations are refused."),
});

/**
 * Everything that a program needs to sign image URLs of one template (docs/signing.md). The key is secret: it can spend
 * the owner's credits.
 */
export const signingKeySchema = z.object({
  template: z.uuid(),
  keyId: z.string(),
  generation: z.int(),
  key: z.string().describe("The template key. Use the text itself as the HMAC key."),
});
