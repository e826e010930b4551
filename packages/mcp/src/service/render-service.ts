/**
 * Everything that the tools need from the service. The bodies contain only the fields that a tool reads. The service
 * itself validates what a tool sends.
 */
import type { Scope } from "./scope.js";

/** The key's workspace and scopes. */
export interface Identity {
  readonly workspaceId: string;
  readonly scopes: readonly Scope[];
}

export interface TemplateSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly projectName: string;
  readonly version: number;
  readonly updatedAt: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** A template with the document of one version. */
export interface Template extends TemplateSummary {
  readonly document: JsonObject;
  readonly warnings?: readonly { readonly path: string; readonly message: string }[] | undefined;
}

/** A template, and the tag of the state in which it was read. */
export interface TaggedTemplate {
  readonly template: Template;
  readonly etag: string | undefined;
}

export interface Attribute {
  readonly key: string;
  readonly type: string;
  readonly label: string;
  readonly default?: unknown;
  readonly options?: readonly string[] | undefined;
}

/** The layers and variables that requests for a template can change. */
export interface Overrides {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly width: number;
  readonly height: number;
  readonly layers: readonly {
    readonly layerName: string;
    readonly type: string;
    readonly attributes: readonly Attribute[];
  }[];
  readonly variables: readonly {
    readonly name: string;
    readonly type: string;
    readonly default?: unknown;
    readonly fields?: readonly { readonly name: string; readonly type: string }[] | undefined;
  }[];
}

export interface Warning {
  readonly code?: string | undefined;
  readonly layer?: string | undefined;
  readonly message: string;
}

/** A render job. */
export interface Job {
  readonly id: string;
  readonly status: "queued" | "done" | "failed";
  readonly template: string;
  readonly version: number;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly createdAt: string;
  readonly finishedAt?: string | undefined;
  readonly assetUrl?: string | undefined;
  readonly archivedAt?: string | undefined;
  readonly error?: string | undefined;
  readonly warnings?: readonly Warning[] | undefined;
  readonly bytes?: number | undefined;
  readonly renderMs?: number | undefined;
  readonly batchId?: string | undefined;
  readonly webhookDeliveredAt?: string | undefined;
  readonly webhookLastError?: string | undefined;
}

export interface Batch {
  readonly id: string;
  readonly status: Job["status"];
  readonly totals: { readonly total: number; readonly queued: number; readonly done: number; readonly failed: number };
  readonly jobs: readonly Job[];
}

/** The response to a request that was only checked. */
export interface CheckedRequest {
  readonly version: number;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Warning[];
}

export interface Picture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

export interface PreviewPicture extends Picture {
  readonly warnings: readonly Warning[];
}

export interface SignedUrl {
  readonly url: string;
  readonly expiresAt: string;
  readonly warnings?: readonly Warning[] | undefined;
}

export interface Delivery {
  readonly event: string;
  readonly url: string;
  readonly status: "pending" | "delivered" | "failed";
  readonly attempts: readonly {
    readonly at: string;
    readonly status?: number | undefined;
    readonly error?: string | undefined;
  }[];
  readonly nextAttemptAt?: string | undefined;
}

export interface Usage {
  readonly plan: { readonly name: string };
  readonly month: string;
  readonly credits: { readonly granted: number; readonly spent: number; readonly remaining: number };
  readonly days: readonly { readonly date: string; readonly spent: number; readonly refunded: number }[];
}

export interface Upload {
  readonly id: string;
  readonly path: string;
  readonly filename?: string | undefined;
  readonly contentType: string;
}

/** The service, called with one API key. Every method can reject with a `CallError`. */
export interface RenderService {
  identify(): Promise<Identity>;
  listTemplates(
    query: JsonObject,
  ): Promise<{ readonly templates: readonly TemplateSummary[]; readonly hasMore: boolean }>;
  getTemplate(id: string, version?: number): Promise<TaggedTemplate>;
  getOverrides(id: string, version?: number): Promise<Overrides>;
  createTemplate(body: JsonObject): Promise<Template>;
  /** Changes the template only if it is still in the state of `etag`. */
  updateTemplate(id: string, body: JsonObject, etag: string | undefined): Promise<Template>;
  previewTemplate(id: string, body: JsonObject): Promise<PreviewPicture>;
  previewDocument(body: JsonObject): Promise<PreviewPicture>;
  checkRender(body: JsonObject): Promise<CheckedRequest>;
  /** Creates a job, and waits for its end for some seconds. */
  createRender(body: JsonObject, waitSeconds: number): Promise<Job>;
  getRender(id: string): Promise<Job>;
  waitForRender(id: string, seconds: number): Promise<Job>;
  listRenders(
    query: JsonObject,
  ): Promise<{ readonly renders: readonly Job[]; readonly nextCursor?: string | undefined }>;
  download(id: string): Promise<Picture>;
  createBatch(body: JsonObject): Promise<Batch>;
  getBatch(id: string): Promise<Batch>;
  waitForBatch(id: string, seconds: number): Promise<Batch>;
  signUrls(body: JsonObject): Promise<readonly SignedUrl[]>;
  listDeliveries(renderId: string): Promise<readonly Delivery[]>;
  resendWebhook(renderId: string): Promise<{ readonly eventId: string; readonly targets: number }>;
  getUsage(): Promise<Usage>;
  listUploads(
    query: JsonObject,
  ): Promise<{ readonly uploads: readonly Upload[]; readonly nextCursor?: string | undefined }>;
}
