/** Tests what the bootstrap function does for each event of CloudFormation, and in which order. */
import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { CloudFormationCustomResourceEvent, Context } from "aws-lambda";
import type { CustomResource } from "../../../lambdas/bootstrap/custom-resource.js";

const WORKSPACE = "0b3d4f8e-6a51-4c8e-9a57-2f1d1c7b9e01";
const IDS = { "Open Graph card": "template-1" };

/** The steps in the order in which they ran. */
const steps: string[] = [];
const world = { hasSucceeded: false, first: undefined as string | undefined, concurrency: 1_000 };
const step =
  <Result>(name: string, result?: () => Result) =>
  async (...args: unknown[]): Promise<Result | undefined> => {
    steps.push([name, ...args.filter((arg) => typeof arg !== "object" || Array.isArray(arg))].join(" "));
    return await Promise.resolve(result?.());
  };

const bootstrap = await import("../../../core/access/bootstrap-workspace.js");
const protocol = await import("../../../lambdas/bootstrap/custom-resource.js");
const secrets = {
  readSecret: async () => '{"current":"k1","k1":"' + "k".repeat(64) + '"}',
  writeSecret: step("secret"),
};
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let resource: CustomResource | undefined;

for (const [path, mocked] of Object.entries({
  "aws/adopted-tables.js": { checkAdoptedTables: async (_: unknown, names: string[]) => step("adopted")(names) },
  "aws/table-protection.js": {
    setDeletionProtection: async (_: unknown, tables: string[], on: boolean) => step("protection")(tables.length, on),
  },
  "aws/empty-bucket.js": {
    emptyBucket: async (_: unknown, bucket: string, __: unknown, prefix = "all") => step("empty")(bucket, prefix),
  },
  "aws/account-concurrency.js": {
    readAccountConcurrency: step("concurrency", () => {
      if (world.concurrency < 0) throw new Error("AccessDenied");
      return { total: world.concurrency, unreserved: world.concurrency };
    }),
  },
  "aws/deployment-facts.js": {
    createDeploymentFacts: () => ({
      writeDistributionId: step("distribution"),
      firstWorkspace: { read: async () => Promise.resolve(world.first), write: step("first") },
      hasSucceeded: async () => Promise.resolve(world.hasSucceeded),
      writeSuccess: step("success"),
    }),
  },
  "aws/secrets.js": secrets,
  "core/access/bootstrap-workspace.js": { ...bootstrap, bootstrapWorkspace: step("workspace", () => WORKSPACE) },
  "core/signing/publish-signing-keys.js": { publishSigningKeys: step("keys") },
  "core/templates/seed-templates.js": { seedTemplates: step("templates", () => IDS) },
  "core/site/home-values.js": { homeValues: step("values", () => ({})) },
  "core/site/fill-pages.js": { fillPages: step("pages", () => ({})) },
  "core/site/publish-site.js": { publishSite: step("site", () => ({ uploaded: [], removed: [] })) },
  "lambdas/bootstrap/read-site.js": { readSite: async () => Promise.resolve({}) },
  "lambdas/shared/logger.js": { startLog: () => log, createLog: () => log },
  "lambdas/bootstrap/custom-resource.js": {
    ...protocol,
    respondToCustomResource: async (_: unknown, __: unknown, ___: unknown, chosen: CustomResource) => {
      resource = await Promise.resolve(chosen);
    },
  },
}))
  jest.unstable_mockModule(`../../../${path}`, () => mocked);

const before = { ...process.env };
const TABLES = ["TEMPLATES", "WORKSPACES", "API_KEYS", "JOBS", "BATCHES", "CLAIMS", "WEBHOOKS", "LIMITS"];
Object.assign(process.env, {
  ...{ AWS_REGION: "us-east-1", LOG_LEVEL: "INFO", BUCKET: "bucket", FIRST_KEY_SECRET: "first" },
  ...{ SIGNING_KEYS_SECRET: "ring", EDGE_KEYS: "arn" },
  ...Object.fromEntries(TABLES.map((name) => [`${name}_TABLE`, name])),
});
const { handler } = await import("../../../lambdas/bootstrap/handler.js");
afterAll(() => {
  process.env = before;
});

const PROPERTIES = {
  ...{ DistributionId: "E1", RendererConcurrency: "10", ConcurrencyIsReserved: "false", WebhookConcurrency: "5" },
  ...{ ProtectData: "true", AdoptedTables: "" },
};
const EVENT = { StackId: "stack", LogicalResourceId: "Bootstrap", ResourceType: "Custom::Bootstrap" };
const never = new AbortController().signal;

