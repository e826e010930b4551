import { expect, test } from "@jest/globals";
import { readCommandLine } from "../../src/program/run-settings.js";

const PROGRAM = {
  command: "npm start --",
  summary: "Runs everything.",
  stateDir: "/project/.state",
  stateDirName: ".state",
};
const read = (args: string[], environment: Record<string, string> = {}) =>
  readCommandLine(PROGRAM, args, environment, () => undefined)?.settings;

test("without arguments, the port is 4000, the state is in the project, functions start early, and no context is overridden", () => {
  expect(read([])).toEqual({
    port: 4000,
    fresh: false,
    quiet: false,
    stateDir: "/project/.state",
    context: {},
    inspect: {},
    denials: [],
    resourcesToFail: [],
    prewarm: true,
  });
});

test("every option is read, and the value of a context variable may contain an equals sign", () => {
  const args = ["--fresh", "--quiet", "--state", "/elsewhere", "--context", "a=1", "-c", "b=x=y"];
  expect(read(args, { PORT: "4100" })).toMatchObject({
    port: 4100,
    fresh: true,
    quiet: true,
    stateDir: "/elsewhere",
    context: { a: "1", b: "x=y" },
  });
});

test("--port overrides the variable PORT", () => {
  expect(read(["--port", "4200"], { PORT: "4100" })).toMatchObject({ port: 4200 });
});

test("functions to debug get the usual debugger port and the ones after it, unless a port is given", () => {
  const args = ["--inspect", "api", "--inspect", "renderer=9400", "--inspect", "stream"];
  expect(read(args)).toMatchObject({ inspect: { api: 9229, renderer: 9400, stream: 9230 } });
});

test("--deny names a function, a service and an action, and can be repeated", () => {
  expect(read(["--fail", "Bucket", "--fail", "Queue"])?.resourcesToFail).toEqual(["Bucket", "Queue"]);
  expect(read(["--deny", "renderer:s3:PutObject", "--deny", "api:dynamodb:UpdateItem"])?.denials).toEqual([
    { functionName: "renderer", service: "s3", action: "PutObject" },
    { functionName: "api", service: "dynamodb", action: "UpdateItem" },
  ]);
});

test("--allow-all lets every call pass, and --grants-log names a file", () => {
  expect(read(["--allow-all", "--grants-log", "/tmp/grants.log"])).toMatchObject({
    allowAll: true,
    grantsLog: "/tmp/grants.log",
  });
});

test("--account-concurrency limits the invocations of all functions", () => {
  expect(read(["--account-concurrency", "10"])?.accountConcurrency).toBe(10);
  expect(read([])?.accountConcurrency).toBeUndefined();
});

test("--allow-host names hosts besides this machine, ignores their case, and can be repeated", () => {
  expect(read(["--allow-host", "Preview.Example.com", "--allow-host", ".test"])?.allowedHosts).toEqual([
    "preview.example.com",
    ".test",
  ]);
  expect(read([])?.allowedHosts).toBeUndefined();
});

test("--transaction-ms makes transactions take time", () => {
  expect(read(["--transaction-ms", "40"])?.transactionMs).toBe(40);
  expect(read([])?.transactionMs).toBeUndefined();
});

test("--no-prewarm leaves the start of each function to its first call", () => {
  expect(read(["--no-prewarm"])?.prewarm).toBe(false);
  expect(read([])?.prewarm).toBe(true);
});

test.each([
  [["--transaction-ms", "fast"], "'fast' is invalid. It must be a whole number of 1 or more."],
  [["--allow-host", "http://a.example"], "It needs a host name without a port"],
  [["--account-concurrency", "0"], "'0' is invalid. It must be a whole number of 1 or more."],
  [["--deny", "renderer:PutObject"], "'renderer:PutObject' is invalid. It needs a function, a service"],
  [["--deny", "renderer:iam:PassRole"], "a service (dynamodb, events, s3, secretsmanager, sqs) and an action"],
  [["--frehs"], "Unknown option '--frehs' (Did you mean --fresh?). See `npm start -- --help`."],
  [["now"], "now"],
  [["--state"], "--state"],
  [["--context", "novalue"], "'novalue' is invalid. It needs a name and a value, for example"],
  [["--port", "http"], "'http' is invalid. It must be a number from 1 to 65535."],
  [["--inspect", "api=x"], '--inspect api=x: the port must be a number from 1 to 65535, not "x".'],
])("the arguments %j are refused with a readable error: %s", (args, message) => {
  expect(() => read(args)).toThrow(expect.objectContaining({ name: "UserError" }));
  expect(() => read(args)).toThrow(message);
});

test.each(["http", "0", "65536", "40.5"])("the port PORT=%s is refused", (port) => {
  expect(() => read([], { PORT: port })).toThrow(`PORT must be a number from 1 to 65535, not "${port}".`);
});

test("--help writes the options and returns no settings", () => {
  const written: string[] = [];
  expect(readCommandLine(PROGRAM, ["--help"], {}, (text) => written.push(text))).toBeUndefined();
  for (const text of ["Usage: npm start -- [options]", "Runs everything.", "--fresh", "instead of .state"]) {
    expect(written.join("")).toContain(text);
  }
});
