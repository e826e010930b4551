/** POST /api/v1/uploads and GET /api/v1/uploads/{id} */
import { createUpload, type CreateUploadDependencies } from "../../../core/uploads/create-upload.js";
import { getUpload } from "../../../core/uploads/get-upload.js";
import type { OpenUploadDependencies } from "../../../core/uploads/open-upload.js";
import { presentUpload, uploadPath } from "../../../core/uploads/upload.js";
import type { RouteHandler, RouteHandlersOf } from "../../shared/http-request.js";

export type UploadRoutesDependencies = CreateUploadDependencies & Omit<OpenUploadDependencies, "log">;

export function uploadRoutes(
  dependencies: UploadRoutesDependencies,
): Pick<RouteHandlersOf<"api">, "createUpload" | "getUpload"> {
  return { createUpload: createUploadRoute(dependencies), getUpload: getUploadRoute(dependencies) };
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
