/**
 * `npm run bench:delivery [-- --samples N]`: signed images through the local edge, one viewer at a time. A first view is
 * claimed, billed, queued, rendered and stored; a stored one comes from the bucket; a cached one from the edge.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type LocalService, startLocalService } from "./local-service.js";
import { percentile, provenance, table, writeSection } from "./report.js";

/** The aim: the first view of a starter template, warm, on two cores. */
const AIM_MS = 250;
/** Processes start, fonts are read, code is compiled. */
const WARM_UP_VIEWS = 12;
const MINTS_A_CALL = 50;

const VIEWS = ["first view", "stored view", "cached view"] as const;
type View = (typeof VIEWS)[number];

interface Sample {
  readonly template: string;
  readonly view: View;
  readonly ms: number;
}

const { values } = parseArgs({ options: { samples: { type: "string", default: "60" } } });
const count = Number(values.samples);
const loadBefore = loadavg()[0] ?? 0;
const service = await startLocalService();
const samples: Sample[] = [];
let held = 0;
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
const load = `One viewer at a time, the whole service on the same machine, whose load was ${loadBefore.toFixed(1)} before the start; ${count} samples a template and kind of view, every picture with new texts, after ${WARM_UP_VIEWS} views to warm up. ${held} views had to ask again after a 503.`;
const report = table(["template", "view", "samples", "p50 ms", "p95 ms", "p99 ms"], rows);
const first = percentile(timesOf("all of them", "first view"), 0.5);
const verdict = `The aim is ${AIM_MS} ms for the median first view; it is ${first.toFixed(0)} ms.`;
process.stdout.write(`${report}\n\n${verdict}\n`);
writeSection("delivery", [provenance(), load, report, verdict].join("\n\n"));

/** URLs of one template, each with texts of its own: the renderer repaints only what differs from the last picture. */
async function mint(service: LocalService, template: string, wanted: number): Promise<string[]> {
  const names = await textLayersOf(service, template);
  const urls: string[] = [];
  for (let start = 0; start < wanted; start += MINTS_A_CALL) {
    const jobs = Array.from({ length: Math.min(MINTS_A_CALL, wanted - start) }, (_, index) => {
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
  if (names.length === 0) throw new Error(`The template ${template} has no text that a URL could set.`);
  return names;
}

async function call({ baseUrl, apiKey }: LocalService, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
  const answer = await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers });
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return await answer.json();
}

/** Fetches a picture whole; resolves to the milliseconds that a viewer waited, repeats after a 503 included. */
async function view(url: string, cache?: "Hit" | "Miss"): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status === 503) {
      held += 1;
      continue;
    }
    if (answer.status !== 200) throw new Error(`${url} was answered ${answer.status}.`);
    const told = answer.headers.get("x-cache") ?? "";
    if (cache !== undefined && !told.startsWith(cache)) throw new Error(`${url}: ${told}, not a ${cache}.`);
    return performance.now() - startedMs;
  }
}

async function purgeEdge({ inspectUrl }: LocalService): Promise<void> {
  const answer = await fetch(`${inspectUrl}/edge/purge`, { method: "POST", body: "{}" });
  if (!answer.ok) throw new Error(`The edge was not purged: ${answer.status}.`);
}

function timesOf(template: string, kind: View): number[] {
  const isMeant = (sample: Sample) => template === "all of them" || sample.template === template;
  return samples.filter((sample) => sample.view === kind && isMeant(sample)).map(({ ms }) => ms);
}

function rowOf(template: string, kind: View): string[] {
  const times = timesOf(template, kind);
  const at = (share: number) => percentile(times, share).toFixed(1);
  return [template, kind, String(times.length), at(0.5), at(0.95), at(0.99)];
}
