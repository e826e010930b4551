import { spawn, type ChildProcess } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort } from "run-cdk-out/testing";
import { OWN_PACKAGES } from "../../lib/own-packages.js";
import { lendBuilds } from "./kept-assemblies.js";
import { makeStateFolder, until } from "./service.js";

const state = makeStateFolder();
/** A copy of the project whose sources this test may change. */
const checkout = resolve(state.dir, "checkout");
let dev: ChildProcess;
let exited: Promise<unknown>;
let output = "";
let baseUrl = "";
let inspectUrl = "";
let debuggerPort = 0;

const PACKAGES = OWN_PACKAGES.map((name) => `packages/${name}`);
const COPIED = [
  "aws",
  "bin",
  "core",
  "docs",
  "examples",
  "lambdas",
  "layers",
  "lib",
  "local",
  "packages/import-svg",
  "packages/studio",
  "site",
  ...PACKAGES,
];
/** The compiler of the encoders, which only `npm run wasm` installs, is not a source. */
const isSource = (path: string): boolean => !path.endsWith("/node_modules");
const FILES = ["cdk.json", "package.json", "package-lock.json", "tsconfig.json"];

beforeAll(async () => {
  mkdirSync(checkout);
  for (const name of [...COPIED, ...FILES]) cpSync(name, join(checkout, name), { recursive: true, filter: isSource });
  symlinkSync(resolve("node_modules"), join(checkout, "node_modules"));
  lendBuilds(checkout);
  const port = await freePort();
  debuggerPort = await freePort();
  dev = spawn(process.execPath, ["--import", "tsx", "local/dev.ts", "--inspect", `sweeper=${debuggerPort}`], {
    cwd: checkout,
    env: { ...process.env, PORT: String(port), NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  exited = new Promise((done) => dev.once("exit", done));
  for (const stream of [dev.stdout, dev.stderr]) stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  await until("the service is up", () => {
    if (dev.exitCode !== null) throw new Error(`npm run dev ended by itself:\n${output}`);
    return output.includes("Stop with Ctrl-C") ? true : undefined;
  });
  const connection = JSON.parse(readFileSync(join(checkout, ".local", "connection.json"), "utf8")) as {
    readonly baseUrl: string;
    readonly inspectUrl: string;
  };
  ({ baseUrl, inspectUrl } = connection);
});

afterAll(async () => {
  dev.kill("SIGTERM");
  await exited;
  state.remove();
});

test("every folder of a function in lambdas/ is a function of the stack that can be replaced by its name", async () => {
  const functions = (await (await fetch(`${inspectUrl}/functions`)).json()) as { readonly name: string }[];
  const folders = readdirSync("lambdas").filter((folder) => existsSync(join("lambdas", folder, "handler.ts")));
  expect(functions.map(({ name }) => name).sort()).toEqual(folders.sort());
});

test("a debugger finds the function of --inspect, with the paths of its sources", async () => {
  const [target] = await until("the debugger port responds", async () => {
    const response = await fetch(`http://127.0.0.1:${debuggerPort}/json/list`).catch(() => undefined);
    return response && ((await response.json()) as { readonly type: string }[]);
  });
  expect(target?.type).toBe("node");
  const map = readFileSync(join(checkout, ".local", "cdk.out-dev", "sweeper", "index.mjs.map"), "utf8");
  expect(JSON.parse(map)).toMatchObject({
    sourceRoot: checkout,
    sources: expect.arrayContaining(["lambdas/sweeper/handler.ts"]),
  });
});

test("the studio is served from its sources, in front of the running service", async () => {
  const [, address = ""] = /The studio from its sources, with each change at once: (\S+)/.exec(output) ?? [];
  expect(await (await fetch(address)).text()).toContain("/studio/src/main.tsx");
  const health = await fetch(new URL("/api/v1/health", address));
  expect([health.status, await health.json()]).toMatchObject([200, { status: "ok" }]);
});

test("a changed function serves the new code without a restart of the stack", async () => {
  const handler = join(checkout, "lambdas", "api", "handler.ts");
  const version = async () => (await fetch(`${baseUrl}/api/v1/health`)).headers.get("x-version");
  expect(await version()).toBeNull();
  renameSync(handler, join(checkout, "lambdas", "api", "real-handler.ts"));
  for (const expected of ["1", "2"]) {
    writeFileSync(
      handler,
      `import { handler as realHandler } from "./real-handler.js";
       export const handler = async (...args) => {
         const response = await realHandler(...args);
         return { ...response, headers: { ...response.headers, "x-version": "${expected}" } };
       };`,
    );
    await until("the new code responds", async () => ((await version()) === expected ? true : undefined));
  }
  expect(dev.exitCode).toBeNull();
});

test("a changed module replaces each function that imports it", async () => {
  appendFileSync(join(checkout, "core", "contract", "routes.ts"), '\nconsole.log("new routes");\n');
  const pattern = /core\/contract\/routes\.ts changed: new code for (.*) \(\d+\.\d s\)/;
  const [, names = ""] = await until("the functions are replaced", () => pattern.exec(output) ?? undefined);
  expect(names.split(", ")).toEqual(expect.arrayContaining(["api", "stream"]));
  expect(names.split(", ")).not.toContain("renderer");
});

test("a change of the template is reported with what to do, and so is a return to the running template", async () => {
  const file = join(checkout, "cdk.json");
  const original = readFileSync(file, "utf8");
  const config = JSON.parse(original) as { readonly context: Record<string, unknown> };
  config.context["settings"] = { logLevel: "DEBUG" };
  writeFileSync(file, JSON.stringify(config));
  await until("the change is reported", () =>
    /cdk\.json changed the template \(.+\)\. Restart to apply this: stop with Ctrl-C/.test(output) ? true : undefined,
  );
  writeFileSync(file, original);
  await until("the end of the change is reported", () =>
    output.includes("The template is again the one that is running.") ? true : undefined,
  );
});
