/** Reading a resource's resolved properties: typed, and with errors that name their place. */
import * as z from "zod";
import { type ResolvedResource } from "./resource.js";
import { TemplateError } from "./template-error.js";

/**
 * Reads the properties of a resource. The schemas are strict objects: a property that nobody thought of might change
 * what the resource does, so it is an error, not silence. One that makes no difference here is listed as `ignored`.
 */
export function readProperties<T>(resource: ResolvedResource, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(resource.properties);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [resource.logicalId, ...(issue?.path ?? [])].join(".");
  if (issue?.code === "unrecognized_keys") {
    throw new TemplateError(path, `the local runner can't stand in for ${resource.type} with ${issue.keys.join(", ")}`);
  }
  throw new TemplateError(path, `${issue?.message ?? "is not as expected"} (${resource.type})`);
}

/** Marks properties that make no difference on one machine: descriptions, tags, encryption, capacity. */
export function ignored(...keys: readonly string[]): Readonly<Record<string, z.ZodOptional<z.ZodUnknown>>> {
  return Object.fromEntries(keys.map((key) => [key, z.unknown().optional()]));
}

/** A number, which a template may also spell as a text. */
export const numeric = z.union([z.number(), z.string().regex(/^\d+$/)]).transform(Number);

/** A boolean, which a template may also spell as a text. */
export const flag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .transform((value) => value === true || value === "true");
