/** GET and POST /api/v1/uploads, GET and DELETE /api/v1/uploads/{id} */
import { createUpload, type CreateUploadDependencies } from "../../../core/uploads/create-upload.js";
import { deleteUpload, type DeleteUploadDependencies } from "../../../core/uploads/delete-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import { listUploads } from "../../../core/uploads/list-uploads.js";
import type { OpenUploadDependencies } from "../../../core/uploads/open-upload.js";
import type { UploadStore } from "../../../core/uploads/ports.js";
import { presentUpload, uploadPath } from "../../../core/uploads/upload.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface UploadRoutesDependencies extends CreateUploadDependencies, Omit<DeleteUploadDependencies, "log"> {
  readonly uploads: UploadStore;
}

export function uploadRoutes(dependencies: UploadRoutesDependencies) {
  return {
    listUploads: listUploadsRoute(dependencies),
    createUpload: createUploadRoute(dependencies),
    getUpload: getUploadRoute(dependencies),
    deleteUpload: deleteUploadRoute(dependencies),
  } satisfies RouteHandlers;
}

function listUploadsRoute({ uploads: store }: UploadRoutesDependencies): RouteHandler<"listUploads"> {
  return async ({ caller, query, respond }) => {
    const { uploads, nextCursor } = await listUploads({ uploads: store }, caller.workspaceId, query);
    return respond(200, { uploads: uploads.map(presentUpload), ...(nextCursor !== undefined && { nextCursor }) });
  };
}

function createUploadRoute(dependencies: CreateUploadDependencies): RouteHandler<"createUpload"> {
  return async ({ caller, body, respond }) => {
    const { upload, url, headers, expiresAtMs } = await createUpload(dependencies, caller.workspaceId, body);
    const expiresAt = new Date(expiresAtMs).toISOString();
    const ticket = { id: upload.id, path: uploadPath(upload.id), method: "PUT", url, headers, expiresAt } as const;
    return respond(201, ticket, { location: `/api/v1/uploads/${upload.id}` });
  };
}

function getUploadRoute(dependencies: Omit<OpenUploadDependencies, "log">): RouteHandler<"getUpload"> {
  return async ({ caller, params, log, respond }) => {
    const upload = await getUpload({ ...dependencies, log }, caller.workspaceId, params.id);
    return respond(200, presentUpload(upload));
  };
}

function deleteUploadRoute(dependencies: Omit<DeleteUploadDependencies, "log">): RouteHandler<"deleteUpload"> {
  return async ({ caller, params, log, respond }) => {
    await deleteUpload({ ...dependencies, log }, caller.workspaceId, params.id);
    return respond(204);
  };
}
