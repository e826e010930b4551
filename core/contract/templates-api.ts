/** The request and response bodies about templates, projects and previews. */
import * as z from "zod";
import { imageFormatSchema } from "./image-format.js";
import { encodingShape, layersSchema, localizationShape, variablesSchema } from "./render-request.js";
import { MAX_INTEGER, MAX_PREVIEW_PIXELS } from "./limits.js";
import { uuidSchema } from "./values.js";
import {
  editionSchema,
  FIRST_EDITION,
  layerLayoutSchema,
  partsRefusalSchema,
  warningSchema,
} from "@image-render/engine/document";
import { PREVIEW_SCALE } from "@image-render/engine/limits";

/** As many layers as a document can have. */
const MAX_PART_LAYERS = 200;

const nameSchema = z.string().trim().min(1).max(200);
const descriptionSchema = z.string().max(2000);
const noteSchema = z.string().trim().min(1).max(200);

export const templateSummarySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string().describe("May be empty."),
  projectId: z.uuid(),
  projectName: z.string(),
  /** The highest version. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime().describe("Of a deleted template, the time of its deletion."),
  deletedAt: z.iso.datetime().optional().describe("Only of deleted templates."),
  expiresAt: z.iso
    .datetime()
    .optional()
    .describe("Until when a deleted template can be restored. Only of deleted templates."),
});
export type TemplateSummary = z.infer<typeof templateSummarySchema>;

export const listTemplatesQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe("The maximum number of templates on the page."),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_INTEGER)
    .default(0)
    .describe("The number of templates before the page."),
  project: uuidSchema.optional().describe("Only templates of this project."),
  q: z.string().max(200).optional().describe("Only templates whose name contains this text. Case is ignored."),
  sort: z
    .enum(["updated", "name", "created"])
    .default("updated")
    .describe("`updated` and `created`: newest first. `name`: from A to Z."),
  deleted: z
    .enum(["true", "false"])
    .default("false")
    .describe("`true` lists the deleted templates that can be restored, instead of the others."),
});
export type ListTemplatesQuery = z.infer<typeof listTemplatesQuerySchema>;

export const templateListSchema = z.object({
  templates: z.array(templateSummarySchema),
  limit: z.int(),
  offset: z.int(),
  hasMore: z.boolean(),
  total: z.int().optional().describe("How many templates match. Absent if the service has not read all of them."),
});

/** The project of templates that do not name one. Every workspace has one project that is the default. */
export const DEFAULT_PROJECT_NAME = "Default project";

/**
 * The document has its own validation. Its issues have paths that start with `document.`. The OpenAPI document refers to
 * the schema `TemplateDocument` in its place.
 */
export const documentSchema = z
  .record(z.string(), z.unknown())
  .describe("The template document (docs/template-format.md).");

export const createTemplateSchema = z.object({
  name: nameSchema.optional().describe("Default: the name in the document."),
  description: descriptionSchema.optional().describe("Default: the description in the document."),
  projectId: uuidSchema
    .optional()
    .describe("The project of the template. Default: the default project of the workspace."),
  document: documentSchema,
});
export type CreateTemplate = z.infer<typeof createTemplateSchema>;

/** Omitted fields do not change. `projectId: null` moves the template to the default project. */
export const updateTemplateSchema = z.object({
  name: nameSchema.optional(),
  description: descriptionSchema.optional(),
  projectId: uuidSchema.nullable().optional(),
  document: documentSchema.optional(),
  note: noteSchema
    .optional()
    .describe("What has changed, for the list of versions. Without a new version, there is no note."),
});
export type UpdateTemplate = z.infer<typeof updateTemplateSchema>;

/** Contains the document of the requested version as it was sent. */
export const templateBodySchema = templateSummarySchema.extend({
  /** Problems that did not prevent the template from being stored, for example repeated layer names. */
  warnings: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** A service of an earlier release sends none. Its versions have the first edition. */
  edition: editionSchema
    .default(FIRST_EDITION)
    .describe("The edition of the template language that the version was saved with."),
  document: documentSchema,
});
export type TemplateBody = z.infer<typeof templateBodySchema>;

