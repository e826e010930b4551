/** The permissions of a whole stack: the sample, with all of its grants and without one of them. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../src/services/free-port.js";
import { synthesize } from "../../src/synthesis/synthesize.js";
import { RunningApp, SAMPLE } from "../running-app.js";

jest.setTimeout(120_000);

const FOLDERS = join(SAMPLE, ".run-cdk-out");
let folder: string;
let assemblyDir: string;
let running: RunningApp | undefined;

beforeAll(async () => {
  mkdirSync(FOLDERS, { recursive: true });
  folder = mkdtempSync(join(FOLDERS, "permissions-test-"));
  assemblyDir = join(folder, "cdk.out");
  const command = [process.execPath, "--import", "tsx", "bin/app.ts"] as const;
  await synthesize({ projectDir: SAMPLE, command: [...command], assemblyDir, context: {} });
}, 60_000);
afterEach(async () => {
  await running?.stop("SIGKILL");
  running = undefined;
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Statement {
  readonly Action: string | readonly string[];
}
interface TemplateFile {
  readonly Resources: Record<string, { Properties?: { PolicyDocument?: { Statement: Statement[] } } }>;
}

/** Removes each statement with this action from the policies of the template. */
function removeGrant(action: string): void {
  const file = join(assemblyDir, "Sample.template.json");
  const template = JSON.parse(readFileSync(file, "utf8")) as TemplateFile;
  for (const { Properties } of Object.values(template.Resources)) {
    const document = Properties?.PolicyDocument;
    if (document) document.Statement = document.Statement.filter(({ Action }) => ![Action].flat().includes(action));
  }
  writeFileSync(file, JSON.stringify(template));
}

async function start(state: string, ...args: string[]) {
  const port = await freePort();
  const app = new RunningApp(["--app", assemblyDir, "--port", String(port), "--state", join(folder, state), ...args]);
  running = app;
  return { app, ready: () => app.ready() };
}

const createItem = (baseUrl: string) =>
  fetch(`${baseUrl}/items`, { method: "POST", body: JSON.stringify({ id: "a" }) });

interface ReportedGrant {
  readonly functions: string;
  readonly action: string;
  readonly resource: string;
  readonly used: boolean;
}

test("the inspection port and the file of --grants-log tell which grants were used, and count the calls of Lambda", async () => {
  const log = join(folder, "grants.log");
  const { ready } = await start("first", "--grants-log", log);
  const { baseUrl, inspectUrl } = await ready();
  expect((await createItem(baseUrl)).status).toBe(202);
  const grants = (await (await fetch(`${inspectUrl}/permissions`)).json()) as ReportedGrant[];
  // The CDK grants the actions of a table also on its indexes.
  const used = (functions: string, action: string) =>
    grants
      .filter(
        (grant) => grant.functions === functions && grant.action === action && !grant.resource.includes("/index/"),
      )
      .map((grant) => grant.used);
  expect(used("api", "dynamodb:PutItem")).toEqual([true]);
  expect(used("api", "dynamodb:GetItem")).toEqual([false]);
  expect(used("greeter", "cloudfront-keyvaluestore:PutKey")).toEqual([true]);
  expect(used("worker", "sqs:ReceiveMessage")).toEqual([true]);
  expect(used("stream", "logs:PutLogEvents")).toEqual([true]);
  const lines = readFileSync(log, "utf8").trim().split("\n");
  const put = { functions: "api", action: "dynamodb:PutItem", resource: expect.stringMatching(/^Items/) };
  expect(lines.map((line) => JSON.parse(line) as ReportedGrant)).toEqual(
    expect.arrayContaining([
      { ...put, used: false },
      { ...put, used: true },
    ]),
  );
});

test("a call without a grant fails with the error of AWS, and succeeds with --allow-all", async () => {
  removeGrant("dynamodb:PutItem");
  const enforced = await start("second");
  expect((await createItem((await enforced.ready()).baseUrl)).status).toBe(500);
  expect(enforced.app.output).toMatch(
    /AccessDeniedException: User: arn:aws:sts::000000000000:assumed-role\/\S+ is not authorized to perform: dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table\/Sample-Items\S+ because no identity-based policy allows/,
  );
  await enforced.app.stop();
  const open = await start("second", "--allow-all");
  expect((await createItem((await open.ready()).baseUrl)).status).toBe(202);
});

test("a poller without the grant to read its queue stops the start, as the creation of its mapping fails on AWS", async () => {
  removeGrant("sqs:ReceiveMessage");
  const { app } = await start("third");
  expect(await app.ended()).toBe(1);
  expect(app.output).toContain("the role of worker does not have permission to call ReceiveMessage on the queue");
});
