/**
 * Measures how long a function waits for the emulators: the whole time of each request to DynamoDB, S3 and the bus. The
 * function runs with its own bundle, and a module around it records the times.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** A request of the function, and when it began and ended, in milliseconds since the epoch. */
export interface TracedCall {
  /** The operation, and the first attribute that an update sets. */
  readonly name: string;
  /** The UUIDs in the request. */
  readonly about: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
}

const tracerOf = (log: string) => `
import http from "node:http";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
const nowMs = () => performance.timeOrigin + performance.now();
const request = http.request;
http.request = (...args) => {
  const options = args.find((arg) => typeof arg === "object") ?? {};
  const target = options.headers?.["x-amz-target"];
  const sent = request(...args);
  if (options.headers?.["amz-sdk-invocation-id"] === undefined) return sent;
  const operation = target === undefined ? "S3 " + options.method : String(target).split(".").pop();
  let [fromMs, text] = [undefined, String(options.path)];
  const note = (chunk) => { if (target !== undefined && chunk != null && typeof chunk !== "function") text += Buffer.from(chunk); };
  for (const name of ["write", "end"]) {
    const original = sent[name];
    sent[name] = (...given) => { note(given[0]); return original.apply(sent, given); };
  }
  sent.prependListener("socket", () => (fromMs ??= nowMs()));
  sent.prependListener("response", (response) => response.once("end", () => {
    const toMs = nowMs();
    const [, attribute = ""] = /^UpdateItem$/.test(operation) ? /"UpdateExpression":"SET (\\w+)/.exec(text) ?? [] : [];
    const about = [...new Set(text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])];
    fs.appendFileSync(${JSON.stringify(log)}, JSON.stringify({ name: (operation + " " + attribute).trim(), about, fromMs, toMs }) + "\\n");
  }));
  return sent;
};
syncBuiltinESMExports();
export const { handler } = await import("./original.mjs");
`;

/** Creates a copy of the function's code that records its calls. `read` returns the calls since the last `read`. */
export function traceCalls(codeDir: string, folder: string) {
  const log = resolve(folder, "calls.log");
  const dir = resolve(folder, "traced");
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(codeDir, dir, { recursive: true });
  renameSync(join(dir, "index.mjs"), join(dir, "original.mjs"));
  writeFileSync(join(dir, "index.mjs"), tracerOf(log));
  return {
    dir,
    read(): readonly TracedCall[] {
      if (!existsSync(log)) return [];
      const lines = readFileSync(log, "utf8").trim().split("\n");
      rmSync(log);
      return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as TracedCall);
    },
  };
}

/** Returns the time during which at least one call was in progress, up to `untilMs`. */
export function unionMs(calls: readonly TracedCall[], untilMs: number): number {
  let [total, reached] = [0, 0];
  for (const { fromMs, toMs } of [...calls].sort((a, b) => a.fromMs - b.fromMs)) {
    const [from, to] = [Math.max(fromMs, reached), Math.min(toMs, untilMs)];
    if (to > from) total += to - from;
    reached = Math.max(reached, to);
  }
  return total;
}
