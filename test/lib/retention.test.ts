import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { referencesIn, resourcesOf, synthesize, type TemplateJson } from "./synthesize.js";

const SECRET = "arn:aws:secretsmanager:eu-central-1:123456789012:secret:Old";
const ADOPTED = {
  templates: "Old-Templates",
  jobs: "Old-Jobs",
  workspaces: "Old-Workspaces",
  apiKeys: "Old-ApiKeys",
  batches: "Old-Batches",
  claims: "Old-Claims",
  webhooks: "Old-Webhooks",
  bucket: "old-bucket",
  signingKeys: `${SECRET}SigningKeys-abcdef`,
  firstKey: `${SECRET}FirstKey-abcdef`,
};
/** All data that cannot be recreated. Token buckets, logs and messages are not part of it. */
const TABLES = [
  "StorageApiKeys7B037C32",
  "StorageBatchesFF4B5F1F",
  "StorageClaimsECE6D651",
  "StorageJobs4C7573CB",
  "StorageTemplates7A5B3A7C",
  "StorageWebhooksD52FC28E",
  "StorageWorkspacesEA25CA2E",
];
const BUCKET = "StorageBucket5CB7C8EA";
const SECRETS = ["AccessSigningKeys4E15A409", "BootstrapFirstKey6EAC1CB9"];

const kept = await synthesize();
const unprotected = await synthesize({ protectData: "false" });
const adopting = await synthesize({ adoptData: JSON.stringify(ADOPTED) });

const allOf = (template: TemplateJson) => Object.entries(template.Resources);
const byId = (template: TemplateJson) => Object.fromEntries(allOf(template));
const withPolicy = (template: TemplateJson, policy: string) =>
  allOf(template)
    .filter(([, { DeletionPolicy }]) => DeletionPolicy === policy)
    .map(([id]) => id)
    .sort();

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
}

