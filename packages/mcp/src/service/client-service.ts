/** The service, one method per route. */
import type { RouteName } from "@image-render/client";
import type {
  Batch,
  CheckedRequest,
  Delivery,
  Identity,
  Job,
  Overrides,
  RenderService,
  Template,
  TemplateSummary,
  Upload,
  Usage,
} from "./render-service.js";
import { type CallRoute, createRouteCaller, type LooseRequest, type ServiceConnection } from "./route-caller.js";

/** Calls the service with one key. */
export function createClientService(connection: ServiceConnection): RenderService {
  const call = createRouteCaller(connection);
  const json = <Body>(name: RouteName, request: LooseRequest = {}) =>
    call(name, request, async (response) => (await response.json()) as Body);
  return {
    identify: () => json<Identity>("GET /session"),
    listTemplates: (query) => json<{ templates: TemplateSummary[]; hasMore: boolean }>("GET /templates", { query }),
    getTemplate: (id, version) =>
      call("GET /templates/{id}", { id, query: { version } }, async (response) => ({
        template: (await response.json()) as Template,
        etag: strongTag(response),
      })),
    getOverrides: (id, version) => json<Overrides>("GET /templates/{id}/schema", { id, query: { version } }),
    createTemplate: (body) => json<Template>("POST /templates", { body }),
    updateTemplate: (id, body, etag) =>
      json<Template>("PUT /templates/{id}", { id, body, ...(etag !== undefined && { headers: { "if-match": etag } }) }),
    previewTemplate: (id, body) => picture(call, "POST /templates/{id}/preview", { id, body }),
    previewDocument: (body) => picture(call, "POST /templates/preview", { body }),
    checkRender: (body) => json<CheckedRequest>("POST /render", { body: { ...body, dryRun: true } }),
    createRender: (body, seconds) =>
      json<Job>("POST /render", { body, query: { wait: seconds }, waitSeconds: seconds }),
    getRender: (id) => json<Job>("GET /renders/{id}", { id }),
    waitForRender: (id, seconds) =>
      json<Job>("GET /renders/{id}/wait", { id, query: { timeout: seconds }, waitSeconds: seconds }),
    listRenders: (query) => json<{ renders: Job[]; nextCursor?: string }>("GET /renders", { query }),
    download: (id) => picture(call, "GET /renders/{id}/asset", { id }),
    createBatch: (body) => json<Batch>("POST /renders/batch", { body }),
    getBatch: (id) => json<Batch>("GET /renders/batches/{id}", { id }),
    waitForBatch: (id, seconds) =>
      json<Batch>("GET /renders/batches/{id}/wait", { id, query: { timeout: seconds }, waitSeconds: seconds }),
    signUrls: async (body) =>
      (await json<{ urls: { url: string; expiresAt: string }[] }>("POST /img/sign", { body })).urls,
    listDeliveries: async (id) =>
      (await json<{ deliveries: Delivery[] }>("GET /renders/{id}/webhook", { id })).deliveries,
    resendWebhook: (id) => json<{ eventId: string; targets: number }>("POST /renders/{id}/webhook", { id }),
    getUsage: () => json<Usage>("GET /usage"),
    listUploads: (query) => json<{ uploads: Upload[]; nextCursor?: string }>("GET /uploads", { query }),
  };
}

/** Reads a picture, and the warnings in its headers. */
async function picture(call: CallRoute, name: RouteName, request: LooseRequest) {
  return await call(name, request, async (response) => ({
    bytes: new Uint8Array(await response.arrayBuffer()),
    mediaType: response.headers.get("content-type") ?? "application/octet-stream",
    warnings: warningsOf(response),
  }));
}

/** A proxy that compresses responses makes an ETag weak. The service compares strong ones. */
function strongTag({ headers }: Response): string | undefined {
  return headers.get("etag")?.replace(/^W\//, "");
}

/** Returns the warnings of a preview, which has no body for them. */
function warningsOf({ headers }: Response): { message: string }[] {
  const text = headers.get("x-render-warnings");
  return text === null ? [] : (JSON.parse(text) as { message: string }[]);
}
