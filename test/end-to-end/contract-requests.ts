/** For each route, requests that produce each declared response: see contract-coverage.test.ts. */
import type { ErrorCode } from "../../core/contract/errors.js";
import type { RouteName } from "../../core/contract/routes.js";
import type { Sent, Things } from "./contract-things.js";
import type { Outcome } from "./declared-response.js";

type Requests = Readonly<Partial<Record<number | ErrorCode, (things: Things) => Sent | Promise<Sent>>>>;

/** Responses that no request here can produce, and the test that produces them instead. */
export const ELSEWHERE: Readonly<Record<string, readonly Outcome[]>> = {
  // Needs a render that outlives the waiting time of a view: inline.test.ts.
  // The rate limit needs thousands of views of pictures whose files are gone: view-image.test.ts.
  getSignedImage: [503, "RATE_LIMITED"],
  headSignedImage: [503, "RATE_LIMITED"],
  // Needs an image server that fails: preview.test.ts.
  previewTemplate: ["IMAGE_UNAVAILABLE"],
  previewDocument: ["IMAGE_UNAVAILABLE"],
  // Needs a strict image layer, or a stored document that the current rules refuse: open-thumbnail.test.ts.
  getThumbnail: ["IMAGE_UNAVAILABLE", "VALIDATION_ERROR"],
  // Needs a deleted render whose delivery is in the log: get-event.test.ts.
  getEvent: ["GONE"],
  // Needs a template whose versions have expired: idempotency.test.ts.
  createTemplate: ["GONE"],
  // Needs a deletion of long ago, and another request at the same time: restore-template.test.ts.
  restoreTemplate: ["GONE", "CONFLICT"],
  // Needs a key that no longer signs: signing.test.ts.
  revokeSigningKey: [204],
  // Needs a stored document that the current rules refuse: faults.test.ts.
  getSchema: ["VALIDATION_ERROR"],
};

export const UNKNOWN = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const LAYER = { id: "t", type: "text", x: 0, y: 0, width: 60, height: 40, text: "x" };
export const DOCUMENT = { name: "Card", width: 60, height: 40, layers: [{ ...LAYER, name: "title" }] };
export const AMBIGUOUS = { ...DOCUMENT, layers: [...DOCUMENT.layers, { ...LAYER, id: "u", name: "title" }] };
/** Has the form of a signed image URL. A purge does not verify the signature. */
const imageUrl = (template: string) => `/api/v1/img/${template}?sig=k1.1.${"A".repeat(43)}`;
const asset = (): Requests => ({
  200: ({ render }) => ({ id: render }),
  206: ({ render }) => ({ id: render, headers: { range: "bytes=0-9" } }),
  304: ({ render, etag }) => ({ id: render, headers: { "if-none-match": etag } }),
  416: ({ render }) => ({ id: render, headers: { range: "bytes=99999999-" } }),
  GONE: ({ archived }) => ({ id: archived }),
});

/** The edge lets only signed requests through, so requests that a function refuses must be signed as well. */
const signedImage = (): Requests => ({
  200: ({ template, sign }) => sign(template, []),
  206: ({ template, sign }) => ({ ...sign(template, []), headers: { range: "bytes=0-9" } }),
  304: ({ template, sign, imageEtag }) => ({ ...sign(template, []), headers: { "if-none-match": imageEtag } }),
  416: ({ template, sign }) => ({ ...sign(template, []), headers: { range: "bytes=99999999-" } }),
  BAD_REQUEST: ({ template, sign }) => sign(template, ["version=x"]),
  VALIDATION_ERROR: ({ template, sign }) => sign(template, ["nobody=x"]),
  DUPLICATE_LAYER_NAMES: ({ ambiguous, sign }) => sign(ambiguous, []),
  NOT_FOUND: ({ sign }) => sign(UNKNOWN, []),
  PAYMENT_REQUIRED: ({ brokeTemplate, sign }) => sign(brokeTemplate, []),
  FORBIDDEN: ({ brokeTemplate, sign }) => sign(brokeTemplate, ["format=avif"]),
  GONE: ({ template, sign, archivedImage }) => sign(template, archivedImage),
});

