/**
 * `npm run bench:delivery [-- --samples N]` measures signed images through the local edge, one viewer at a time. A first
 * view claims, bills, renders and stores the picture. A stored view comes from the bucket. A cached view comes from the
 * edge cache. After each first view, the same document with the same texts is rendered without the service, so that other
 * work on the machine affects both alike.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { setTimeout as pause } from "node:timers/promises";
import { type Layers, startRenderers } from "./delivery/renderers.js";
import { traceCalls, unionMs } from "./delivery/traced-calls.js";
import { type LocalService, startLocalService } from "./local-service.js";
import { percentile, provenance, table, writeSection } from "./report.js";

/** The target for the median of the time that a first view takes in addition to the same render in this process. */
const TARGET_MS = 20;
/** These views do not count. In them, processes start, fonts are read and code is compiled. */
const WARM_UP_VIEWS = 12;
const URLS_PER_REQUEST = 50;

const MEASURED = [
  "first view",
  "render in process",
  "first view − render in process",
  "render in a child process",
  "emulators in a traced first view",
  "stored view",
  "cached view",
] as const;
type Measured = (typeof MEASURED)[number];

interface Sample {
  readonly template: string;
  readonly what: Measured;
  readonly ms: number;
}

interface Mint {
  readonly url: string;
  readonly layers: Layers;
}

const { values } = parseArgs({ options: { samples: { type: "string", default: "60" }, write: { type: "boolean" } } });
const count = Number(values.samples);
const loadBefore = loadavg()[0] ?? 0;
const renderers = startRenderers();
const service = await startLocalService();
const samples: Sample[] = [];
let retried = 0;
let coldStarts = 0;
try {
  for (const [name, id] of Object.entries(service.templates)) await measureTemplate(name, id);
  for (const [name, id] of Object.entries(service.templates)) await measureEmulators(name, id);
} finally {
  await service.close();
  await renderers.close();
}

const rows = [...Object.keys(service.templates), "all of them"].flatMap((template) =>
  MEASURED.map((what) => rowOf(template, what)),
);
const conditions = `One viewer at a time, and each one when the function has ended the work of the one before. The whole service runs on the same machine, whose load was ${loadBefore.toFixed(1)} before the start. There are ${count} samples for each row of a template, after ${WARM_UP_VIEWS} to warm up. Every picture has new texts. ${retried} requests were repeated after a 503, and ${coldStarts} function processes started while samples were taken.`;
const report = table(["template", "what", "samples", "p50 ms", "p95 ms", "p99 ms"], rows);
const median = percentile(timesOf("all of them", "first view − render in process"), 0.5);
const verdict = `The target for the median of "first view − render in process" is ${TARGET_MS} ms. The result is ${median.toFixed(0)} ms.`;
process.stdout.write(`${report}\n\n${verdict}\n`);
writeSection("delivery", [provenance(), conditions, report, verdict].join("\n\n"));

async function measureTemplate(template: string, id: string): Promise<void> {
  const add = (what: Measured, ms: number) => void samples.push({ template, what, ms });
  const { document, version } = (await call(service, `/templates/${id}`)) as { document: unknown; version: number };
  const minted = await mint(service, id, WARM_UP_VIEWS + count);
  const startedBefore = { count: 0 };
  for (const [index, { url, layers }] of minted.entries()) {
    if (index === WARM_UP_VIEWS) startedBefore.count = (await imageFunction()).coldStarts;
    const viewMs = await view(url);
    await untilIdle();
    const processMs = await renderers.inProcess(document, `${id} ${version}`, layers);
    const childMs = await renderers.inChild(document, `${id} ${version}`, layers);
    if (index < WARM_UP_VIEWS) continue;
    add("first view", viewMs);
    add("render in process", processMs);
    add("first view − render in process", viewMs - processMs);
    add("render in a child process", childMs);
  }
  coldStarts += (await imageFunction()).coldStarts - startedBefore.count;
  const seen = minted.slice(WARM_UP_VIEWS);
  await purgeEdge(service);
  for (const { url } of seen) add("stored view", await view(url, "Miss"));
  for (const { url } of seen) add("cached view", await view(url, "Hit"));
}

