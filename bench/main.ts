/**
 * `npm run bench [-- --json] [--rounds N] [--write]` measures this engine beside others. All are warm, and each round
 * runs every engine with new texts, so that other work on the machine affects all of them alike. Each round starts with
 * a different engine, and garbage is collected before each measurement, so that no engine pays for the one before it.
 * After a collection, each engine draws one picture that does not count: the caches of the processor do not contain its
 * code then, and JavaScript has lost its knowledge of types.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
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
/** These rounds do not count. In them, fonts are read, images are decoded, and code is compiled and optimized. */
const WARM_UP_ROUNDS = 8;

interface Result {
  readonly template: string;
  readonly format: Format;
  readonly engine: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly bytes: number;
}

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "15" },
    write: { type: "boolean" },
  },
});
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const own = ours();
const engines = [own, vercelOg(), naive(), await takumi(), await chromium(), encodeOnly(own.render)];
const templates = await makeTemplates();
const results: Result[] = [];
for (const template of templates) {
  for (const format of FORMATS) results.push(...(await measure(template, format, engines, Number(values.rounds))));
}
for (const engine of engines) await engine.close();
const compile = await measureCompile(templates);

const compilations = `ours compiled ${own.compilations()} times for ${templates.length} templates in ${FORMATS.length} formats.`;
const section = [provenance(), report(results), compilations, compile].join("\n\n");
process.stdout.write(
  values.json ? `${JSON.stringify({ results, compilations: own.compilations() })}\n` : `${section}\n`,
);
writeSection("bench", section);

async function measure(
  template: Template,
  format: Format,
  candidates: readonly Engine[],
  rounds: number,
): Promise<Result[]> {
  const samples = candidates.map((): { ms: number; bytes: number }[] => []);
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [index, engine] of rotated([...candidates.entries()], round + WARM_UP_ROUNDS)) {
      collectGarbage();
      await engine.render(template.make(2000 + round), format);
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

/** Returns the same values, with a different first one in each turn. */
function rotated<Value>(values: readonly Value[], turn: number): Value[] {
  const start = turn % values.length;
  return [...values.slice(start), ...values.slice(0, start)];
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
