import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "@jest/globals";
import { type JobBody, jobBodySchema } from "../../core/contract/job-body.js";
import { createViewer, type Viewer } from "./image-viewer.js";
import { statusAndCode } from "./responses.js";
import { until } from "./service.js";
import { useHeldImage } from "./use-held-image.js";
import { useService } from "./use-service.js";

/** The number of concurrent executions of a new account. */
const { service, stack } = useService({}, ["--account-concurrency", "10"]);
let viewer: Viewer;
/** The image of a template. */
const image = useHeldImage();

beforeAll(async () => {
  viewer = await createViewer(service, stack);
});

async function createTemplate(): Promise<string> {
  const photo = { id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 200, height: 100 };
  const text = { id: "title", type: "text", name: "title", text: "", width: 190, height: 20 };
  const document = { width: 200, height: 100, layers: [{ ...photo, image_url: image.url }, text] };
  const created = await service.post("/api/v1/templates", { name: "Slow", document });
  return ((await created.json()) as { id: string }).id;
}

async function create(query: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await service.call(`/api/v1/render?${query}`, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  return response;
}

const jobOf = async (response: Response): Promise<JobBody> => jobBodySchema.parse(await response.json());

describe("POST /render?wait", () => {
  test("POST /render?wait renders at once and responds with 200 and the terminal job, for one credit and without a renderer", async () => {
    const before = await viewer.spent();
    const response = await create("wait=30", { template: service.template("Open Graph card"), scale: 0.5 });
    expect(response.status).toBe(200);
    const job = await jobOf(response);
    expect(job).toMatchObject({ status: "done", attempts: 1, width: 600 });
    expect((await fetch(job.assetUrl ?? "")).status).toBe(200);
    expect(await service.getRender(job.id)).toEqual(job);
    expect(await viewer.spent()).toBe(before + 1);
    const functions = await service.inspect<{ name: string; invocations: number }[]>("/functions");
    expect(functions.find(({ name }) => name === "renderer")?.invocations).toBe(0);
  });

  test("POST /render?wait responds with 202 and retryAfterMs after its time, and the render continues", async () => {
    const template = await createTemplate();
    const startedMs = performance.now();
    const response = await create("wait=1", { template });
    const tookMs = performance.now() - startedMs;
    expect(response.status).toBe(202);
    const job = await jobOf(response);
    expect(job).toMatchObject({ status: "queued", retryAfterMs: 250 });
    expect(tookMs).toBeGreaterThan(990);
    image.deliver();
    expect(await service.ended(job.id)).toMatchObject({ status: "done", attempts: 1 });
  });

  test("a repeated POST /render?wait with the same Idempotency-Key responds with the job of the first one", async () => {
    const send = () =>
      create("wait=30", { template: service.template("Certificate"), scale: 0.2 }, { "idempotency-key": "a" });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status, second.headers.get("idempotency-replayed")]).toEqual([200, 200, "true"]);
    expect(await jobOf(second)).toEqual(await jobOf(first));
  });

  test.each(["0", "121", "x"])("POST /render?wait=%s is refused with 400", async (wait) => {
    expect(await statusAndCode(await create(`wait=${wait}`, { template: service.template("Certificate") }))).toEqual([
      400,
      "BAD_REQUEST",
    ]);
  });
});

test("ten first views at once show ten pictures in an account with ten concurrent executions", async () => {
  const urls = Array.from({ length: 10 }, (_, index) => viewer.signed({ title: `Image ${index}`, scale: "0.2" }).url);
  const views = await Promise.all(urls.map((url) => viewer.shown(url)));
  expect(new Set(views.map(({ hash }) => hash)).size).toBe(10);
});

test("a first view whose render outlives five seconds responds with 503, and the render continues", async () => {
  const { url, storedAs } = viewer.signed({ title: "Slow" }, await createTemplate());
  const { status, headers } = await viewer.view(url);
  expect([status, headers.get("content-type"), headers.get("retry-after")]).toEqual([
    503,
    "text/plain; charset=utf-8",
    "1",
  ]);
  image.deliver();
  await until("the job has ended", async () => ((await viewer.jobOf(storedAs)).status === "done" ? true : undefined));
  expect((await viewer.view(url)).status).toBe(200);
  expect((await viewer.jobOf(storedAs)).attempts).toBe(1);
});

/**
 * Ends the function at a step of its next invocation: when it sends a request to a service, or receives the response.
 * The file that it creates keeps it from ending again.
 */
