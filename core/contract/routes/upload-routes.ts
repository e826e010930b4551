/** Routes for uploads. */
import {
  createdUploadSchema,
  createUploadSchema,
  listUploadsQuerySchema,
  uploadBodySchema,
  uploadListSchema,
  uploadTypeSchema,
} from "../uploads-api.js";
import type { Method, Route } from "./route.js";

const common = { access: "key", tag: "Uploads" } as const;

function uploadFile(method: Method) {
  return {
    ...common,
    method,
    path: "/api/v1/uploads/{id}/file",
    servedBy: "stream",
    scopes: ["templates", "render"],
    limit: "read",
    summary: "Get the uploaded file",
    headers: ["Range", "If-None-Match"],
    responses: { 200: undefined, 206: undefined, 304: undefined, 416: undefined },
    media: uploadTypeSchema.options,
    errors: ["NOT_FOUND"],
  } as const satisfies Route;
}

export const UPLOAD_ROUTES = {
  listUploads: {
    ...common,
    method: "GET",
    path: "/api/v1/uploads",
    servedBy: "api",
    scopes: ["templates", "render"],
    limit: "read",
    summary: "List the workspace's uploads, newest first",
    query: listUploadsQuerySchema,
    responses: { 200: uploadListSchema },
    errors: [],
  },
  createUpload: {
    ...common,
    method: "POST",
    path: "/api/v1/uploads",
    servedBy: "api",
    scopes: ["templates", "render"],
    limit: "write",
    summary: "Announce an upload; the response says where to send the file",
    headers: ["Idempotency-Key"],
    body: createUploadSchema,
    responses: { 201: createdUploadSchema },
    errors: [],
  },
  getUpload: {
    ...common,
    method: "GET",
    path: "/api/v1/uploads/{id}",
    servedBy: "api",
    scopes: ["templates", "render"],
    limit: "read",
    summary: "Get the state of an upload",
    responses: { 200: uploadBodySchema },
    errors: ["NOT_FOUND"],
  },
  deleteUpload: {
    ...common,
    method: "DELETE",
    path: "/api/v1/uploads/{id}",
    servedBy: "api",
    scopes: ["templates"],
    limit: "write",
    summary: "Delete an upload and its file",
    responses: { 204: undefined },
    errors: ["NOT_FOUND"],
  },
  getUploadFile: uploadFile("GET"),
  headUploadFile: uploadFile("HEAD"),
} as const satisfies Record<string, Route>;
