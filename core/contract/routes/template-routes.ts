/** Templates, projects and previews. */
import { CONTENT_TYPES } from "../image-format.js";
import { layerSchemaResponse } from "../template/layer-schema.js";
import {
  createProjectSchema,
  createTemplateSchema,
  listTemplatesQuerySchema,
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
const previewing = { ...writing, servedBy: "preview", media: Object.values(CONTENT_TYPES) } as const;
const previewErrors = ["FORBIDDEN", "DUPLICATE_LAYER_NAMES", "IMAGE_UNAVAILABLE", "RATE_LIMITED"] as const;

export const TEMPLATE_ROUTES = {
  listTemplates: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates",
    summary: "A page of the workspace's templates, the last updated first",
    query: listTemplatesQuerySchema,
    answers: { 200: templateListSchema },
    errors: [],
  },
  createTemplate: {
    ...writing,
    method: "POST",
    path: "/api/v1/templates",
    summary: "Store a new template as version 1",
    body: createTemplateSchema,
    answers: { 201: templateBodySchema },
    errors: ["NOT_FOUND"],
  },
  getTemplate: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}",
    summary: "A template with its document",
    query: versionQuerySchema,
    answers: { 200: templateBodySchema },
    errors: ["NOT_FOUND"],
  },
  updateTemplate: {
    ...writing,
    method: "PUT",
    path: "/api/v1/templates/{id}",
    summary: "Change a template; a changed document makes the next version",
    headers: ["If-Match"],
    body: updateTemplateSchema,
    answers: { 200: templateBodySchema },
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  },
  deleteTemplate: {
    ...writing,
    method: "DELETE",
    path: "/api/v1/templates/{id}",
    summary: "Delete a template; pictures made of it stay",
    answers: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  listVersions: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}/versions",
    summary: "The versions of a template, the newest first",
    answers: { 200: versionListSchema },
    errors: ["NOT_FOUND"],
  },
  getSchema: {
    ...reading,
    method: "GET",
    path: "/api/v1/templates/{id}/schema",
    summary: "What requests may change of a template",
    query: versionQuerySchema,
    answers: { 200: layerSchemaResponse },
    errors: ["NOT_FOUND", "VALIDATION_ERROR"],
  },
  previewTemplate: {
    ...previewing,
    method: "POST",
    path: "/api/v1/templates/{id}/preview",
    summary: "A picture of a template at once, unbilled, at scale 1",
    body: previewSchema,
    malformedFields: ["version"],
    answers: { 200: undefined },
    errors: ["NOT_FOUND", ...previewErrors],
  },
  previewDocument: {
    ...previewing,
    method: "POST",
    path: "/api/v1/templates/preview",
    summary: "A picture of a document that is not stored, at once, unbilled, at scale 1",
    body: previewDocumentSchema,
    answers: { 200: undefined },
    errors: previewErrors,
  },
  listProjects: {
    ...reading,
    method: "GET",
    path: "/api/v1/projects",
    summary: "The workspace's projects by name",
    answers: { 200: projectListSchema },
    errors: [],
  },
  createProject: {
    ...writing,
    method: "POST",
    path: "/api/v1/projects",
    summary: "Make a project, a folder for templates",
    body: createProjectSchema,
    answers: { 201: projectSchema },
    errors: [],
  },
} as const satisfies Record<string, Route>;