const uploadFile = (): Requests => ({
  200: ({ upload }) => ({ id: upload }),
  206: ({ upload }) => ({ id: upload, headers: { range: "bytes=0-9" } }),
  304: ({ upload, uploadEtag }) => ({ id: upload, headers: { "if-none-match": uploadEtag } }),
  416: ({ upload }) => ({ id: upload, headers: { range: "bytes=99999999-" } }),
});

/** A valid body for each route that has one. Requests that need another body contain it. */
export const GOOD_BODIES: Readonly<Partial<Record<RouteName, (things: Things) => unknown>>> = {
  createRender: ({ template }) => ({ template, dryRun: true }),
  rerender: () => ({}),
  createBatch: ({ template }) => ({ jobs: [{ template }] }),
  createTemplate: () => ({ document: DOCUMENT }),
  updateTemplate: () => ({ document: DOCUMENT }),
  previewTemplate: () => ({}),
  previewDocument: () => ({ document: DOCUMENT }),
  createProject: () => ({ name: "Project" }),
  signImages: ({ template }) => ({ template }),
  purgeImage: ({ template }) => ({ url: imageUrl(template) }),
  revokeSigningKey: () => ({ keyId: "k1" }),
  createUpload: () => ({ contentType: "image/png", bytes: 100 }),
  createEndpoint: () => ({ url: "http://127.0.0.1:20001/" }),
  updateEndpoint: () => ({ enabled: false }),
  createKey: () => ({ name: "Key" }),
  createSession: ({ key }) => ({ apiKey: key }),
  createSessionLink: () => ({ name: "Ada", scopes: ["render"] }),
  createWorkspace: () => ({ name: "Workspace", plan: "unlimited" }),
  updateWorkspace: () => ({ name: "Workspace" }),
};

