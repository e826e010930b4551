/** Templates and projects as callers read and author them. */
import * as z from "zod";
import { imageFormatSchema } from "./image-format.js";
import { layersSchema, variablesSchema } from "./create-render.js";
import { uuidSchema } from "./values.js";
import { warningSchema } from "./template/warnings.js";

const nameSchema = z.string().trim().min(1).max(200);
const descriptionSchema = z.string().max(2000);

export const templateSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().optional(),
  projectId: z.uuid().optional(),
  projectName: z.string().optional(),
  /** The highest version. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type TemplateSummary = z.infer<typeof templateSummarySchema>;

export const listTemplatesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe("Templates of the page."),
  offset: z.coerce.number().int().min(0).default(0).describe("Templates before the page."),
  project: uuidSchema.optional().describe("Only templates of this project."),
  q: z.string().max(200).optional().describe("Only templates whose name contains this text, in any case."),
});
export type ListTemplatesQuery = z.infer<typeof listTemplatesQuerySchema>;

export const templateListSchema = z.object({
  templates: z.array(templateSummarySchema),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
});

/** A document is checked by its own rules, whose faults stand under `document.…`. */
const documentSchema = z.record(z.string(), z.unknown()).describe("The template document (docs/template-format.md).");

export const createTemplateSchema = z.object({
  name: nameSchema.optional().describe("The document's own name when left out."),
  description: descriptionSchema.optional().describe("The document's own description when left out."),
  projectId: uuidSchema.optional().describe("The project that holds the template."),
  document: documentSchema,
});
export type CreateTemplate = z.infer<typeof createTemplateSchema>;

/** What is left out stays as it is; `projectId: null` takes the template out of its project. */
export const updateTemplateSchema = z.object({
  name: nameSchema.optional(),
  description: descriptionSchema.optional(),
  projectId: uuidSchema.nullable().optional(),
  document: documentSchema.optional(),
});
export type UpdateTemplate = z.infer<typeof updateTemplateSchema>;

/** With the version that was asked for; its document is the one that was sent. */
export const templateBodySchema = templateSummarySchema.extend({
  /** Warnings that do not keep the template from being stored, such as layer names that repeat. */
  warnings: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  document: z.record(z.string(), z.unknown()),
});
export type TemplateBody = z.infer<typeof templateBodySchema>;

export const versionQuerySchema = z.object({
  version: z.coerce.number().int().min(1).optional().describe("The highest version when left out."),
});

export const versionListSchema = z.object({
  versions: z.array(z.object({ version: z.int(), createdAt: z.iso.datetime(), bytes: z.int() })),
});

export const createProjectSchema = z.object({ name: nameSchema });
export const projectSchema = z.object({ id: z.uuid(), name: z.string(), createdAt: z.iso.datetime() });
export type ProjectBody = z.infer<typeof projectSchema>;
export const projectListSchema = z.object({ projects: z.array(projectSchema) });

/** A preview shows a stored template at scale 1, unbilled. */
export const previewSchema = z.object({
  version: z.int().min(1).optional().describe("The highest version when left out."),
  format: imageFormatSchema.default("png"),
  transparent: z.boolean().default(false),
  layers: layersSchema,
  variables: variablesSchema,
});
export type Preview = z.infer<typeof previewSchema>;

/** A preview of a document that is not stored. */
export const previewDocumentSchema = previewSchema.omit({ version: true }).extend({ document: documentSchema });
export type PreviewDocument = z.infer<typeof previewDocumentSchema>;

/** The header of a preview's answer that carries its warnings, as JSON in ASCII. */
export const PREVIEW_WARNINGS_HEADER = "x-render-warnings";
export const previewWarningsSchema = z.array(warningSchema);
