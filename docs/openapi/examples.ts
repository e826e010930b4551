/**
 * The examples of the OpenAPI document: a body and the responses for each route, and a value for each path parameter. A test
 * checks them with the schemas of the routes.
 */
import { OPERATIONS } from "./example-operations.js";
import type * as z from "zod";
import type { RouteName, ROUTES } from "../../core/contract/routes.js";
import type { LayerSchemaResponse } from "../../core/contract/layer-schema.js";
import document from "./example-document.json" with { type: "json" };
import layerSchema from "./example-layer-schema.json" with { type: "json" };
import previewBody from "./example-preview.json" with { type: "json" };
import { BATCH, ENDED, IDS, JOB, TIMES } from "../../core/contract/example-jobs.js";
import { LEDGER, PROJECT, RENDER, SIGNED_URL, SUMMARY, TEMPLATE, UPLOAD, USAGE, WORKSPACE } from "./example-values.js";
import { WEBHOOK_EXAMPLES } from "./webhook-examples.js";

type Rows = typeof ROUTES;
type BodyOf<R> = R extends { readonly body: infer S extends z.ZodType } ? z.input<S> : never;
type ResponsesOf<R> = R extends { readonly responses: infer All }
  ? { readonly [Status in keyof All]?: All[Status] extends z.ZodType ? z.input<All[Status]> : never }
  : never;

interface Example<N extends RouteName> {
  readonly body?: BodyOf<Rows[N]>;
  readonly responses?: ResponsesOf<Rows[N]>;
}

/** The values of path parameters, by the first or second segment of a route's path after the version. */
const PATH_VALUES: Readonly<Record<string, string>> = {
  renders: IDS.render,
  batches: IDS.batch,
  img: IDS.template,
  templates: IDS.template,
  projects: IDS.project,
  uploads: IDS.upload,
  keys: IDS.key,
  webhooks: IDS.endpoint,
  workspaces: IDS.workspace,
};

const key = { id: IDS.key, name: "Build server", scopes: ["render" as const], createdAt: TIMES.created };
const usedKey = { ...key, lastUsedAt: TIMES.finished };
const preview = { layers: RENDER.layers, format: "png" } as const;

const BATCH_END = {
  status: "done" as const,
  totals: { total: 1, queued: 0, done: 1, failed: 0 },
  finishedAt: TIMES.finished,
};
const ENDED_BATCH = { ...BATCH, ...BATCH_END, jobs: [{ ...ENDED, priority: 3, batchId: IDS.batch }] };
const LISTED_BATCH = { id: IDS.batch, createdAt: TIMES.created, ...BATCH_END, template: IDS.template };

const DRY_RUN = {
  status: "valid" as const,
  valid: true as const,
  template: IDS.template,
  version: 3,
  width: 1200,
  height: 630,
  warnings: [],
};

const { status, valid, ...CHECKED } = DRY_RUN;
const BATCH_DRY_RUN = { status, valid, credits: 1, renders: [{ index: 0, ...CHECKED, credits: 1 }] };

