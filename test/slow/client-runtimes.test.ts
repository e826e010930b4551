/**
 * Runs the bundle of the client in three runtimes besides Node.js and browsers: workerd (workers at an edge), Deno and Bun.
 * Installs them (300 MB), so only `npm run test:slow` runs this.
 */
import { execFile, execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { build } from "esbuild";

const RUNTIMES = ["miniflare@4.20260730.0", "deno@2.9.6", "bun@1.4.5"];
const folder = mkdtempSync(join(tmpdir(), "test-client-runtimes-"));
let server: Server;
let renders = 0;

beforeAll(async () => {
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }\n');
  // Without install scripts: the programs of Deno and Bun are in separate packages for each platform.
  const options = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", ["install", ...options, ...RUNTIMES], { cwd: folder, stdio: "pipe" });
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

beforeEach(() => {
  renders = 0;
});

const USE = `
  import { ImageRenderService, verifyWebhook } from "@image-render/client";
  export async function useClient(baseUrl, webhook) {
    const irs = new ImageRenderService({ baseUrl, apiKey: "irs_x", retry: { baseMs: 1 } });
    const { id, status } = await irs.renders.createAndWait({ template: "t", layers: { title: { text: "Hello" } } });
    const picture = new TextDecoder().decode(await irs.renders.download(id));
    const events = [];
    for await (const event of irs.renders.events(id)) events.push(event.data.status);
    const signer = irs.images.signer({ template: "t", keyId: "k1", generation: 1, key: "k" });
    const refused = await verifyWebhook(webhook, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").catch(({ name }) => name);
    return { status, picture, events, url: await signer.url({ version: 2 }), refused };
  }
`;

const EXPECTED = {
  status: "done",
  picture: "picture",
  events: ["done"],
  url: expect.stringMatching(/\/api\/v1\/img\/t\?version=2&sig=k1\.1\.[\w-]{43}$/) as unknown,
  refused: "WebhookError",
};

test("the bundle renders, follows, downloads, signs and verifies in workerd", async () => {
  await writeBundle(
    "worker.js",
    "export default { fetch: async (request, { baseUrl }) => Response.json(await useClient(baseUrl, request)) };",
  );
  const program = `
    import { readFileSync } from "node:fs";
    import { Miniflare } from "miniflare";
    const script = readFileSync("worker.js", "utf8");
    const bindings = { baseUrl: "${baseUrl()}" };
    const worker = new Miniflare({ modules: true, compatibilityDate: "2026-01-01", script, bindings });
    const response = await worker.dispatchFetch("http://worker/", { method: "POST", body: "{}" });
    console.log(await response.text());
    await worker.dispose();
  `;
  writeFileSync(join(folder, "run.js"), program);
  expect(await run(process.execPath, ["run.js"])).toEqual(EXPECTED);
});

test.each([
  ["Deno", "node_modules/@deno/*/deno", ["run", "--allow-net=127.0.0.1", "program.js"]],
  ["Bun", "node_modules/@oven/*/bin/bun", ["program.js"]],
])("the bundle renders, follows, downloads, signs and verifies in %s", async (_, program, options) => {
  await writeBundle(
    "program.js",
    `
      const webhook = new Request("http://receiver/", { method: "POST", body: "{}" });
      console.log(JSON.stringify(await useClient("${baseUrl()}", webhook)));
    `,
  );
  const [executable] = globSync(program, { cwd: folder });
  if (executable === undefined) throw new Error(`npm installed no ${program} for this platform.`);
  expect(await run(join(folder, executable), options)).toEqual(EXPECTED);
});

async function writeBundle(file: string, program: string): Promise<void> {
  writeFileSync(join(folder, "source.js"), USE + program);
  const { outputFiles } = await build({
    entryPoints: [join(folder, "source.js")],
    alias: { "@image-render/client": resolve("packages/client/src/index.ts") },
    bundle: true,
    minify: true,
    platform: "neutral",
    format: "esm",
    write: false,
  });
  writeFileSync(join(folder, file), outputFiles[0]?.contents ?? "");
}

/** Runs a program that prints JSON. It runs asynchronously, because this process is the service. */
async function run(program: string, options: readonly string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(program, options, { cwd: folder });
  return JSON.parse(stdout) as unknown;
}

function baseUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
