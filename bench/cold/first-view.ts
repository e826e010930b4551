/** The cold start of the image function: a fresh process loads its real bundle and serves a first view. */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DEFAULT_PLANS } from "../../core/contract/plans.js";
import { bundleFunction } from "../../lib/bundle-code.js";
import { startAwsStub } from "./aws-stub.js";

const ROOT = join(import.meta.dirname, "../..");
/** This folder is inside the project, where the bundle finds its packages. */
const FOLDER = join(ROOT, ".local/bench-first-view");
const TEMPLATE = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** The times of one process, in milliseconds since its start. */
export interface FirstView {
  /** The handler is loaded. */
  readonly loaded: number;
  /** The picture has been received. */
  readonly viewed: number;
  /** The duration of a second view of another URL, for comparison. */
  readonly second: number;
  /** The processor time of the function's own process up to this point, without its rendering process. */
  readonly cpu: number;
}

/** Does what the platform does: loads the handler and gives it an event. */
const PLATFORM = `
import { Writable } from "node:stream";
globalThis.awslambda = { streamifyResponse: (handler) => handler, HttpResponseStream: { from: (stream, head) => Object.assign(stream, { head }) } };
const { handler } = await import("./index.mjs");
const loaded = performance.now();
async function view(text) {
  let bytes = 0;
  const { promise, resolve } = Promise.withResolvers();
  const stream = new Writable({ write: (chunk, _, done) => { bytes += chunk.length; done(); }, final: (done) => { done(); resolve(performance.now()); } });
  const event = { rawPath: "/api/v1/img/${TEMPLATE}", rawQueryString: "sig=k1.1." + "a".repeat(43) + "&title=" + text, headers: { "x-irs-base-url": "https://images.example.com" }, requestContext: { http: { method: "GET" }, requestId: "r" } };
  void handler(event, stream, { awsRequestId: "i", getRemainingTimeInMillis: () => 60000 }).catch(() => undefined);
  const at = await promise;
  if (stream.head.statusCode !== 200 || bytes < 1000) throw new Error("The view failed with " + stream.head.statusCode + ".");
  return at;
}
const viewed = await view("First");
const { user, system } = process.cpuUsage();
const before = performance.now();
const second = (await view("Second")) - before;
process.stdout.write(JSON.stringify({ loaded, viewed, second, cpu: (user + system) / 1000 }));
process.exit();
`;

/** Prepares the function. `run` starts one process; `close` removes the files. */
export async function prepareFirstView(document: unknown) {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  bundleFunction("image", ["render-process"], FOLDER);
  const program = join(FOLDER, "platform.mjs");
  writeFileSync(program, PLATFORM);
  const stub = await startAwsStub(document);
  const env = environmentOf(stub.endpoint);
  return {
    run: async (): Promise<FirstView> => {
      const { stdout } = await promisify(execFile)(process.execPath, [program], { env });
      return JSON.parse(stdout.slice(stdout.lastIndexOf("\n") + 1)) as FirstView;
    },
    close: () => {
      stub.close();
      rmSync(FOLDER, { recursive: true, force: true });
    },
  };
}

function environmentOf(endpoint: string): Record<string, string> {
  return {
    PATH: process.env["PATH"] ?? "",
    ...{ AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_ENDPOINT_URL: endpoint },
    ...{
      LOG_LEVEL: "ERROR",
      PLANS: JSON.stringify(DEFAULT_PLANS),
      ALLOW_LOOPBACK_TARGETS: "false",
      MALLOC_ARENA_MAX: "2",
    },
    ...{ CLAIMS_TABLE: "claims", LIMITS_TABLE: "limits", TEMPLATES_TABLE: "templates", JOBS_TABLE: "jobs" },
    ...{ WORKSPACES_TABLE: "workspaces", BUCKET: "bucket", EVENT_BUS: "bus" },
    ...{ INTERACTIVE_QUEUE_URL: `${endpoint}/i`, HEAVY_QUEUE_URL: `${endpoint}/h` },
  };
}