/** Measures separate views, because tracing costs some milliseconds. */
async function measureEmulators(template: string, id: string): Promise<void> {
  const { codeDir } = await imageFunction();
  const trace = traceCalls(codeDir, ".local/bench-traced");
  await inspect("/functions/image/code", { dir: trace.dir });
  try {
    for (const [index, { url }] of (await mint(service, id, WARM_UP_VIEWS + count, "Traced")).entries()) {
      await view(url);
      const seenMs = performance.timeOrigin + performance.now();
      await untilIdle();
      const ms = unionMs(trace.read(), seenMs);
      if (index >= WARM_UP_VIEWS) samples.push({ template, what: "emulators in a traced first view", ms });
    }
  } finally {
    await inspect("/functions/image/code", { dir: codeDir });
  }
}

interface FunctionState {
  readonly name: string;
  readonly codeDir: string;
  readonly busy: number;
  readonly coldStarts: number;
}

async function imageFunction(): Promise<FunctionState> {
  const functions = (await inspect("/functions")) as FunctionState[];
  const found = functions.find(({ name }) => name === "image");
  if (found === undefined) throw new Error("There is no function `image`.");
  return found;
}

/**
 * If a view arrives while the function still ends the job of the last view, another process serves it: a cold start.
 */
async function untilIdle(): Promise<void> {
  while ((await imageFunction()).busy > 0) await pause(2);
}

async function inspect(path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${service.inspectUrl}${path}`, init);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}.`);
  return await response.json();
}

/** Mints URLs of one template, each with different texts, because the renderer repaints only what has changed. */
async function mint(service: LocalService, template: string, wanted: number, word = "Number"): Promise<Mint[]> {
  const names = await textLayersOf(service, template);
  const minted: Mint[] = [];
  for (let start = 0; start < wanted; start += URLS_PER_REQUEST) {
    const jobs = Array.from({ length: Math.min(URLS_PER_REQUEST, wanted - start) }, (_, index) => {
      const layers = names.map((name) => [name, { text: `${word} ${start + index + 1} of ${name}` }] as const);
      return { template, layers: Object.fromEntries(layers) };
    });
    const { urls } = (await call(service, "/img/sign", { method: "POST", body: JSON.stringify({ jobs }) })) as {
      urls: { url: string }[];
    };
    minted.push(...urls.map(({ url }, index) => ({ url, layers: jobs[index]?.layers ?? {} })));
  }
  return minted;
}

async function textLayersOf(service: LocalService, template: string): Promise<string[]> {
  const schema = await call(service, `/templates/${template}/schema`);
  const { layers } = schema as { layers: { layerName: string; attributes: { key: string }[] }[] };
  const names = layers
    .filter(({ attributes }) => attributes.some(({ key }) => key === "text"))
    .map(({ layerName }) => layerName);
  if (names.length === 0) throw new Error(`The template ${template} has no text layer that a URL can set.`);
  return names;
}

async function call({ baseUrl, apiKey }: LocalService, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
  if (response.status !== 200) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
  return await response.json();
}

/** Fetches a whole picture. Returns the milliseconds that a viewer waits, including repeated requests after a 503. */
async function view(url: string, cache?: "Hit" | "Miss"): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.status === 503) {
      retried += 1;
      continue;
    }
    if (response.status !== 200) throw new Error(`${url} responded with ${response.status}.`);
    const found = response.headers.get("x-cache") ?? "";
    if (cache !== undefined && !found.startsWith(cache)) throw new Error(`${url}: ${found}, expected ${cache}.`);
    return performance.now() - startedMs;
  }
}

async function purgeEdge({ inspectUrl }: LocalService): Promise<void> {
  const response = await fetch(`${inspectUrl}/edge/purge`, { method: "POST", body: "{}" });
  if (!response.ok) throw new Error(`The edge cache was not purged: ${response.status}.`);
}

function timesOf(template: string, what: Measured): number[] {
  const isOfTemplate = (sample: Sample) => template === "all of them" || sample.template === template;
  return samples.filter((sample) => sample.what === what && isOfTemplate(sample)).map(({ ms }) => ms);
}

function rowOf(template: string, what: Measured): string[] {
  const times = timesOf(template, what);
  const at = (share: number) => percentile(times, share).toFixed(1);
  return [template, what, String(times.length), at(0.5), at(0.95), at(0.99)];
}