const KILL = (
  step: { target?: string; method?: string; body?: string; when: "request" | "response" },
  done: string,
) => `
import http from "node:http";
import fs from "node:fs";
const step = ${JSON.stringify(step)};
const die = () => {
  try { fs.writeFileSync(${JSON.stringify(done)}, "", { flag: "wx" }); } catch { return; }
  process.kill(process.pid, "SIGKILL");
};
const request = http.request;
http.request = (...args) => {
  const options = args.find((arg) => typeof arg === "object") ?? {};
  const sent = request(...args);
  const target = String(options.headers?.["x-amz-target"] ?? "");
  const fits = (step.target === undefined || target.endsWith(step.target)) && (step.method === undefined || options.method === step.method);
  if (!fits) return sent;
  const [write, end] = [sent.write.bind(sent), sent.end.bind(sent)];
  let body = "";
  const matches = () => step.body === undefined || body.includes(step.body);
  const see = (chunk) => { if (typeof chunk === "string" || chunk instanceof Uint8Array) body += Buffer.from(chunk).toString("latin1"); };
  sent.write = (chunk, ...rest) => { see(chunk); if (step.when === "request" && matches()) die(); return write(chunk, ...rest); };
  sent.end = (chunk, ...rest) => { see(chunk); if (step.when === "request" && matches()) die(); return end(chunk, ...rest); };
  if (step.when === "response") sent.prependListener("response", () => { if (matches()) die(); });
  return sent;
};
http.default && (http.default.request = http.request);
(await import("node:module")).syncBuiltinESMExports();
export const { handler } = await import("./original.mjs");
`;

/** Checks that the job of a killed function ends with one picture and one debit, after this many attempts. */
async function expectRecovery({ url, storedAs }: { url: string; storedAs: string }, attempts: number): Promise<void> {
  const job = await viewer.jobOf(storedAs);
  // From now on, the lease has expired and the job is due for the sweeper.
  const lease = job.leaseUntilMs === undefined ? {} : { leaseUntilMs: 1 };
  await stack.copyItem("Jobs", { id: job.id }, { ...lease, sweepAtMs: 1 });
  await service.inspect("/functions/sweeper/invoke", {});
  await until("the end of the job is published", async () => {
    image.deliver();
    return (await viewer.jobOf(storedAs)).publishedAtMs === undefined ? undefined : true;
  });
  expect(await viewer.jobOf(storedAs)).toMatchObject({ status: "done", attempts });
  expect(await viewer.ledgerOf(job.id)).toEqual(["debit 1"]);
  await viewer.shown(url);
}

describe("a function that is killed during an inline render", () => {
  test("an image function that is killed while it renders leaves one picture, one debit, and no stuck job", async () => {
    const { url, storedAs } = viewer.signed({ title: "Killed while it renders" }, await createTemplate());
    const viewed = viewer.view(url);
    // The render waits for its image.
    await until("the render has begun", () => (image.isAwaited ? true : undefined));
    const functions = await service.inspect<{ name: string; pids: number[] }[]>("/functions");
    for (const pid of functions.find(({ name }) => name === "image")?.pids ?? []) process.kill(pid, "SIGKILL");
    expect((await viewed).status).toBe(502);
    expect(await viewer.jobOf(storedAs)).toMatchObject({ status: "queued", attempts: 1 });
    await expectRecovery({ url, storedAs }, 2);
  });

  test.each([
    ["after the transaction", { target: "TransactWriteItems", body: "storedAs", when: "response" }, 2],
    [
      "after it has stored the picture and before it ends the job",
      { target: "UpdateItem", body: "finishedAtMs", when: "request" },
      2,
    ],
    ["before it publishes the end", { target: "PutEvents", when: "request" }, 1],
  ] as const)(
    "an image function that is killed %s leaves one picture, one debit, and no stuck job",
    async (name, step, attempts) => {
      const functions = await service.inspect<{ name: string; codeDir: string }[]>("/functions");
      const original = functions.find((known) => known.name === "image")?.codeDir ?? "";
      // The folder is inside the project, where the function finds its packages.
      const folder = mkdtempSync(join(resolve(service.stateDir), "killed-"));
      try {
        const code = join(folder, "code");
        cpSync(original, code, { recursive: true });
        renameSync(join(code, "index.mjs"), join(code, "original.mjs"));
        writeFileSync(join(code, "index.mjs"), KILL(step, join(folder, "killed")));
        await service.inspect("/functions/image/code", { dir: code });
        const { url, storedAs } = viewer.signed({ title: `Killed ${name}`, scale: "0.2" });
        const response = await viewer.view(url);
        // On a busy machine, the repeated invocation may not end before the view stops waiting.
        expect([200, 502, 503]).toContain(response.status);
        await expectRecovery({ url, storedAs }, attempts);
      } finally {
        await service.inspect("/functions/image/code", { dir: original });
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