export const versionQuerySchema = z.object({
  version: z.coerce.number().int().min(1).max(MAX_INTEGER).optional().describe("Default: the highest version."),
});

export const versionListSchema = z.object({
  versions: z.array(
    z.object({
      version: z.int(),
      createdAt: z.iso.datetime(),
      bytes: z.int(),
      note: z.string().optional().describe("What its author has written about it."),
    }),
  ),
});

export const createProjectSchema = z.object({ name: nameSchema });
export const projectSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime().optional().describe("Absent for the default project."),
  isDefault: z.boolean().describe("Whether templates that name no project are in this one."),
});
export type ProjectBody = z.infer<typeof projectSchema>;
export const projectListSchema = z.object({ projects: z.array(projectSchema) });

/** A preview of a stored template. It is not billed. */
export const previewSchema = z.object({
  version: z.int().min(1).max(MAX_INTEGER).optional().describe("Default: the highest version."),
  format: imageFormatSchema.default("png"),
  scale: z
    .number()
    .min(PREVIEW_SCALE.min)
    .max(PREVIEW_SCALE.max)
    .default(1)
    .describe(
      `Pixels of the picture per pixel of the template. The picture can have at most ${MAX_PREVIEW_PIXELS / 1e6} megapixels.`,
    ),
  transparent: z.boolean().default(false),
  ...encodingShape,
  layers: layersSchema,
  variables: variablesSchema,
  ...localizationShape,
  parts: z
    .object({
      layers: z
        .array(z.string().min(1).max(64))
        .min(1)
        .max(MAX_PART_LAYERS)
        .describe("The `id` of each layer that an editor moves."),
    })
    .optional()
    .describe("Adds the picture in parts to a JSON response. Send it with `Accept: application/json`."),
});
export type Preview = z.infer<typeof previewSchema>;

/** A preview of a document that is not stored. */
export const previewDocumentSchema = previewSchema.omit({ version: true }).extend({ document: documentSchema });
export type PreviewDocument = z.infer<typeof previewDocumentSchema>;

const base64Schema = z.string().describe("The bytes of the file, as Base64.");

const pictureSchema = z.object({
  contentType: z.string(),
  base64: base64Schema,
  width: z.int().describe("In pixels of the picture."),
  height: z.int(),
});

export const previewPartSchema = pictureSchema.extend({
  x: z.int().describe("The left edge in the picture, in its pixels."),
  y: z.int(),
});

/** A preview with its layout, for `Accept: application/json`. */
export const previewBodySchema = z.object({
  image: pictureSchema,
  width: z
    .number()
    .describe("The size of the document in its own pixels, as at scale 1. Places of layers are in the same pixels."),
  height: z.number(),
  layers: z
    .array(layerLayoutSchema)
    .describe("In paint order. A group comes before the layers inside it. Layers that are hidden are left out."),
  warnings: z.array(warningSchema),
  parts: z
    .object({
      below: previewPartSchema.describe(
        "Everything below the chosen layers, as large as the picture and in its format.",
      ),
      chosen: previewPartSchema
        .nullable()
        .describe("The chosen layers alone, as a transparent PNG. `null` if no pixel is in the picture."),
      above: previewPartSchema
        .nullable()
        .describe("Everything above, as a transparent PNG. `null` if there is nothing."),
    })
    .nullable()
    .optional()
    .describe(
      "Only if the request asks for parts. `null` if moving the chosen layers would change more than their place.",
    ),
  partsRefusal: partsRefusalSchema.optional().describe("Why `parts` is `null`."),
});
export type PreviewBody = z.infer<typeof previewBodySchema>;

/** The response header with the warnings of a preview, as JSON in ASCII. */
export const PREVIEW_WARNINGS_HEADER = "x-render-warnings";
export const previewWarningsSchema = z.array(warningSchema);
