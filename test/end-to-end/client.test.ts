/** The client against the running service, directly and through faults: nothing is created twice, and nothing is lost. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  ApiError,
  ConnectionError,
  type CreateTemplate,
  ImageRenderService,
  type Render,
  type ServiceOptions,
} from "@image-render/client";
import { build } from "esbuild";
import { launchBrowser } from "../../scripts/browser/launch-browser.js";
import { examplesOf } from "./client-programs.js";
import { type Fault, FaultProxy } from "./fault-proxy.js";
import { useService } from "./use-service.js";

const { service } = useService();
let proxy: FaultProxy;
/** Without faults, to look at the state. */
let direct: ImageRenderService;
let irs: ImageRenderService;
let template = "";

const clientOf = (options: Partial<ServiceOptions> = {}) =>
  new ImageRenderService({
    baseUrl: proxy.baseUrl,
    apiKey: service.connection.apiKey,
    retry: { baseMs: 1 },
    ...options,
  });

beforeAll(async () => {
  proxy = await FaultProxy.start(service.connection.baseUrl);
  const { baseUrl, apiKey } = service.connection;
  direct = new ImageRenderService({ baseUrl, apiKey });
  irs = clientOf();
  template = service.template("Open Graph card");
});

afterAll(() => proxy.close());

const request = (name: string) => ({ template, scale: 0.1, metadata: { name }, layers: { title: { text: name } } });

/** The renders of a name that exist. */
async function rendersOf(name: string): Promise<Render[]> {
  const found: Render[] = [];
  for await (const render of direct.renders.list()) if (render.metadata?.["name"] === name) found.push(render);
  return found;
}

const FAULTS: readonly (readonly Fault[])[] = [
  ["refuse", "unavailable"],
  ["cut-request", "lose"],
  ["lose", "lose"],
  ["gateway-timeout", "cut"],
  ["slow"],
];

describe.each(FAULTS.map((faults) => ({ faults, name: faults.join(" and ") })))("after $name", ({ faults, name }) => {
  test("a render exists once, is billed once, and its picture arrives", async () => {
    const before = (await direct.usage.get()).credits.spent;
    proxy.plan(...faults);
    const render = await irs.renders.createAndWait(request(name));
    const picture = await irs.renders.download(render.id);
    expect(Buffer.from(picture).toString("latin1", 1, 4)).toBe("PNG");
    expect((await rendersOf(name)).map(({ id }) => id)).toEqual([render.id]);
    expect((await direct.usage.get()).credits.spent - before).toBe(1);
  });

  test("a batch exists once, and its wait ends", async () => {
    proxy.plan(...faults);
    const batch = await irs.batches.create([request(`batch ${name}`), request(`batch ${name}`)]);
    proxy.plan(...faults);
    await expect(irs.batches.wait(batch.id)).resolves.toMatchObject({ totals: { total: 2, done: 2 } });
    await expect(rendersOf(`batch ${name}`)).resolves.toHaveLength(2);
  });

  test("a template exists once", async () => {
    const document: CreateTemplate["document"] = { width: 20, height: 10, layers: [] };
    proxy.plan(...faults);
    const { id } = await irs.templates.create({ name: `template ${name}`, document });
    const found = await direct.templates.list({ q: `template ${name}` }).first(10);
    expect(found.map((summary) => summary.id)).toEqual([id]);
  });

  test("a list has every item once", async () => {
    const all = (await direct.templates.list({ limit: 2 }).first(1_000)).map(({ id }) => id);
    proxy.plan("none", ...faults);
    const found = (await irs.templates.list({ limit: 2 }).first(1_000)).map(({ id }) => id);
    expect(found).toEqual(all);
  });
});

