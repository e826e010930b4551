/**
 * `npm run bench [-- --json] [--rounds N]`: this engine beside others, all warm, in one interleaved run with new texts in
 * each round, so that whatever else the machine does meets them all.
 */
import { parseArgs } from "node:util";
import { measureCompile } from "./compile.js";
import type { Design, Engine, Format } from "./design.js";
import { chromium } from "./engines/chromium.js";
import { encodeOnly } from "./engines/encode-only.js";
import { naive } from "./engines/naive.js";
import { ours } from "./engines/ours.js";
import { takumi } from "./engines/takumi.js";
import { vercelOg } from "./engines/vercel-og.js";
import { percentile, provenance, table, writeSection } from "./report.js";
import { makeTemplates, type Template } from "./templates.js";

const FORMATS: readonly Format[] = ["png", "jpeg", "webp"];
/** Rounds before those that count: fonts are read, images decoded, code compiled, the hot loops optimized. */
const WARM_UP_ROUNDS = 10;

interface Result {
  readonly template: string;
  readonly format: Format;
  readonly engine: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
}

const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, rounds: { type: "string", default: "15" } },
});
const own = ours();
const engines = [own, vercelOg(), naive(), await takumi(), await chromium(), encodeOnly(own.render)];
const templates = await makeTemplates();
const results: Result[] = [];
for (const template of templates) {
  for (const format of FORMATS) results.push(...(await measure(template, format, engines, Number(values.rounds))));
}
for (const engine of engines) await engine.close();
const compile = await measureCompile(templates);

if (values.json) process.stdout.write(`${JSON.stringify({ results })}\n`);
else process.stdout.write(`${report(results)}\n\n${compile}\n`);
writeSection("bench", [provenance(), report(results), compile].join("\n\n"));

async function measure(
  template: Template,
  format: Format,
  candidates: readonly Engine[],
  rounds: number,
): Promise<Result[]> {
  const samples = candidates.map((): { ms: number; bytes: number }[] => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [index, engine] of candidates.entries()) {
      const sample = await time(engine, template.make(1000 + round), format);
      if (round >= 0) samples[index]?.push(sample);
    }
  }
  return candidates.map((engine, index) => {
    const times = (samples[index] ?? []).map(({ ms }) => ms);
    const bytes = percentile(
      (samples[index] ?? []).map((sample) => sample.bytes),
      0.5,
    );
    return {
      template: template.name,
      format,
      engine: engine.name,
      p50Ms: round(percentile(times, 0.5)),
      p95Ms: round(percentile(times, 0.95)),
      bytes,
    };
  });
}

async function time(engine: Engine, design: Design, format: Format): Promise<{ ms: number; bytes: number }> {
  const started = performance.now();
  const picture = await engine.render(design, format);
  return { ms: performance.now() - started, bytes: picture.length };
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function report(all: readonly Result[]): string {
  const rows = all.map((result) => {
    const mine = all.find(
      ({ template, format, engine }) => template === result.template && format === result.format && engine === "ours",
    );
    const ratio = `${(result.p50Ms / (mine?.p50Ms ?? Number.NaN)).toFixed(1)}×`;
    const { template, format, engine, p50Ms, p95Ms, bytes } = result;
    return [template, format, engine, p50Ms.toFixed(1), p95Ms.toFixed(1), ratio, `${Math.round(bytes / 1000)}`];
  });
  return table(["template", "format", "engine", "p50 ms", "p95 ms", "time / ours", "kB"], rows);
}