function bootstrapStatements(template: TemplateJson): Statement[] {
  const policies = resourcesOf(template, "AWS::IAM::Policy").filter(([id]) => id.startsWith("BootstrapFunction"));
  return policies.flatMap(([, { Properties }]) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
}

describe("what a deleted stack leaves behind", () => {
  test("only data is kept, and not even data after a first deployment that failed", () => {
    const data = [...TABLES, BUCKET, ...SECRETS].sort();
    expect(withPolicy(kept, "RetainExceptOnCreate")).toEqual(data);
    expect(withPolicy(kept, "Retain")).toEqual([]);
    for (const id of data) expect(byId(kept)[id]?.UpdateReplacePolicy).toBe("Retain");
  });

  test("nothing is kept without protectData", () => {
    const policies = new Set(allOf(unprotected).map(([, { DeletionPolicy = "Delete" }]) => DeletionPolicy));
    expect([...policies]).toEqual(["Delete"]);
  });

  test("the bucket is emptied without protectData, after every function that could write to it is gone", () => {
    const [[emptied, contents] = ["", undefined]] = resourcesOf(unprotected, "Custom::BucketContents");
    expect(contents?.Properties).toMatchObject({ DeleteWithStack: "true", Bucket: { Ref: BUCKET } });
    for (const [id, { DependsOn = [] }] of resourcesOf(unprotected, "AWS::Lambda::Function")) {
      // The mcp function has no permission, and so writes to no bucket.
      if (!/^(BootstrapFunction|FunctionsMcp)/.test(id)) expect(DependsOn).toContain(emptied);
    }
    expect(bootstrapStatements(unprotected).flatMap(({ Action }) => Action)).toContain("s3:DeleteObject");
  });

  test("with protectData, no function may delete the objects of the bucket with the stack", () => {
    const [[, contents] = ["", undefined]] = resourcesOf(kept, "Custom::BucketContents");
    // The custom resource exists all the same: if an update removed it, CloudFormation would run its deletion.
    expect(contents?.Properties).toMatchObject({ DeleteWithStack: "false" });
    // Stale web pages may be removed: the next deployment makes them again.
    const removals = bootstrapStatements(kept).filter(({ Action }) => [Action].flat().includes("s3:DeleteObject"));
    expect(removals.map(({ Resource }) => JSON.stringify(Resource))).toEqual([expect.stringContaining("/site/*")]);
  });
});

describe("a first deployment", () => {
  test("creates tables without deletion protection, which would prevent the cleanup after a failure", () => {
    expect(JSON.stringify(kept)).not.toContain("DeletionProtectionEnabled");
  });

  test("runs the bootstrap function last, so that nothing can fail after the tables are protected", () => {
    const [[bootstrap, resource] = ["", undefined]] = resourcesOf(kept, "Custom::Bootstrap");
    const others = allOf(kept).map(([id]) => id);
    // Only a reference can wait for a resource that does not exist in every region.
    const conditional = Object.values((resource?.Properties.WaitsFor ?? {}) as Record<string, { "Fn::If": unknown[] }>);
    const referred = conditional.flatMap(({ "Fn::If": branches }) => referencesIn(branches));
    expect(referred.map((id) => byId(kept)[id]?.Condition)).toEqual(conditional.map(({ "Fn::If": [name] }) => name));
    expect([...(resource?.DependsOn ?? []), ...referred, bootstrap].sort()).toEqual(others.sort());
    expect(resource?.Properties).toMatchObject({ ProtectData: "true" });
    expect(resourcesOf(unprotected, "Custom::Bootstrap")[0]?.[1].Properties).toMatchObject({ ProtectData: "false" });
  });

  test("lets the bootstrap function scan only the sparse index of revoked templates", () => {
    const scans = bootstrapStatements(kept).filter(({ Action }) => [Action].flat().includes("dynamodb:Scan"));
    expect(scans).toHaveLength(1);
    expect(referencesIn(scans[0]?.Resource)).toEqual(["StorageTemplates7A5B3A7C"]);
    expect(JSON.stringify(scans[0]?.Resource)).toContain("/index/raisedGenerations");
  });

  test("fails in the bootstrap function before CloudFormation gives up waiting for it", () => {
    const [[, fn] = ["", undefined]] = resourcesOf(kept, "AWS::Lambda::Function").filter(([id]) =>
      id.startsWith("BootstrapFunction"),
    );
    const [[, resource] = ["", undefined]] = resourcesOf(kept, "Custom::Bootstrap");
    expect(Number(fn?.Properties.Timeout)).toBeLessThan(Number(resource?.Properties.ServiceTimeout));
  });
});

describe("a deployment with the data of another stack", () => {
  test("the stack takes tables and bucket by name, and never deletes them, even if the deployment fails", () => {
    const names = TABLES.map((id) => byId(adopting)[id]?.Properties.TableName);
    expect(names).toEqual([
      "Old-ApiKeys",
      "Old-Batches",
      "Old-Claims",
      "Old-Jobs",
      "Old-Templates",
      "Old-Webhooks",
      "Old-Workspaces",
    ]);
    expect(byId(adopting)[BUCKET]?.Properties.BucketName).toBe("old-bucket");
    expect(withPolicy(adopting, "Retain")).toEqual([...TABLES, BUCKET].sort());
    expect(withPolicy(adopting, "RetainExceptOnCreate")).toEqual([]);
  });

  test("the stack refers to the existing secrets, and creates only the secret of its own origins", () => {
    expect(resourcesOf(adopting, "AWS::SecretsManager::Secret").map(([id]) => id)).toEqual([
      "AccessOriginSecret09FAC01F",
    ]);
    const environment = byId(adopting).BootstrapFunctionD62F3ADB?.Properties.Environment as { Variables: object };
    expect(environment.Variables).toMatchObject({
      SIGNING_KEYS_SECRET: ADOPTED.signingKeys,
      FIRST_KEY_SECRET: ADOPTED.firstKey,
    });
  });

  test("a stack without that setting has an output with its names, which is the value of the setting", () => {
    const { Value } = kept.Outputs["DataToAdopt"] ?? {};
    expect(referencesIn(Value).sort()).toEqual([...TABLES, BUCKET, ...SECRETS].sort());
    const text = JSON.stringify(Value);
    for (const name of Object.keys(ADOPTED)) expect(text).toContain(`\\"${name}\\"`);
  });

  test("a part of the data alone is refused, because its parts refer to each other", async () => {
    const { claims, ...incomplete } = ADOPTED;
    expect(claims).toBeDefined();
    await expect(synthesize({ adoptData: JSON.stringify(incomplete) })).rejects.toThrow(/claims/);
  });

  test("the table of webhooks must be named too: without it, the secrets and endpoints would be missing silently", async () => {
    const { webhooks, ...incomplete } = ADOPTED;
    expect(webhooks).toBeDefined();
    await expect(synthesize({ adoptData: JSON.stringify(incomplete) })).rejects.toThrow(
      /DataToAdopt.*write null.*adoptData\.webhooks/s,
    );
    const older = await synthesize({ adoptData: JSON.stringify({ ...incomplete, webhooks: null }) });
    expect(byId(older).StorageWebhooksD52FC28E?.Properties).not.toHaveProperty("TableName");
    const [[, resource] = ["", undefined]] = resourcesOf(older, "Custom::Bootstrap");
    expect(String(resource?.Properties.AdoptedTables).split(",").sort()).toEqual(
      Object.values(incomplete)
        .filter((name) => name.startsWith("Old-"))
        .sort(),
    );
  });

  test("a table that does not exist is created after the stack's own table, so that its age shows it", () => {
    const [limits] = allOf(adopting).find(([id]) => id.startsWith("StorageLimits")) ?? [];
    for (const id of TABLES) expect(byId(adopting)[id]?.DependsOn).toEqual([limits]);
    for (const id of TABLES) expect(byId(kept)[id]?.DependsOn).toBeUndefined();
  });

  test("the example in docs/deploy.md names everything that the setting needs", () => {
    const page = readFileSync("docs/deploy.md", "utf8");
    const [, example = ""] = /"adoptData": (\{[^}]+\})/.exec(page) ?? [];
    expect(Object.keys(JSON.parse(example) as object).sort()).toEqual(Object.keys(ADOPTED).sort());
  });
});
