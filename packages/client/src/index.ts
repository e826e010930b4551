/** The entry point of the package. */
export { ImageRenderService } from "./image-render-service.js";
export { verifyWebhook, type VerifyOptions, type WebhookRequest } from "./webhooks/verify-webhook.js";
export { ImageSigner } from "./signing/image-signer.js";
export type { ImagePayload } from "./signing/image-payload.js";
export type { QueryPairs } from "./signing/image-query.js";

export { ApiError, type ErrorFacts, type Issue } from "./errors/api-error.js";
export { ConnectionError } from "./errors/connection-error.js";
export { ImageRenderError } from "./errors/image-render-error.js";
export { RenderFailedError } from "./errors/render-failed-error.js";
export { UploadRefusedError } from "./errors/upload-refused-error.js";
export { WaitTimeoutError } from "./errors/wait-timeout-error.js";
export { WebhookError } from "./errors/webhook-error.js";

export type {
  CallOptions,
  CreateOptions,
  Hooks,
  PlannedRetry,
  ReceivedResponse,
  RetrySettings,
  SentRequest,
  ServiceOptions,
  WaitOptions,
} from "./options.js";
export type { Paged } from "./lists/paged.js";
export type { ArchiveOptions, BatchEvent, BatchWaitOptions } from "./resources/batches.js";
export type { FileInfo, FileOptions } from "./resources/files.js";
export type { SignRequest } from "./resources/images.js";
export type { RenderEvent, RenderRequest } from "./resources/renders.js";
export type { PreviewRequest, VersionOptions } from "./resources/templates.js";
export type { FileFacts, FileSource } from "./resources/uploads.js";
export type { ContentsOf, ForTemplate, TemplateContents, TemplateId } from "./template-id.js";
export type { JsonResponse, RouteRequest } from "./transport/caller.js";
export type * from "./types.js";
