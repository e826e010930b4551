/** For each route, requests that provoke each of its answers: see contract-coverage.test.ts. */
import type { ErrorCode } from "../../core/contract/errors.js";
import type { RouteName } from "../../core/contract/routes.js";
import type { Outcome } from "./declared-answer.js";

/** What a request is made of; what is left out is what every good request to the route has. */
export interface Sent {
  /** The values of the path's varying segments. */
  readonly id?: string;
  readonly query?: string;
  readonly body?: unknown;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Things of the service under test that requests name. */
export interface Things {
  readonly baseUrl: string;
  readonly key: string;
  readonly template: string;
  /** Its layer names repeat. */
  readonly ambiguous: string;
  readonly render: string;
  readonly archived: string;
  readonly sig: string;
  readonly etag: string;
  /** Of a file that was sent and found good. */
  readonly upload: string;
  /** The path's id and the query of a signed image; the lines are pairs of the query in their canonical form. */
  readonly sign: (template: string, lines: readonly string[]) => Required<Pick<Sent, "id" | "query">>;
  readonly imageEtag: string;
  /** The lines of a signed image whose stored picture was archived. */
  readonly archivedImage: readonly string[];
  readonly uploadEtag: string;
  readonly workspace: string;
  /** Of a workspace whose plan grants no credit. */
  readonly brokeKey: string;
  readonly brokeTemplate: string;
  /** The one key with `admin` of a workspace, and its id. */
  readonly loneKey: string;
  readonly loneKeyId: string;
  /** Made anew at each call, to be used up. */
  readonly newTemplate: () => Promise<string>;
  readonly newKeyId: () => Promise<string>;
}

type Requests = Readonly<Partial<Record<number | ErrorCode, (things: Things) => Sent | Promise<Sent>>>>;

/** What no request here can bring about, and where it is held instead. */
export const ELSEWHERE: Readonly<Record<string, readonly Outcome[]>> = {
  // Takes a queue that is gone, and so comes last: contract-coverage.test.ts.
  getSignedImage: [503],
  headSignedImage: [503],
  // Takes a server of images that fails: preview.test.ts.
  previewTemplate: ["IMAGE_UNAVAILABLE"],
  previewDocument: ["IMAGE_UNAVAILABLE"],
  // Takes a key that no longer signs: signing.test.ts.
  revokeSigningKey: [204],
  // Takes a stored document that today's rules refuse: hidden-faults.test.ts.
  getSchema: ["VALIDATION_ERROR"],
};

export const UNKNOWN = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const LAYER = { id: "t", type: "text", x: 0, y: 0, width: 60, height: 40, text: "x" };
export const DOCUMENT = { name: "Card", width: 60, height: 40, layers: [{ ...LAYER, name: "title" }] };
export const AMBIGUOUS = { ...DOCUMENT, layers: [...DOCUMENT.layers, { ...LAYER, id: "u", name: "title" }] };
/** Reads as a signed image's; whether the signature is good nobody asks who purges. */
const imageUrl = (template: string) => `/api/v1/img/${template}?sig=k1.1.${"A".repeat(43)}`;
const asset = (): Requests => ({
  200: ({ render }) => ({ id: render }),
  206: ({ render }) => ({ id: render, headers: { range: "bytes=0-9" } }),
  304: ({ render, etag }) => ({ id: render, headers: { "if-none-match": etag } }),
  416: ({ render }) => ({ id: render, headers: { range: "bytes=99999999-" } }),
  GONE: ({ archived }) => ({ id: archived }),
});

/** The edge believes signatures alone, so what a function would refuse has to be signed too. */
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

/** A good body for each route that takes one; requests that need one of their own say so. */
export const GOOD_BODIES: Readonly<Partial<Record<RouteName, (things: Things) => unknown>>> = {
  createRender: ({ template }) => ({ template, dryRun: true }),
  createTemplate: () => ({ document: DOCUMENT }),
  updateTemplate: () => ({ document: DOCUMENT }),
  previewTemplate: () => ({}),
  previewDocument: () => ({ document: DOCUMENT }),
  createProject: () => ({ name: "Project" }),
  signImages: ({ template }) => ({ template }),
  purgeImage: ({ template }) => ({ url: imageUrl(template) }),
  revokeSigningKey: () => ({ keyId: "k1" }),
  createUpload: () => ({ contentType: "image/png", bytes: 100 }),
  createKey: () => ({ name: "Key" }),
  createSession: ({ key }) => ({ apiKey: key }),
  createWorkspace: () => ({ name: "Workspace", plan: "unlimited" }),
  updateWorkspace: () => ({ name: "Workspace" }),
};

/** Beside what contract-coverage.test.ts sends to any route of a kind. */
export const REQUESTS: Readonly<Record<string, Requests>> = {
  createRender: {
    200: () => ({}),
    202: ({ template }) => ({ body: { template } }),
    NOT_FOUND: () => ({ body: { template: UNKNOWN } }),
    VALIDATION_ERROR: ({ template }) => ({ body: { template, layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ body: { template: ambiguous } }),
    PAYMENT_REQUIRED: ({ brokeKey, brokeTemplate }) => ({ key: brokeKey, body: { template: brokeTemplate } }),
  },
  getRender: { 200: ({ render }) => ({ id: render }) },
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
  listVersions: { 200: ({ template }) => ({ id: template }) },
  getSigningKey: { 200: ({ template }) => ({ id: template }) },
  getSchema: { 200: ({ template }) => ({ id: template }) },
  previewTemplate: {
    200: ({ template }) => ({ id: template }),
    VALIDATION_ERROR: ({ template }) => ({ id: template, body: { layers: { titel: {} } } }),
    DUPLICATE_LAYER_NAMES: ({ ambiguous }) => ({ id: ambiguous }),
  },
  previewDocument: {
    200: () => ({}),
    VALIDATION_ERROR: () => ({ body: { document: { width: -1 } } }),
    DUPLICATE_LAYER_NAMES: () => ({ body: { document: AMBIGUOUS } }),
  },
  listProjects: { 200: () => ({}) },
  createProject: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "" } }) },
  createUpload: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { contentType: "text/html", bytes: 1 } }) },
  getUpload: { 200: ({ upload }) => ({ id: upload }) },
  getUploadFile: uploadFile(),
  headUploadFile: uploadFile(),
  getUsage: { 200: () => ({}) },
  listKeys: { 200: () => ({}) },
  createKey: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "" } }) },
  revokeKey: {
    204: async ({ newKeyId }) => ({ id: await newKeyId() }),
    VALIDATION_ERROR: ({ loneKey, loneKeyId }) => ({ key: loneKey, id: loneKeyId }),
  },
  createSession: {
    200: ({ baseUrl }) => ({ headers: { origin: baseUrl } }),
    UNAUTHORIZED: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: { apiKey: "irs_x" } }),
    FORBIDDEN: () => ({ headers: { origin: "https://elsewhere.example" } }),
    BAD_REQUEST: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: "{" }),
    VALIDATION_ERROR: ({ baseUrl }) => ({ headers: { origin: baseUrl }, body: { apiKey: 7 } }),
  },
  endSession: {
    204: ({ baseUrl }) => ({ headers: { origin: baseUrl } }),
    FORBIDDEN: () => ({ headers: { origin: "https://elsewhere.example", cookie: "irs_session=x" } }),
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
  listWorkspaces: { 200: () => ({}) },
  createWorkspace: { 201: () => ({}), VALIDATION_ERROR: () => ({ body: { name: "", plan: "unlimited" } }) },
  updateWorkspace: {
    200: ({ workspace }) => ({ id: workspace }),
    VALIDATION_ERROR: ({ workspace }) => ({ id: workspace, body: { plan: "none such" } }),
  },
  health: { 200: () => ({}) },
  openApi: { 200: () => ({}), 304: () => ({ headers: { "if-none-match": "the document's own" } }) },
};
