import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createdKeySchema, createdWorkspaceSchema, keyListSchema } from "../../core/contract/access-api.js";
import type { BatchBody } from "../../core/contract/batch-body.js";
import { ERROR_CATALOGUE, type ErrorCode } from "../../core/contract/errors.js";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { errorsOf, type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";
import { AMBIGUOUS, DOCUMENT, ELSEWHERE, GOOD_BODIES, REQUESTS, UNKNOWN } from "./contract-requests.js";
import type { Sent, Things } from "./contract-things.js";
import { declaredOutcome, type Outcome } from "./declared-response.js";
import { createdUploadSchema, type UploadBody } from "../../core/contract/uploads-api.js";
import { signedImage } from "./delivery-support.js";
import { until } from "./service.js";
import { SHARED_SETTINGS } from "./shared-settings.js";
import { useService } from "./use-service.js";
import { StuckJobs } from "./waiting-support.js";

/** Keeps a copy of a job out of every list. */
const UNLISTED = { workspaceShard: "none", listedAs: "none" };
/** No receiver listens at this URL. */
const ENDPOINT_URL = "http://127.0.0.1:20001/";

const { service, stack } = useService(SHARED_SETTINGS);
let things: Things;

async function send(name: RouteName, sent: Sent): Promise<Response> {
  const route: Route = ROUTES[name];
  const body = sent.body ?? GOOD_BODIES[name]?.(things);
  const key = sent.key ?? things.key;
  const path = route.path.replace(/\{\w+\}/, sent.id ?? UNKNOWN);
  const auth: Record<string, string> =
    route.access === "public" || key === "" ? {} : { authorization: `Bearer ${key}` };
  return await service.fetch(sent.query === undefined ? path : `${path}?${sent.query}`, {
    method: route.method,
    headers: { ...auth, ...(body !== undefined && { "content-type": "application/json" }), ...sent.headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

async function json<T>(response: Promise<Response>): Promise<T> {
  return (await (await response).json()) as T;
}

const post = <T>(path: string, body: unknown) => json<T>(service.post(`/api/v1${path}`, body));
const makeKey = async (scopes: readonly string[]) =>
  createdKeySchema.parse(await post("/keys", { name: "Key", scopes }));
/** A key without tokens. */
let limitedKey = { id: "", key: "" };
const keysByScope = new Map<string, string>();

async function sendPicture(): Promise<string> {
  const create = { width: 300, height: 300, channels: 3, background: "#ff0000" } as const;
  const picture = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer();
  const announced = { contentType: "image/png", bytes: picture.byteLength };
  const made = createdUploadSchema.parse(await post("/uploads", announced));
  await fetch(made.url, { method: made.method, headers: made.headers, body: new Uint8Array(picture) });
  await until("the upload is ready", async () => {
    const { state: now } = await json<UploadBody>(service.call(`/api/v1/uploads/${made.id}`));
    return now === "ready" ? true : undefined;
  });
  return made.id;
}

async function signer() {
  const ring = JSON.parse(await stack.readSecret("AccessSigningKeys")) as Record<string, string>;
  return (template: string, lines: readonly string[]) => {
    const { url, storedAs } = signedImage(lines, { masterKey: ring.k1 ?? "", template });
    const [, query = ""] = url.split("?");
    return { id: template, query, storedAs };
  };
}

/** A canceled job. No renderer knows the job, so the cancellation always comes first. */
async function newCanceled(jobs: StuckJobs): Promise<string> {
  const id = await jobs.create();
  const response = await service.call(`/api/v1/renders/${id}/cancel`, { method: "POST" });
  if (response.status !== 200) throw new Error(`The job could not be canceled: ${await response.text()}`);
  return id;
}

/** Repeats the request for a signed image until the picture exists. */
const view = ({ id, query }: Required<Pick<Sent, "id" | "query">>) =>
  until("the picture exists", async () => {
    const response = await service.fetch(`/api/v1/img/${id}?${query}`);
    return response.status === 503 ? undefined : response;
  });

beforeAll(async () => {
  const { baseUrl, apiKey, workspaceId } = service.connection;
  const as = (key: string, path: string, init: RequestInit = {}) =>
    service.fetch(`/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    });
  const render = await service.createRender({ template: service.template("Open Graph card"), scale: 0.1 });
  const archived = await service.createRender({
    template: service.template("Open Graph card"),
    scale: 0.1,
    webhookUrl: ENDPOINT_URL,
  });
  const { jobs, ...batch } = await post<BatchBody>("/renders/batch", {
    jobs: [{ template: service.template("Open Graph card"), scale: 0.1 }],
  });
  const done = await service.ended(render.id);
  await service.ended(jobs[0]?.id ?? "");
  await service.ended(archived.id);
  const bucket = stack.physicalId("AWS::S3::Bucket", "StorageBucket");
  const storageClass = "GLACIER";
  await service.inspect("/objects/storage-class", { bucket, key: `renders/${archived.id}.png`, storageClass });
  const stuckJobs = await StuckJobs.prepare(service, stack);
  const stuckBatch = randomUUID();
  await stack.copyItem("Batches", { id: batch.id }, { id: stuckBatch, remaining: 1 });
  const batchWith = async (status: string, atMs: number) => {
    const id = randomUUID();
    const ended = status === "making" ? {} : { endedAtMs: atMs };
    await stack.copyItem(
      "Batches",
      { id: batch.id },
      { id, archive: { status, token: "t", startedAtMs: atMs, ...ended } },
    );
    return id;
  };
  const picture = await service.call(`/api/v1/renders/${render.id}/asset`);
  const broke = createdWorkspaceSchema.parse(await post("/workspaces", { name: "Broke", plan: "broke" }));
  const brokeMade = as(broke.key, "/templates", { method: "POST", body: JSON.stringify({ document: DOCUMENT }) });
  const { keys } = keyListSchema.parse(await json(as(broke.key, "/keys")));
  for (const scope of ["render", "templates", "admin"]) keysByScope.set(scope, (await makeKey([scope])).key);
  limitedKey = await makeKey(["render", "templates", "admin", "operator"]);
  const upload = await sendPicture();
  const file = await service.call(`/api/v1/uploads/${upload}/file`);
  const newTemplate = async () => (await post<{ id: string }>("/templates", { document: DOCUMENT })).id;
  const template = await newTemplate();
  const sign = await signer();
  const [image, archivedImage] = [sign(template, []), sign(template, ["title=Archived"])];
  const shown = await Promise.all([image, archivedImage].map(view));
  await service.inspect("/objects/storage-class", { bucket, key: archivedImage.storedAs, storageClass });
  await service.inspect("/edge/purge", {});
  things = {
    sign,
    imageEtag: shown[0]?.headers.get("etag") ?? "",
    archivedImage: ["title=Archived"],
    baseUrl,
    key: apiKey,
    template,
    ambiguous: (await post<{ id: string }>("/templates", { document: AMBIGUOUS })).id,
    render: render.id,
    archived: archived.id,
    stuck: await stuckJobs.create(),
    canceled: await newCanceled(stuckJobs),
    newCanceled: () => newCanceled(stuckJobs),
    newRender: async (change) => {
      const id = randomUUID();
      await stack.copyItem("Jobs", { id: render.id }, { id, ...UNLISTED, ...change });
      return id;
    },
    batch: batch.id,
    stuckBatch,
    archivedBatch: await batchWith("ready", Date.now()),
    makingBatch: await batchWith("making", Date.now()),
    failedArchive: await batchWith("failed", Date.now()),
    expiredArchive: await batchWith("ready", Date.now() - 8 * 86_400_000),
    newEndedBatch: async () => {
      const id = randomUUID();
      await stack.copyItem("Batches", { id: batch.id }, { id });
      return { id };
    },
    sig: new URL(done.assetUrl ?? "").searchParams.get("sig") ?? "",
    etag: picture.headers.get("etag") ?? "",
    upload,
    uploadEtag: file.headers.get("etag") ?? "",
    workspace: workspaceId,
    brokeKey: broke.key,
    brokeWorkspace: broke.id,
    brokeTemplate: (await json<{ id: string }>(brokeMade)).id,
    loneKey: broke.key,
    loneKeyId: keys[0]?.id ?? "",
    newTemplate,
    newProject: async () => (await post<{ id: string }>("/projects", { name: "Coverage" })).id,
    newUpload: async () => (await post<{ id: string }>("/uploads", { contentType: "image/png", bytes: 9 })).id,
    withWebhook: archived.id,
    newEndpoint: async () => (await post<{ id: string }>("/webhooks/endpoints", { url: ENDPOINT_URL })).id,
    newWorkspace: async () => (await post<{ id: string }>("/workspaces", { name: "Gone", plan: "unlimited" })).id,
    newKeyId: async () => (await makeKey(["render"])).id,
  };
});

/** Returns a request that produces this error on every route of its kind. */
function usual(route: Route, outcome: Outcome): Sent | undefined {
  const scope = ["render", "templates", "admin"].find(
    (one) => !(route.scopes as readonly string[] | undefined)?.includes(one),
  );
  switch (outcome) {
    case "UNAUTHORIZED":
      return { key: "" };
    case "FORBIDDEN":
      return route.scopes === undefined ? undefined : { key: keysByScope.get(scope ?? "") ?? "" };
    case "NOT_FOUND":
      return route.path.includes("{") ? { id: UNKNOWN } : undefined;
    case "BAD_REQUEST":
      return route.body === undefined ? { query: "limit=x&version=x" } : { body: "{" };
    case "PAYLOAD_TOO_LARGE":
      return { body: "x".repeat(MAX_BODY_BYTES + 1) };
    default:
      return undefined;
  }
}

/** Sends one request with a key whose token bucket is empty for the next hour. */
async function sendOverRate(name: RouteName, { limit }: Route): Promise<Response> {
  await stack.putItem("Limits", { id: `${limit ?? ""}#${limitedKey.id}`, fullAtMs: Date.now() + 3_600_000 });
  // The rate limit comes before the validation of the body.
  return await send(name, { key: limitedKey.key, body: GOOD_BODIES[name] === undefined ? undefined : "{" });
}

/** Sends a request that succeeds, and then sends it again with the entity tag of its response. */
async function sendUnchanged(name: RouteName): Promise<Response> {
  const sent = (await REQUESTS[name]?.[200]?.(things)) ?? {};
  const etag = (await send(name, sent)).headers.get("etag") ?? "";
  return await send(name, { ...sent, headers: { "if-none-match": etag } });
}

async function produce(name: RouteName, route: Route, outcome: Outcome): Promise<Response> {
  if (outcome === "RATE_LIMITED") return await sendOverRate(name, route);
  const own = REQUESTS[name]?.[outcome];
  if (outcome === 304 && own === undefined) return await sendUnchanged(name);
  const sent = own === undefined ? usual(route, outcome) : await own(things);
  if (sent === undefined) throw new Error(`contract-requests.ts has no request that produces ${outcome} of ${name}.`);
  return await send(name, sent);
}

/** QUEUE_UNAVAILABLE comes last, because its test deletes the queue. */
const outcomesOf = (route: Route): Outcome[] => [
  ...Object.keys(route.responses).map(Number),
  ...errorsOf(route).filter((code) => code !== "QUEUE_UNAVAILABLE"),
];
const rows = (Object.entries(ROUTES) as [RouteName, Route][]).flatMap(([name, route]) =>
  outcomesOf(route)
    .filter((outcome) => !ELSEWHERE[name]?.includes(outcome))
    .map((outcome) => [name, outcome, route] as const),
);

describe("declared responses", () => {
  test.each(rows)("%s responds with %s as its route declares", async (name, outcome, route) => {
    const response = await produce(name, route, outcome);
    const wanted = typeof outcome === "number" ? outcome : ERROR_CATALOGUE[outcome satisfies ErrorCode].status;
    expect(response.status).toBe(wanted);
    const given = await declaredOutcome(route, response);
    // An error response to HEAD has no body, and therefore no code.
    if (route.method !== "HEAD") expect(given).toBe(outcome);
  });

  test("a key can send as many requests at once as the burst of its plan, and not one more", async () => {
    const { key } = createdWorkspaceSchema.parse(await post("/workspaces", { name: "Slow", plan: "slow" }));
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await send("listTemplates", { key })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test("createRender responds with QUEUE_UNAVAILABLE and debits nothing when the queue is gone", async () => {
    const spent = async () => (await json<{ credits: { spent: number } }>(send("getUsage", {}))).credits.spent;
    const before = await spent();
    await stack.removeQueue("Standard");
    const response = await send("createRender", { body: { template: things.template } });
    expect(await declaredOutcome(ROUTES.createRender, response)).toBe("QUEUE_UNAVAILABLE");
    expect(await spent()).toBe(before);
  });
});
