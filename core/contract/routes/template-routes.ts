/** Routes for templates, projects and previews. */
import { fieldsWithout } from "../render-request.js";
import { CONTENT_TYPES } from "@image-render/engine/formats";
import { layerSchemaResponse } from "../layer-schema.js";
import {
  createProjectSchema,
  createTemplateSchema,
  listTemplatesQuerySchema,
  previewBodySchema,
  previewDocumentSchema,
  previewSchema,
  projectListSchema,
  projectSchema,
  templateBodySchema,
  templateListSchema,
  updateTemplateSchema,
  versionListSchema,
  versionQuerySchema,
} from "../templates-api.js";
import type { Route } from "./route.js";

const common = { servedBy: "api", access: "key", tag: "Templates" } as const;
const reading = { ...common, scopes: ["render", "templates"], limit: "read" } as const;
const writing = { ...common, scopes: ["templates"], limit: "write" } as const;
const previewing = { ...writing, limit: "preview", servedBy: "preview", media: CONTENT_TYPES } as const;
/** The document and the version are needed for the check against the document. */
const PREVIEW_CHECKED_LATER = fieldsWithout(previewSchema, ["version"]);
const previewErrors = ["FORBIDDEN", "DUPLICATE_LAYER_NAMES", "IMAGE_UNAVAILABLE", "RATE_LIMITED"] as const;

export const TEMPLATE_ROUTES = {
  listTemplates: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates",
    summary: "List the workspace's templates, last updated first",
    query: listTemplatesQuerySchema,
    responses: { 200: templateListSchema },
    errors: [],
  },
  createTemplate: {
    ...writing,
    method: "POST",
    path: "/api/v1/templates",
    summary: "Create a template with version 1",
    headers: ["Idempotency-Key"],
    body: createTemplateSchema,
    responses: { 201: templateBodySchema },
    errors: ["NOT_FOUND", "GONE"],
  },
  getTemplate: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}",
    summary: "Get a template with its document",
    query: versionQuerySchema,
    headers: ["If-None-Match"],
    responses: { 200: templateBodySchema, 304: undefined },
    errors: ["NOT_FOUND"],
  },
  updateTemplate: {
    ...writing,
    method: "PUT",
    path: "/api/v1/templates/{id}",
    summary: "Update a template; a changed document becomes the next version",
    headers: ["If-Match"],
    body: updateTemplateSchema,
    responses: { 200: templateBodySchema },
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  },
  deleteTemplate: {
    ...writing,
    method: "DELETE",
    path: "/api/v1/templates/{id}",
    summary: "Delete a template; its pictures are kept",
    responses: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  listVersions: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}/versions",
    summary: "List the versions of a template, newest first",
    responses: { 200: versionListSchema },
    errors: ["NOT_FOUND"],
  },
  getSchema: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}/schema",
    summary: "List what a request can override in a template",
    query: versionQuerySchema,
    headers: ["If-None-Match"],
    responses: { 200: layerSchemaResponse, 304: undefined },
    errors: ["NOT_FOUND", "VALIDATION_ERROR"],
  },
  previewTemplate: {
    ...previewing,
    method: "POST",
    path: "/api/v1/templates/{id}/preview",
    summary: "Render a preview of a template; it is not billed",
    body: previewSchema,
    malformedFields: ["version"],
    checkedLater: PREVIEW_CHECKED_LATER,
    responses: { 200: previewBodySchema },
    errors: ["NOT_FOUND", ...previewErrors],
  },
  getThumbnail: {
    ...reading,
    servedBy: "preview",
    method: "GET",
    path: "/api/v1/templates/{id}/thumbnail",
    summary: "Get a small picture of a template version, which is drawn once and then stored",
    query: versionQuerySchema,
    headers: ["If-None-Match"],
    responses: { 200: undefined, 304: undefined },
    media: ["image/webp"],
    errors: ["NOT_FOUND", "VALIDATION_ERROR", "DUPLICATE_LAYER_NAMES", "IMAGE_UNAVAILABLE"],
  },
  previewDocument: {
    ...previewing,
    method: "POST",
    path: "/api/v1/templates/preview",
    summary: "Render a preview of an unsaved document; it is not billed",
    body: previewDocumentSchema,
    checkedLater: PREVIEW_CHECKED_LATER,
    responses: { 200: previewBodySchema },
    errors: previewErrors,
  },
  listProjects: {
    ...reading,
    method: "GET",
    path: "/api/v1/projects",
    summary: "List the workspace's projects by name",
    responses: { 200: projectListSchema },
    errors: [],
  },
  createProject: {
    ...writing,
    method: "POST",
    path: "/api/v1/projects",
    summary: "Create a project, a folder for templates",
    headers: ["Idempotency-Key"],
    body: createProjectSchema,
    responses: { 201: projectSchema },
    errors: [],
  },
  getProject: {
    ...reading,
    method: "GET",
    path: "/api/v1/projects/{id}",
    summary: "Get a project",
    responses: { 200: projectSchema },
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Route>;
