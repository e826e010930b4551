/**
 * Runs the bundle of the client in workerd, the runtime of workers at an edge. Installs it (miniflare, 100 MB), so only
 * `npm run test:slow` runs this.
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { build } from "esbuild";

const MINIFLARE = "miniflare@4.20260730.0";
const folder = mkdtempSync(join(tmpdir(), "test-client-runtimes-"));
let server: Server;

beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  const options = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...options, MINIFLARE], { cwd: folder, stdio: "pipe" });
  let renders = 0;
  server = createServer((request, response) => {
    const job = { id: "a", status: "done" };
    if (request.url?.endsWith("/events") === true) response.end(`id: 1\ndata: ${JSON.stringify(job)}\n\n`);
    else if (request.url?.endsWith("/asset") === true) response.end("picture");
    // The first response is lost.
    else if ((renders += 1) === 1) response.destroy();
    else response.end(JSON.stringify({ ...job, key: request.headers["idempotency-key"] }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const WORKER = `
  import { ImageRenderService, verifyWebhook } from "@image-render/client";
  export default {
    async fetch(request, { baseUrl }) {
      const irs = new ImageRenderService({ baseUrl, apiKey: "irs_x", retry: { baseMs: 1 } });
      const { id, status } = await irs.renders.createAndWait({ template: "t", layers: { title: { text: "Hello" } } });
      const picture = new TextDecoder().decode(await irs.renders.download(id));
      const events = [];
      for await (const event of irs.renders.events(id)) events.push(event.data.status);
      const signer = irs.images.signer({ template: "t", keyId: "k1", generation: 1, key: "k" });
      const refused = await verifyWebhook(request, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").catch(({ name }) => name);
      return Response.json({ status, picture, events, url: await signer.url({ version: 2 }), refused });
    },
  };
`;

test("the bundle renders, follows, downloads, signs and verifies in workerd", async () => {
  writeFileSync(join(folder, "source.js"), WORKER);
  const { outputFiles } = await build({
    entryPoints: [join(folder, "source.js")],
    alias: { "@image-render/client": resolve("packages/client/src/index.ts") },
    bundle: true,
    minify: true,
    platform: "neutral",
    format: "esm",
    write: false,
  });
  writeFileSync(join(folder, "worker.js"), outputFiles[0]?.contents ?? "");
  const { port } = server.address() as AddressInfo;
  const program = `
    import { readFileSync } from "node:fs";
    import { Miniflare } from "miniflare";
    const script = readFileSync("worker.js", "utf8");
    const bindings = { baseUrl: "http://127.0.0.1:${port}" };
    const worker = new Miniflare({ modules: true, compatibilityDate: "2026-01-01", script, bindings });
    const response = await worker.dispatchFetch("http://worker/", { method: "POST", body: "{}" });
    console.log(await response.text());
    await worker.dispose();
  `;
  writeFileSync(join(folder, "run.js"), program);
  // Not synchronously: this process is the service.
  const { stdout } = await promisify(execFile)(process.execPath, ["run.js"], { cwd: folder });
  expect(JSON.parse(stdout)).toEqual({
    status: "done",
    picture: "picture",
    events: ["done"],
    url: expect.stringMatching(/\/api\/v1\/img\/t\?version=2&sig=k1\.1\.[\w-]{43}$/) as unknown,
    refused: "WebhookError",
  });
});