describe("a write that the service does not run once per key", () => {
  test("is executed once and not repeated if its response is lost", async () => {
    const { id } = await direct.templates.create({ name: "revoked", document: { width: 20, height: 10, layers: [] } });
    proxy.plan("lose");
    await expect(irs.templates.revokeSignatures(id)).rejects.toBeInstanceOf(ConnectionError);
    expect(proxy.forwarded).toHaveLength(1);
    await expect(direct.templates.signingKey(id)).resolves.toMatchObject({ generation: 2 });
  });

  test("is executed once if the service refuses the first tries", async () => {
    const { id } = await direct.templates.create({ name: "refused", document: { width: 20, height: 10, layers: [] } });
    proxy.plan("refuse", "unavailable");
    await expect(irs.templates.revokeSignatures(id)).resolves.toMatchObject({ generation: 2 });
    expect(proxy.forwarded).toHaveLength(1);
  });

  test("succeeds if it deletes, and the response of the first try is lost", async () => {
    const { id } = await direct.templates.create({ name: "deleted", document: { width: 20, height: 10, layers: [] } });
    proxy.plan("lose");
    await expect(irs.templates.delete(id)).resolves.toBeUndefined();
    await expect(direct.templates.get(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("an upload", () => {
  test("is stored once if responses are lost, and a template can show it", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
    proxy.plan("lose", "lose");
    const upload = await irs.uploads.upload(new Blob([svg], { type: "image/svg+xml" }), { filename: "square.svg" });
    expect(upload.state).toBe("ready");
    const found = await direct.uploads.list().first(100);
    expect(found.filter(({ filename }) => filename === "square.svg")).toHaveLength(1);
    expect(new TextDecoder().decode(await irs.uploads.download(upload.id))).toBe(svg);
    await expect(irs.uploads.info(upload.id)).resolves.toMatchObject({ contentType: "image/svg+xml" });
  });
});

describe("the events of a batch", () => {
  test("arrive once each, although the stream is cut after its first event", async () => {
    const batch = await direct.batches.create([request("event"), request("event"), request("event")]);
    proxy.plan("cut");
    const ended: string[] = [];
    let isComplete = false;
    for await (const event of irs.batches.events(batch.id)) {
      if (event.type === "batch") isComplete = event.data.totals.done === 3;
      else ended.push(event.data.id);
    }
    expect(isComplete).toBe(true);
    expect(ended.sort()).toEqual(batch.jobs.map(({ id }) => id).sort());
  });
});

describe("signed images", () => {
  test("a URL that is signed without the service has the same bytes as that of the service, and shows the picture", async () => {
    const { version } = await direct.templates.get(template);
    const layers = { title: { text: "Signed & offline" } };
    const expiresAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000);
    const signer = direct.images.signer(await direct.templates.signingKey(template));
    const offline = await signer.url({ layers, version, scale: 0.5, expiresAt });
    const [minted] = await direct.images.signMany([{ template, layers, version, scale: 0.5, expiresIn: 3_600 }]);
    const sameExpiry = new Date(minted?.expiresAt ?? "");
    await expect(signer.url({ layers, version, scale: 0.5, expiresAt: sameExpiry })).resolves.toBe(minted?.url);
    const picture = await direct.images.download(offline);
    expect(Buffer.from(picture).toString("latin1", 1, 4)).toBe("PNG");
    await expect(direct.images.info(offline)).resolves.toMatchObject({ contentType: "image/png" });
  });
});

describe("errors of the service", () => {
  test("name the code, the issues and the request", async () => {
    const run = irs.renders.create({ template, layers: { titel: { text: "Hello" } } });
    await expect(run).rejects.toBeInstanceOf(ApiError);
    await expect(run).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      status: 422,
      issues: [{ path: "layers.titel" }],
      requestId: expect.any(String) as unknown,
    });
  });

  test("a request is checked without being executed", async () => {
    await expect(irs.renders.validate(request("checked"))).resolves.toMatchObject({ valid: true });
    await expect(rendersOf("checked")).resolves.toEqual([]);
  });
});

test("the pictures of a batch are downloaded as one file", async () => {
  const batch = await direct.batches.create([request("zip"), request("zip")]);
  await direct.batches.wait(batch.id);
  const response = await direct.batches.downloadArchive(batch.id);
  expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 2)).toBe("PK");
});

test("a batch of PDFs is downloaded as one PDF with a page for each", async () => {
  const pages = ["one", "two"].map((name) => ({ ...request(name), format: "pdf" as const }));
  const { id } = await direct.batches.create(pages);
  await direct.batches.wait(id);
  const response = await direct.batches.downloadArchive(id, { format: "pdf" });
  const file = Buffer.from(await response.arrayBuffer()).toString("latin1");
  expect([file.slice(0, 5), /\/Type\/Pages[^]*?\/Count (\d+)/.exec(file)?.[1]]).toEqual(["%PDF-", "2"]);
});

describe("a program", () => {
  test.each(["packages/client/README.md", "docs/client.md"])("of %s makes its picture", async (page) => {
    // Inside of the repository, so that Node.js finds the package.
    const folder = mkdtempSync(resolve("packages/client/program-"));
    try {
      writeFileSync(join(folder, "program.mts"), examplesOf(page));
      const { baseUrl, apiKey } = service.connection;
      const env = { ...process.env, NODE_OPTIONS: "", IRS_URL: baseUrl, IRS_API_KEY: apiKey, IRS_TEMPLATE: template };
      await promisify(execFile)(process.execPath, ["--import", "tsx", "program.mts"], { cwd: folder, env });
      expect(readFileSync(join(folder, "card.png")).toString("latin1", 1, 4)).toBe("PNG");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a page of the service in Chromium", () => {
  test("begins a session, and then renders, follows and uploads with the cookie in place of the key", async () => {
    const options = { bundle: true, platform: "neutral", format: "iife", globalName: "client", write: false } as const;
    const { outputFiles } = await build({ entryPoints: ["packages/client/src/index.ts"], ...options });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(service.connection.baseUrl);
      const begin = `${outputFiles[0]?.text ?? ""}
        const irs = new client.ImageRenderService({ baseUrl: location.origin, auth: "session" });`;
      const result = await page.evaluate<unknown>(`(async () => { ${begin}
        await irs.session.create(${JSON.stringify(service.connection.apiKey)});
        const { id, status } = await irs.renders.createAndWait(${JSON.stringify(request("page"))});
        const states = [];
        for await (const event of irs.renders.events(id)) states.push(event.data.status);
        const picture = await irs.renders.download(id);
        await irs.session.end();
        const refused = await irs.renders.get(id).catch(({ code }) => code);
        return { status, states, picture: String.fromCharCode(...picture.slice(1, 4)), refused };
      })()`);
      expect(result).toEqual({ status: "done", states: ["done"], picture: "PNG", refused: "UNAUTHORIZED" });
    } finally {
      await browser.close();
    }
  });
});