const EXAMPLES: { readonly [N in RouteName]?: Example<N> } = {
  createRender: {
    body: RENDER,
    responses: { 200: DRY_RUN, 202: { ...JOB, status: "queued", attempts: 0 } },
  },
  rerender: {
    body: { layers: { title: { text: "Summer sale" } } },
    responses: {
      200: DRY_RUN,
      202: { ...JOB, id: IDS.rerender, status: "queued", attempts: 0, rerenderOf: IDS.render },
    },
  },
  listRenders: { responses: { 200: { renders: [ENDED], nextCursor: "MjAyNi0wMy0wMg.Zk3vT1q8bXcW0aRu" } } },
  getRender: { responses: { 200: ENDED } },
  getRenderRequest: {
    responses: {
      200: {
        template: ENDED.template,
        version: ENDED.version,
        request: { format: "png", scale: 1, layers: { title: { text: "Hello" } }, variables: {} },
      },
    },
  },
  waitForRender: {
    responses: { 200: ENDED, 202: { ...JOB, status: "queued", attempts: 1, retryAfterMs: 250 } },
  },
  cancelRender: {
    responses: {
      200: { ...JOB, status: "failed", attempts: 0, finishedAt: TIMES.finished, error: "The render was canceled." },
    },
  },
  createBatch: {
    body: { jobs: [RENDER], webhookUrl: "https://example.com/hooks/batch" },
    responses: { 200: BATCH_DRY_RUN, 202: BATCH },
  },
  listBatches: {
    responses: {
      200: { batches: [LISTED_BATCH], nextCursor: "MTc3MjQ0MzgwMDAwMA.Zk3vT1q8bXcW0aRu" },
    },
  },
  getBatch: { responses: { 200: ENDED_BATCH } },
  cancelBatch: { responses: { 200: ENDED_BATCH } },
  createArchive: {
    body: { format: "pdf" },
    responses: {
      200: {
        status: "ready",
        format: "pdf",
        createdAt: TIMES.created,
        finishedAt: TIMES.finished,
        expiresAt: "2026-03-09T09:30:01.420Z",
        pictures: 50,
        bytes: 2_410_500,
      },
      202: { status: "making", format: "pdf", createdAt: TIMES.created },
    },
  },
  getArchive: { responses: { 202: { status: "making", format: "zip", createdAt: TIMES.created } } },
  waitForBatch: { responses: { 200: ENDED_BATCH, 202: { ...BATCH, retryAfterMs: 250 } } },
  signImages: {
    body: { template: IDS.template, layers: RENDER.layers, format: "webp", expiresIn: 86_400 },
    responses: { 200: { ...SIGNED_URL, urls: [SIGNED_URL] } },
  },
  purgeImage: { body: { url: SIGNED_URL.url } },
  getSigningKey: {
    responses: {
      200: {
        template: IDS.template,
        keyId: "k1",
        generation: 1,
        key: "6c1oXqg0Q2fQnq4v2k1m9yS7r3H8tJ5wLz0bVdEaPfU",
      },
    },
  },
  revokeSignatures: { responses: { 200: { generation: 2 } } },
  rotateSigningKey: { responses: { 200: { keyId: "k2", signsFrom: TIMES.finished } } },
  revokeSigningKey: { body: { keyId: "k1" } },
  listTemplates: { responses: { 200: { templates: [SUMMARY], limit: 50, offset: 0, hasMore: false } } },
  createTemplate: { body: { name: SUMMARY.name, document }, responses: { 201: { ...TEMPLATE, version: 1 } } },
  getTemplate: { responses: { 200: TEMPLATE } },
  updateTemplate: { body: { document }, responses: { 200: TEMPLATE } },
  restoreTemplate: { responses: { 200: TEMPLATE } },
  listVersions: {
    responses: { 200: { versions: [{ version: 3, createdAt: TIMES.created, bytes: 412, note: "Larger title" }] } },
  },
  getSchema: { responses: { 200: layerSchema as LayerSchemaResponse } },
  previewTemplate: { body: preview, responses: { 200: previewBody } },
  previewDocument: { body: { ...preview, document }, responses: { 200: previewBody } },
  listProjects: { responses: { 200: { projects: [PROJECT] } } },
  getProject: { responses: { 200: PROJECT } },
  createProject: { body: { name: PROJECT.name }, responses: { 201: PROJECT } },
  createUpload: {
    body: { contentType: "image/png", bytes: 48_210, filename: "logo.png" },
    responses: {
      201: {
        id: IDS.upload,
        path: UPLOAD.path,
        method: "PUT",
        url: `https://bucket.s3.eu-central-1.amazonaws.com/uploads/${IDS.upload}?X-Amz-Signature=0a1b2c`,
        headers: { "content-type": "image/png", "if-none-match": "*" },
        expiresAt: TIMES.finished,
      },
    },
  },
  listUploads: { responses: { 200: { uploads: [UPLOAD] } } },
  getUpload: { responses: { 200: UPLOAD } },
  getUsage: { responses: { 200: USAGE } },
  ...WEBHOOK_EXAMPLES,
  listLedger: { responses: { 200: LEDGER } },
  listKeys: { responses: { 200: { keys: [usedKey] } } },
  createKey: { body: { name: key.name, scopes: ["render"] }, responses: { 201: { ...key, key: "irs_example" } } },
  getSession: {
    responses: {
      200: { workspaceId: IDS.workspace, workspaceName: WORKSPACE.name, scopes: ["render"], by: "key", name: key.name },
    },
  },
  createSession: {
    body: { apiKey: "irs_example" },
    responses: { 200: { workspaceId: IDS.workspace, scopes: ["render"], expiresAt: TIMES.finished } },
  },
  createSessionLink: {
    body: { name: "Ada Lovelace", scopes: ["render", "templates"] },
    responses: {
      200: {
        url: "https://images.example.com/studio#mWq3vT1q8bXcW0aRu6c1oXqg0Q2fQnq4v2k1m9yS7rA",
        expiresAt: TIMES.finished,
      },
    },
  },
  getOperations: { responses: { 200: OPERATIONS } },
  listWorkspaces: { responses: { 200: { workspaces: [WORKSPACE] } } },
  createWorkspace: {
    body: { name: WORKSPACE.name, plan: WORKSPACE.plan },
    responses: { 201: { ...WORKSPACE, key: "irs_example" } },
  },
  updateWorkspace: { body: { plan: "team" }, responses: { 200: WORKSPACE } },
  getWorkspace: { responses: { 200: WORKSPACE } },
  deleteWorkspace: {
    responses: { 202: { ...WORKSPACE, deletion: { startedAt: TIMES.finished, status: "removing" } } },
  },
  health: { responses: { 200: { status: "ok", version: "0.1.0", commit: "3f2c81a9d0e4" } } },
  openApi: { responses: { 200: { openapi: "3.1.0" } } },
};

/** Returns `{ example }` for a route's request body, or `{}`. */
export function bodyExample(name: string): { readonly example?: unknown } {
  return exampleOf(examplesOf(name).body);
}

/** Returns `{ example }` for the JSON response with a status, or `{}`. */
export function responseExample(name: string, status: number): { readonly example?: unknown } {
  return exampleOf((examplesOf(name).responses as Readonly<Record<number, unknown>> | undefined)?.[status]);
}

/** Returns `{ example }` for the parameter of a path, or `{}`. */
export function pathExample(path: string): { readonly example?: unknown } {
  const [, , , first = "", second = ""] = path.split("/");
  return exampleOf(PATH_VALUES[second] ?? PATH_VALUES[first]);
}

function examplesOf(name: string): { readonly body?: unknown; readonly responses?: unknown } {
  return EXAMPLES[name as RouteName] ?? {};
}

function exampleOf(example: unknown): { readonly example?: unknown } {
  return example === undefined ? {} : { example };
}
