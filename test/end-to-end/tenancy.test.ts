import { beforeAll, describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { createdWorkspaceSchema } from "../../core/contract/access-api.js";
import type { BatchBody } from "../../core/contract/batch-body.js";
import { errorBodySchema } from "../../core/contract/errors.js";
import { type Route, type RouteName, ROUTES } from "../../core/contract/routes.js";
import { createdUploadSchema, type UploadBody } from "../../core/contract/uploads-api.js";
import { bytesOf } from "./responses.js";
import { until } from "./service.js";
import { useService } from "./use-service.js";

/** Part of every name that the first workspace uses, so that a leak is visible. */
const MARK = "Quagga";
const DOCUMENT = {
  width: 60,
  height: 40,
  layers: [
    { id: "t", type: "text", name: "title", x: 0, y: 0, width: 60, height: 40, text: MARK },
    { id: "i", type: "image", name: "photo", x: 0, y: 0, width: 60, height: 40 },
  ],
};
const PLAIN = { width: 60, height: 40, layers: [{ id: "r", type: "rectangle", x: 0, y: 0, width: 60, height: 40 }] };

const { service } = useService();
let firstKey = "";
let otherKey = "";
/** The IDs of everything that the first workspace owns. */
let ids: Readonly<
  Record<"template" | "project" | "render" | "batch" | "key" | "workspace" | "upload" | "endpoint", string>
>;

async function send(key: string, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, ...(body !== undefined && { "content-type": "application/json" }) };
  return await service.fetch(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

async function made(key: string, path: string, body: unknown): Promise<string> {
  const response = await send(key, "POST", path, body);
  const text = await response.text();
  if (response.status >= 300) throw new Error(`${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { id: string }).id;
}

async function makeWorkspace(name: string) {
  const response = await service.post("/api/v1/workspaces", { name, plan: "unlimited" });
  return createdWorkspaceSchema.parse(await response.json());
}

/** Uploads an image for the first workspace, and waits until its state is `ready`. */
async function sendPicture(): Promise<string> {
  const create = { width: 8, height: 8, channels: 3, background: "#ff0000" } as const;
  const picture = await sharp({ create }).png().toBuffer();
  const announced = { contentType: "image/png", bytes: picture.byteLength, filename: `${MARK}.png` };
  const response = await send(firstKey, "POST", "/api/v1/uploads", announced);
  const { id, method, url, headers } = createdUploadSchema.parse(await response.json());
  const sent = await fetch(url, { method, headers, body: new Uint8Array(picture) });
  expect(sent.status).toBe(200);
  await until("the upload is ready", async () => {
    const state = (await (await send(firstKey, "GET", `/api/v1/uploads/${id}`)).json()) as UploadBody;
    return state.state === "ready" ? true : undefined;
  });
  return id;
}

beforeAll(async () => {
  const first = await makeWorkspace(`${MARK} 1`);
  ({ key: otherKey } = await makeWorkspace("Other"));
  firstKey = first.key;
  const project = await made(firstKey, "/api/v1/projects", { name: `${MARK} project` });
  const template = await made(firstKey, "/api/v1/templates", {
    name: `${MARK} card`,
    projectId: project,
    document: DOCUMENT,
  });
  const render = await made(firstKey, "/api/v1/render", { template, metadata: { note: MARK } });
  const batch = await made(firstKey, "/api/v1/renders/batch", { jobs: [{ template, metadata: { note: MARK } }] });
  const key = await made(firstKey, "/api/v1/keys", { name: `${MARK} key` });
  const upload = await sendPicture();
  const endpoint = await made(firstKey, "/api/v1/webhooks/endpoints", { url: `http://127.0.0.1:20001/${MARK}` });
  ids = { endpoint, template, project, render, batch, key, upload, workspace: first.id };
  await until("the first workspace's batch has ended", async () => {
    const response = await send(firstKey, "GET", `/api/v1/renders/batches/${batch}`);
    return ((await response.json()) as BatchBody).status === "done" ? true : undefined;
  });
  await until("the first workspace's render has ended", async () => {
    const response = await send(firstKey, "GET", `/api/v1/renders/${render}/asset`);
    await response.arrayBuffer();
    return response.status === 200 ? true : undefined;
  });
});

/** The bodies that the other workspace sends. Where possible, they contain IDs of the first workspace. */
const BODIES: Readonly<Partial<Record<RouteName, () => unknown>>> = {
  createRender: () => ({ template: ids.template }),
  createBatch: () => ({ jobs: [{ template: ids.template }] }),
  createTemplate: () => ({ name: "Own", projectId: ids.project, document: PLAIN }),
  updateTemplate: () => ({ name: "Taken over", document: PLAIN }),
  previewTemplate: () => ({}),
  previewDocument: () => ({
    document: DOCUMENT,
    layers: { title: { text: "x" }, photo: { image_url: `/api/v1/uploads/${ids.upload}/file` } },
  }),
  createProject: () => ({ name: "Own" }),
  signImages: () => ({ template: ids.template }),
  purgeImage: () => ({ url: `/api/v1/img/${ids.template}?sig=k1.1.${"A".repeat(43)}` }),
  revokeSigningKey: () => ({ keyId: "k1" }),
  createUpload: () => ({ contentType: "image/png", bytes: 1 }),
  createKey: () => ({ name: "Own" }),
  createEndpoint: () => ({ url: "http://127.0.0.1:20001/" }),
  updateEndpoint: () => ({ enabled: false }),
  createSession: () => ({ apiKey: otherKey }),
  createSessionLink: () => ({ name: "Own", scopes: ["render"] }),
  createWorkspace: () => ({ name: "More", plan: "unlimited" }),
  updateWorkspace: () => ({ name: "Taken over" }),
};

/** Routes that need no ID of the first workspace, and the statuses they may have. Every other route must respond with 404. */
const OWN: Readonly<Partial<Record<RouteName, readonly number[]>>> = {
  listRenders: [200],
  listBatches: [200],
  createBatch: [422],
  listTemplates: [200],
  listProjects: [200],
  createProject: [201],
  listUploads: [200],
  createUpload: [201],
  previewDocument: [404, 422],
  getWebhookSecret: [200],
  rotateWebhookSecret: [200],
  listEndpoints: [200],
  createEndpoint: [201],
  listDeliveries: [200],
  recoverDeliveries: [400],
  getUsage: [200],
  listLedger: [200],
  listKeys: [200],
  createKey: [201],
  getSession: [200],
  createSession: [403],
  createSessionLink: [200],
  endSession: [204, 403],
  getOperations: [403],
  listWorkspaces: [403],
  createWorkspace: [403],
  updateWorkspace: [403],
  getWorkspace: [403],
  deleteWorkspace: [403],
  rotateSigningKey: [403],
  revokeSigningKey: [403],
  getSignedImage: [401],
  headSignedImage: [401],
  health: [200],
  openApi: [200],
};

const routes = Object.entries(ROUTES) as [RouteName, Route][];

async function expectNothingOfTheFirst(response: Response): Promise<string> {
  const bytes = (await bytesOf(response)).toString("latin1");
  expect(bytes).not.toContain(MARK);
  return bytes;
}

/** Everything that the first workspace can read. */
async function everythingOfTheFirst(): Promise<Record<string, unknown>> {
  const paths = [
    "/templates",
    `/templates/${ids.template}`,
    `/templates/${ids.template}/versions`,
    "/renders",
    `/renders/${ids.render}`,
    "/renders/batches",
    `/renders/batches/${ids.batch}`,
    "/uploads",
    `/uploads/${ids.upload}`,
    "/projects",
    "/keys",
    "/usage",
    "/webhooks/secret",
    "/webhooks/endpoints",
    `/webhooks/endpoints/${ids.endpoint}/secret`,
  ];
  const responses = paths.map(async (path) => {
    const response = await send(firstKey, "GET", `/api/v1${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return [path, await response.json()] as const;
  });
  return Object.fromEntries(await Promise.all(responses));
}

describe("the API key of another workspace", () => {
  let before: Record<string, unknown>;
  beforeAll(async () => {
    before = await everythingOfTheFirst();
  });

  test.each(routes)(
    "%s neither shows nor changes data of another workspace, whatever ID is sent",
    async (name, route) => {
      const named = route.path.includes("{") ? Object.values(ids) : [""];
      for (const id of named) {
        const path = route.path.replace(/\{\w+\}/, id);
        const response = await send(otherKey, route.method, path, BODIES[name]?.());
        const text = await expectNothingOfTheFirst(response);
        expect(OWN[name] ?? [404]).toContain(response.status);
        // A response may repeat what the request contained, and nothing else.
        const asked = `${path} ${JSON.stringify(BODIES[name]?.())}`;
        for (const one of Object.values(ids)) if (!asked.includes(one)) expect(text).not.toContain(one);
        if (response.status === 404 && route.method !== "HEAD") {
          expect(errorBodySchema.parse(JSON.parse(text)).code).toBe("NOT_FOUND");
        }
      }
    },
  );

  test("a template cannot be moved into a project of another workspace, or listed by it", async () => {
    const own = await made(otherKey, "/api/v1/templates", { name: "Own", document: PLAIN });
    const move = await send(otherKey, "PUT", `/api/v1/templates/${own}`, { projectId: ids.project });
    expect(move.status).toBe(404);
    await expectNothingOfTheFirst(move);
    const list = await send(otherKey, "GET", `/api/v1/templates?project=${ids.project}`);
    expect(await list.json()).toMatchObject({ templates: [], hasMore: false });
  });

  test("a render cannot show an upload of another workspace, under either of its paths", async () => {
    const template = await made(otherKey, "/api/v1/templates", {
      name: "Own",
      document: { ...DOCUMENT, layers: DOCUMENT.layers.slice(1) },
    });
    for (const path of [`/api/v1/uploads/${ids.upload}/file`, `/api/uploads/files/${ids.upload}`]) {
      const layers = { photo: { image_url: path } };
      const response = await send(otherKey, "POST", "/api/v1/render", { template, layers });
      expect(response.status).toBe(422);
      await expectNothingOfTheFirst(response);
    }
  });

  test("an event of another workspace does not exist, whatever it is about", async () => {
    for (const event of [`${ids.render}.done`, `${ids.batch}.completed`, `${ids.workspace}.credits.2026-11.80`]) {
      const response = await send(otherKey, "GET", `/api/v1/webhooks/events/${event}`);
      expect([event, response.status]).toEqual([event, 404]);
      await expectNothingOfTheFirst(response);
    }
    const own = await send(firstKey, "GET", `/api/v1/webhooks/events/${ids.render}.done`);
    expect(await own.json()).toMatchObject({ renderId: ids.render, body: expect.stringContaining(MARK) });
  });

  test("the data of a workspace is unchanged after every request of another workspace", async () => {
    expect(await everythingOfTheFirst()).toEqual(before);
  });
});
