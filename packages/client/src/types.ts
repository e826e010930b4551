/** The requests and responses of the service, by the names of its OpenAPI document. */
import type { OUTPUT_FORMATS } from "./generated/formats.js";
import type { components } from "./generated/openapi.js";
import type { Routes } from "./generated/routes.js";

type Schemas = components["schemas"];

/** A route: its method and its path below `/api/v1`. */
export type RouteName = keyof Routes;

type JsonOf<Response> = Response extends { content: { "application/json": infer Body } } ? Body : undefined;
type SuccessOf<Responses> = Responses extends object ? Responses[keyof Responses & (200 | 201 | 202 | 204)] : never;
type RequestOf<Operation> = Operation extends { requestBody?: { content: { "application/json": infer Body } } }
  ? Body
  : never;
type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } } ? NonNullable<Query> : never;

/** Lets callers pass on an optional value. */
type OrUndefined<T> = { readonly [Key in keyof T]: T[Key] | undefined };

/** The JSON that a route returns. */
export type ResponseBody<Name extends RouteName> = JsonOf<SuccessOf<Routes[Name]["responses"]>>;
/** The JSON that a route takes. */
export type RequestBody<Name extends RouteName> = RequestOf<Routes[Name]>;
/** The query parameters of a route. */
export type Query<Name extends RouteName> = OrUndefined<QueryOf<Routes[Name]>>;

export type ErrorCode = Schemas["ErrorBody"]["code"];

/** An output format by its name. Requests can also use its aliases. */
export type OutputFormat = keyof typeof OUTPUT_FORMATS;

export type Render = Schemas["JobBody"];
export type DryRun = Schemas["DryRunBody"];
export type Warning = Schemas["Warning"];
export type CreateRender = Schemas["CreateRender"];
export type Rerender = Schemas["Rerender"];

export type Batch = Schemas["BatchBody"];
/** A batch in a list. */
export type BatchSummary = Schemas["BatchSummary"];
/** The response to a batch with `dryRun`. */
export type BatchDryRun = Schemas["BatchDryRunBody"];
export type CreateBatch = Schemas["CreateBatch"];
export type Archive = Schemas["ArchiveBody"];

export type SignImage = Schemas["SignImage"];
export type SignImages = Schemas["SignImages"];
export type SignedUrl = Schemas["SignedUrl"];
export type TemplateSigningKey = Schemas["TemplateSigningKey"];

export type TemplateDocument = Schemas["TemplateDocument"];
export type TemplateSummary = Schemas["TemplateSummary"];
export type LayerSchema = Schemas["LayerSchema"];
export type CreateTemplate = Schemas["CreateTemplate"];
export type UpdateTemplate = Schemas["UpdateTemplate"];
export type Preview = Schemas["Preview"];
export type PreviewDocument = Schemas["PreviewDocument"];
/** A template, and the ETag of its state for `ifMatch`. */
export type Template = Schemas["TemplateBody"] & { readonly etag: string | undefined };
export type Project = Schemas["ProjectBody"];

export type Upload = Schemas["UploadBody"];
export type CreateUpload = Schemas["CreateUpload"];
/** The announcement of an upload: where and how to send its bytes. */
export type AnnouncedUpload = Schemas["CreatedUpload"];

export type WebhookEndpoint = Schemas["WebhookEndpoint"];
export type WebhookDelivery = Schemas["WebhookDelivery"];
export type WebhookSecret = Schemas["WebhookSecret"];
/** The payload of a webhook. `event` tells which kind of payload it is. */
export type WebhookEvent =
  | Schemas["RenderCompletedWebhook"]
  | Schemas["RenderFailedWebhook"]
  | Schemas["BatchCompletedWebhook"]
  | Schemas["CreditsLowWebhook"]
  | Schemas["EndpointTestWebhook"];

export type Usage = Schemas["UsageBody"];
export type LedgerEntry = Schemas["LedgerEntry"];
export type Key = Schemas["KeyBody"];
export type Session = Schemas["SessionBody"];
export type Workspace = Schemas["WorkspaceBody"];
