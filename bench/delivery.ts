/**
 * `npm run bench:delivery [-- --samples N]` measures signed images through the local edge, one viewer at a time. A first
 * view claims, bills, queues, renders and stores the picture. A stored view comes from the bucket. A cached view comes from
 * the edge cache.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type LocalService, startLocalService } from "./local-service.js";
import { percentile, provenance, table, writeSection } from "./report.js";

/** For the median first view of a starter template, with warm functions, on two cores. */
const TARGET_MS = 250;
/** In these, processes start, fonts are read and code is compiled. They do not count. */
const WARM_UP_VIEWS = 12;
const URLS_PER_REQUEST = 50;

const VIEWS = ["first view", "stored view", "cached view"] as const;
type View = (typeof VIEWS)[number];

interface Sample {
  readonly template: string;
  readonly view: View;
  readonly ms: number;
}

const { values } = parseArgs({ options: { samples: { type: "string", default: "60" }, write: { type: "boolean" } } });
const count = Number(values.samples);
const loadBefore = loadavg()[0] ?? 0;
const service = await startLocalService();
const samples: Sample[] = [];
let retried = 0;
try {
  for (const [name, id] of Object.entries(service.templates)) {
    const urls = await mint(service, id, WARM_UP_VIEWS + count);
    for (const url of urls.splice(0, WARM_UP_VIEWS)) await view(url);
    for (const url of urls) samples.push({ template: name, view: "first view", ms: await view(url) });
    await purgeEdge(service);
    for (const url of urls) samples.push({ template: name, view: "stored view", ms: await view(url, "Miss") });
    for (const url of urls) samples.push({ template: name, view: "cached view", ms: await view(url, "Hit") });
  }
} finally {
  await service.close();
}

const rows = [...new Set(samples.map(({ template }) => template)), "all of them"].flatMap((template) =>
  VIEWS.map((kind) => rowOf(template, kind)),
);
const conditions = `One viewer at a time. The whole service runs on the same machine, whose load was ${loadBefore.toFixed(1)} before the start. There are ${count} samples for each template and kind of view, after ${WARM_UP_VIEWS} views to warm up. Every picture has new texts. ${retried} requests were repeated after a 503.`;
const report = table(["template", "view", "samples", "p50 ms", "p95 ms", "p99 ms"], rows);
const first = percentile(timesOf("all of them", "first view"), 0.5);
const verdict = `The target for the median first view is ${TARGET_MS} ms. The result is ${first.toFixed(0)} ms.`;
process.stdout.write(`${report}\n\n${verdict}\n`);
writeSection("delivery", [provenance(), conditions, report, verdict].join("\n\n"));

/** Mints URLs of one template, each with other texts, because the renderer repaints only what differs from the last picture. */
async function mint(service: LocalService, template: string, wanted: number): Promise<string[]> {
  const names = await textLayersOf(service, template);
  const urls: string[] = [];
  for (let start = 0; start < wanted; start += URLS_PER_REQUEST) {
    const jobs = Array.from({ length: Math.min(URLS_PER_REQUEST, wanted - start) }, (_, index) => {
      const layers = names.map((name) => [name, { text: `Number ${start + index + 1} of ${name}` }] as const);
      return { template, layers: Object.fromEntries(layers) };
    });
    const minted = await call(service, "/img/sign", { method: "POST", body: JSON.stringify({ jobs }) });
    urls.push(...(minted as { urls: { url: string }[] }).urls.map(({ url }) => url));
  }
  return urls;
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

function timesOf(template: string, kind: View): number[] {
  const isOfTemplate = (sample: Sample) => template === "all of them" || sample.template === template;
  return samples.filter((sample) => sample.view === kind && isOfTemplate(sample)).map(({ ms }) => ms);
}

function rowOf(template: string, kind: View): string[] {
  const times = timesOf(template, kind);
  const at = (share: number) => percentile(times, share).toFixed(1);
  return [template, kind, String(times.length), at(0.5), at(0.95), at(0.99)];
}