async function chosenFor(change: object): Promise<[CustomResource, CloudFormationCustomResourceEvent]> {
  const created: unknown = { RequestType: "Create", ResourceProperties: PROPERTIES, ...EVENT, ...change };
  const event = created as CloudFormationCustomResourceEvent;
  await handler(event, {} as Context);
  if (resource === undefined) throw new Error("The handler chose no resource.");
  return [resource, event];
}
const apply = async (change: object = {}) => {
  const [chosen, event] = await chosenFor(change);
  return await chosen.apply(event, never);
};
const remove = async (change: object) => {
  const [chosen, event] = await chosenFor({ RequestType: "Delete", PhysicalResourceId: "failed-1", ...change });
  await chosen.remove?.(event, never);
};

beforeEach(() => {
  steps.length = 0;
  Object.assign(world, { hasSucceeded: false, first: undefined, concurrency: 1_000 });
});

describe("a deployment", () => {
  test("a new stack checks adopted tables first, and protects its seven tables last", async () => {
    const { physicalResourceId, data } = await apply({ ResourceProperties: { ...PROPERTIES, AdoptedTables: "A,,B" } });
    expect(steps[0]).toBe("adopted A,B");
    expect(steps.at(-1)).toBe("protection 7 true");
    expect(steps.map((name) => name.split(" ")[0])).toEqual([
      ...["adopted", "keys", "distribution", "workspace", "templates", "values", "pages", "site", "concurrency"],
      "protection",
    ]);
    expect([physicalResourceId, data.WorkspaceId, data.ConcurrencyWarning]).toEqual([WORKSPACE, WORKSPACE, "none"]);
    expect([data.Templates, JSON.parse(data.SampleRequest ?? "")]).toEqual([
      JSON.stringify(IDS),
      expect.objectContaining({ template: "template-1" }),
    ]);
    expect(steps).toContain("distribution E1");
    expect(steps.some((name) => name.startsWith("workspace stack/Bootstrap"))).toBe(true);
  });

  test("an update checks no adopted tables, and can lift the protection", async () => {
    await apply({ RequestType: "Update", ResourceProperties: { ...PROPERTIES, ProtectData: "false" } });
    expect(steps[0]).toBe("keys");
    expect(steps.at(-1)).toBe("protection 7 false");
  });

  test("too little concurrency is a warning, and so is a failed check", async () => {
    world.concurrency = 10;
    expect((await apply()).data.ConcurrencyWarning).toContain("This account can run 10 Lambda invocations");
    world.concurrency = -1;
    expect((await apply()).data.ConcurrencyWarning).toContain("could not be read");
  });

  test("its success is recorded when CloudFormation has received it", async () => {
    const [chosen] = await chosenFor({});
    await chosen.confirmed?.();
    expect(steps).toEqual(["success"]);
  });
});

describe("a deletion", () => {
  test("a first deployment that failed loses its protection and its web pages, and nothing else", async () => {
    await remove({});
    expect(steps).toEqual(["protection 7 false", "empty bucket site/"]);
  });

  test.each([
    ["a deployment that has succeeded", { PhysicalResourceId: WORKSPACE }, {}],
    ["a failed create of data that a later deployment uses", {}, { hasSucceeded: true }],
    ["a stack with adopted tables", { ResourceProperties: { ...PROPERTIES, AdoptedTables: "A" } }, {}],
    ["a stack that does not say whether it has adopted tables", { ResourceProperties: {} }, {}],
    ["a stack whose first workspace belongs to another resource", {}, { first: WORKSPACE }],
  ])("%s keeps everything", async (_what, change, state) => {
    Object.assign(world, state);
    await remove(change);
    expect(steps).toEqual([]);
  });

  test("the bucket is emptied with the stack only if the setting says so, and creating it does nothing", async () => {
    const contents = { ResourceType: "Custom::BucketContents" };
    await remove({ ...contents, ResourceProperties: { DeleteWithStack: "false" } });
    expect(steps).toEqual([]);
    await remove({ ...contents, ResourceProperties: { DeleteWithStack: "true" } });
    expect(steps).toEqual(["empty bucket all"]);
    expect(await apply(contents)).toEqual({ physicalResourceId: "bucket-contents", data: {} });
  });
});
