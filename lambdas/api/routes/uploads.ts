/** GET and POST /api/v1/uploads, GET and DELETE /api/v1/uploads/{id} */
import { createdUploadSchema } from "../../../core/contract/uploads-api.js";
import { createOnce } from "../../../core/idempotency/create-once.js";
import type { IdempotencyStore } from "../../../core/idempotency/idempotency-record.js";
import {
  createUpload,
  type CreatedUpload,
  type CreateUploadDependencies,
} from "../../../core/uploads/create-upload.js";
import { deleteUpload, type DeleteUploadDependencies } from "../../../core/uploads/delete-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import { listUploads } from "../../../core/uploads/list-uploads.js";
import type { OpenUploadDependencies } from "../../../core/uploads/open-upload.js";
import type { UploadStore } from "../../../core/uploads/ports.js";
import { presentUpload, uploadPath } from "../../../core/uploads/upload.js";
import { idempotentRequest, REPLAYED } from "../../shared/idempotent-request.js";
import type { RouteHandler, RouteHandlers } from "../../shared/http-request.js";

export interface UploadRoutesDependencies extends CreateUploadDependencies, Omit<DeleteUploadDependencies, "log"> {
  readonly uploads: UploadStore;
  readonly records: IdempotencyStore;
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

function createUploadRoute(dependencies: UploadRoutesDependencies): RouteHandler<"createUpload"> {
  return async ({ event, name, caller: { workspaceId }, body, respond }) => {
    const { body: ticket, replayed } = await createOnce(dependencies, idempotentRequest(event, workspaceId, name), {
      schema: createdUploadSchema,
      present: presentTicket,
      create: (recordFor) => createUpload(dependencies, workspaceId, body, recordFor),
    });
    return respond(201, ticket, { location: `/api/v1/uploads/${ticket.id}`, ...(replayed && REPLAYED) });
  };
}

function presentTicket({ upload, url, headers, expiresAtMs }: CreatedUpload) {
  const expiresAt = new Date(expiresAtMs).toISOString();
  return { id: upload.id, path: uploadPath(upload.id), method: "PUT", url, headers, expiresAt } as const;
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