/** These requests are in addition to those that contract-coverage.test.ts sends to every route of a kind. */
export const REQUESTS: Readonly<Record<string, Requests>> = {
  createRender: {
    200: () => ({}),
    202: ({ template }) => ({ body: { template } }),
    NOT_FOUND: () => ({ body: { template: UNKNOWN } }),
    VALIDATION_ERROR: ({ template }) => ({ body: { template, layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ body: { template: ambiguous } }),
    PAYMENT_REQUIRED: ({ brokeKey, brokeTemplate }) => ({ key: brokeKey, body: { template: brokeTemplate } }),
  },
  rerender: {
    200: ({ render }) => ({ id: render, body: { dryRun: true } }),
    202: ({ archived }) => ({ id: archived }),
    CONFLICT: ({ stuck }) => ({ id: stuck }),
    GONE: async ({ newRender }) => ({ id: await newRender({ inputs: { key: `inputs/${UNKNOWN}.json` } }) }),
    VALIDATION_ERROR: ({ render }) => ({ id: render, body: { layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: async ({ newRender, ambiguous }) => ({
      id: await newRender({ templateId: ambiguous, templateVersion: 1 }),
    }),
    PAYMENT_REQUIRED: async ({ newRender, brokeKey, brokeWorkspace, brokeTemplate }) => ({
      key: brokeKey,
      id: await newRender({ workspaceId: brokeWorkspace, templateId: brokeTemplate, templateVersion: 1 }),
    }),
  },
  createBatch: {
    200: ({ template }) => ({ body: { jobs: [{ template }], dryRun: true } }),
    202: () => ({}),
    VALIDATION_ERROR: () => ({ body: { jobs: [{ template: UNKNOWN }] } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ body: { jobs: [{ template: ambiguous }] } }),
    PAYMENT_REQUIRED: ({ brokeKey, brokeTemplate }) => ({
      key: brokeKey,
      body: { jobs: [{ template: brokeTemplate }] },
    }),
  },
  listBatches: { 200: () => ({}) },
  getBatch: { 200: ({ batch }) => ({ id: batch }) },
  cancelBatch: { 200: ({ batch }) => ({ id: batch }) },
  createArchive: {
    200: ({ archivedBatch }) => ({ id: archivedBatch }),
    202: ({ newEndedBatch }) => newEndedBatch(),
    VALIDATION_ERROR: ({ archivedBatch }) => ({ id: archivedBatch, body: { format: "pdf" } }),
    CONFLICT: ({ stuckBatch }) => ({ id: stuckBatch }),
  },
  getArchive: {
    202: ({ makingBatch }) => ({ id: makingBatch }),
    303: ({ archivedBatch }) => ({ id: archivedBatch }),
    BAD_REQUEST: ({ archivedBatch }) => ({ id: archivedBatch, query: "format=tar" }),
    CONFLICT: ({ failedArchive }) => ({ id: failedArchive }),
    GONE: ({ expiredArchive }) => ({ id: expiredArchive }),
  },
  waitForBatch: {
    200: ({ batch }) => ({ id: batch }),
    202: ({ stuckBatch }) => ({ id: stuckBatch, query: "timeout=1" }),
    BAD_REQUEST: ({ batch }) => ({ id: batch, query: "timeout=0" }),
  },
  streamBatchEvents: {
    200: ({ batch }) => ({ id: batch }),
    204: ({ batch }) => ({ id: batch, headers: { "last-event-id": "done.1" } }),
  },
  listRenders: { 200: () => ({}) },
  getRender: { 200: ({ render }) => ({ id: render }) },
  getRenderRequest: {
    200: ({ render }) => ({ id: render }),
    GONE: async ({ newRender }) => ({ id: await newRender({ inputs: { key: `inputs/${UNKNOWN}.json` } }) }),
  },
  waitForRender: {
    200: ({ render }) => ({ id: render }),
    202: ({ stuck }) => ({ id: stuck, query: "timeout=1" }),
    BAD_REQUEST: ({ render }) => ({ id: render, query: "timeout=0" }),
  },
  streamRenderEvents: {
    200: ({ render }) => ({ id: render }),
    204: ({ render }) => ({ id: render, headers: { "last-event-id": "done.1" } }),
  },
  cancelRender: { 200: ({ canceled }) => ({ id: canceled }), CONFLICT: ({ render }) => ({ id: render }) },
  deleteRender: {
    204: async ({ newCanceled }) => ({ id: await newCanceled() }),
    CONFLICT: ({ stuck }) => ({ id: stuck }),
  },
  getSignedImage: signedImage(),
  headSignedImage: signedImage(),
  getAsset: asset(),
  headAsset: asset(),
  getImage: asset(),
  headImage: asset(),
  listTemplates: { 200: () => ({}) },
  createTemplate: {
    201: () => ({}),
    NOT_FOUND: () => ({ body: { document: DOCUMENT, projectId: UNKNOWN } }),
    VALIDATION_ERROR: () => ({ body: { document: { width: -1 } } }),
  },
  getTemplate: { 200: ({ template }) => ({ id: template }) },
  updateTemplate: {
    200: ({ template }) => ({ id: template }),
    VALIDATION_ERROR: ({ template }) => ({ id: template, body: { document: { width: -1 } } }),
    PRECONDITION_FAILED: ({ template }) => ({ id: template, headers: { "if-match": '"another"' } }),
  },
  deleteTemplate: { 204: async ({ newTemplate }) => ({ id: await newTemplate() }) },
  restoreTemplate: { 200: ({ template }) => ({ id: template }) },
  listVersions: { 200: ({ template }) => ({ id: template }) },
  getSigningKey: { 200: ({ template }) => ({ id: template }) },
  getSchema: { 200: ({ template }) => ({ id: template }) },
  previewTemplate: {
    200: ({ template }) => ({ id: template, headers: { accept: "application/json" } }),
    VALIDATION_ERROR: ({ template }) => ({ id: template, body: { layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ id: ambiguous }),
  },
  previewDocument: {
    200: () => ({ headers: { accept: "application/json" } }),
    VALIDATION_ERROR: () => ({ body: { document: { width: -1 } } }),
    DUPLICATE_LAYER_NAMES: () => ({ body: { document: AMBIGUOUS } }),
  },
  getThumbnail: {
    200: ({ template }) => ({ id: template }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ id: ambiguous }),
  },
  listProjects: { 200: () => ({}) },
  createProject: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "" } }) },
  getProject: { 200: async ({ newProject }) => ({ id: await newProject() }) },
  createUpload: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { contentType: "text/html", bytes: 1 } }) },
  listUploads: { 200: () => ({}) },
  deleteUpload: { 204: async ({ newUpload }) => ({ id: await newUpload() }) },
  getUpload: { 200: ({ upload }) => ({ id: upload }) },
  getUploadFile: uploadFile(),
  headUploadFile: uploadFile(),
  listRenderDeliveries: { 200: ({ render }) => ({ id: render }) },
  resendWebhook: {
    202: ({ withWebhook }) => ({ id: withWebhook }),
    CONFLICT: ({ stuck }) => ({ id: stuck }),
  },
  getWebhookSecret: { 200: () => ({}) },
  rotateWebhookSecret: { 200: () => ({}) },
  listEndpoints: { 200: () => ({}) },
  createEndpoint: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { url: "https://10.0.0.1/" } }) },
  updateEndpoint: {
    200: async ({ newEndpoint }) => ({ id: await newEndpoint() }),
    VALIDATION_ERROR: async ({ newEndpoint }) => ({ id: await newEndpoint(), body: { events: ["none"] } }),
  },
  deleteEndpoint: { 204: async ({ newEndpoint }) => ({ id: await newEndpoint() }) },
  getEndpointSecret: { 200: async ({ newEndpoint }) => ({ id: await newEndpoint() }) },
  rotateEndpointSecret: { 200: async ({ newEndpoint }) => ({ id: await newEndpoint() }) },
  testEndpoint: { 202: async ({ newEndpoint }) => ({ id: await newEndpoint() }) },
  getEvent: { 200: ({ withWebhook }) => ({ id: `${withWebhook}.done` }) },
  listDeliveries: { 200: () => ({}), BAD_REQUEST: () => ({ query: "status=lost" }) },
  recoverDeliveries: {
    202: () => ({ query: "since=2026-01-01T00:00:00Z" }),
    BAD_REQUEST: () => ({ query: "since=yesterday" }),
  },
  getUsage: { 200: () => ({}) },
  listLedger: { 200: () => ({}), BAD_REQUEST: () => ({ query: "month=2026-13" }) },
  listKeys: { 200: () => ({}) },
  createKey: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "" } }) },
  revokeKey: {
    204: async ({ newKeyId }) => ({ id: await newKeyId() }),
    VALIDATION_ERROR: ({ loneKey, loneKeyId }) => ({ key: loneKey, id: loneKeyId }),
  },
  getSession: { 200: () => ({}) },
  createSession: {
    200: ({ baseUrl }) => ({ headers: { origin: baseUrl } }),
    UNAUTHORIZED: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: { apiKey: "irs_x" } }),
    FORBIDDEN: () => ({ headers: { origin: "https://elsewhere.example" } }),
    BAD_REQUEST: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: "{" }),
    VALIDATION_ERROR: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: { apiKey: {} } }),
  },
  createSessionLink: { 200: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "Ada", scopes: [] } }) },
  endSession: {
    204: ({ baseUrl }) => ({ headers: { origin: baseUrl } }),
    FORBIDDEN: () => ({ headers: { origin: "https://elsewhere.example", cookie: "__Host-irs_session=x" } }),
  },
  signImages: {
    200: () => ({}),
    NOT_FOUND: () => ({ body: { template: UNKNOWN } }),
    VALIDATION_ERROR: ({ template }) => ({ body: { template, layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ body: { template: ambiguous } }),
  },
  purgeImage: {
    204: () => ({}),
    NOT_FOUND: () => ({ body: { url: imageUrl(UNKNOWN) } }),
    VALIDATION_ERROR: () => ({ body: { url: "https://elsewhere.example/" } }),
  },
  revokeSignatures: { 200: async ({ newTemplate }) => ({ id: await newTemplate() }) },
  rotateSigningKey: { 200: () => ({}) },
  revokeSigningKey: {
    NOT_FOUND: () => ({ body: { keyId: "none" } }),
    VALIDATION_ERROR: () => ({ body: { keyId: "k1" } }),
  },
  getOperations: { 200: () => ({}) },
  listWorkspaces: { 200: () => ({}) },
  createWorkspace: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "", plan: "unlimited" } }) },
  updateWorkspace: {
    200: ({ workspace }) => ({ id: workspace }),
    VALIDATION_ERROR: ({ workspace }) => ({ id: workspace, body: { plan: "none such" } }),
  },
  getWorkspace: { 200: ({ workspace }) => ({ id: workspace }) },
  deleteWorkspace: {
    202: async ({ newWorkspace }) => ({ id: await newWorkspace() }),
    VALIDATION_ERROR: ({ workspace }) => ({ id: workspace }),
  },
  health: { 200: () => ({}) },
  openApi: { 200: () => ({}) },
};
