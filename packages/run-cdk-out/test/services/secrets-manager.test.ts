import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  CreateSecretCommand,
  DescribeSecretCommand,
  GetSecretValueCommand,
  ListSecretsCommand,
  ListSecretVersionIdsCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { describe, expect, test } from "@jest/globals";
import { startSecretsManager } from "../../src/services/secrets-manager.js";
import { cleanups, credentials, region, temporaryFolder } from "./fixtures.js";

const atEnd = cleanups();
const arn = "arn:aws:secretsmanager:us-east-1:000000000000:secret:keys-AbCdEf";

async function start(dataDir?: string) {
  const folder = dataDir ?? (await temporaryFolder(atEnd));
  const service = await startSecretsManager({ dataDir: folder });
  atEnd(() => service.close());
  const client = new SecretsManagerClient({ endpoint: service.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(() => client.destroy());
  service.ensureSecret({ arn, name: "keys", initialValue: () => "one" });
  const value = async (VersionStage?: string): Promise<string | undefined> =>
    (await client.send(new GetSecretValueCommand({ SecretId: arn, VersionStage }))).SecretString;
  const put = async (SecretString: string, VersionStages?: string[]): Promise<string> => {
    const command = new PutSecretValueCommand({ SecretId: arn, SecretString, VersionStages });
    return String((await client.send(command)).VersionId);
  };
  return { folder, service, client, value, put };
}

describe("secrets", () => {
  test("a secret of the template is created once, and its value is never replaced", async () => {
    const { service, put } = await start();
    await put("two");
    service.ensureSecret({ arn, name: "keys", initialValue: () => "three" });
    expect(service.read(arn)).toBe("two");
    expect(service.read("keys")).toBe("two");
    expect(service.read("none")).toBeUndefined();
  });

  test.each(["keys", arn, arn.slice(0, -7)])("Secrets Manager finds a secret by %s", async (SecretId) => {
    const { client } = await start();
    const secret = await client.send(new GetSecretValueCommand({ SecretId }));
    expect(secret).toMatchObject({ ARN: arn, Name: "keys", SecretString: "one", VersionStages: ["AWSCURRENT"] });
    expect(secret.CreatedDate).toBeInstanceOf(Date);
  });

  test("Secrets Manager labels a new value AWSCURRENT and the old value AWSPREVIOUS", async () => {
    const { value, put } = await start();
    await put("two");
    expect([await value(), await value("AWSPREVIOUS")]).toEqual(["two", "one"]);
    await put("three");
    expect([await value(), await value("AWSPREVIOUS")]).toEqual(["three", "two"]);
  });

  test("Secrets Manager moves the label AWSCURRENT only if the request names the version that has it", async () => {
    const { client, value, put } = await start();
    const pending = await put("two", ["AWSPENDING"]);
    expect([await value(), await value("AWSPENDING")]).toEqual(["one", "two"]);
    const { VersionIdsToStages = {} } = await client.send(new DescribeSecretCommand({ SecretId: arn }));
    const current = Object.keys(VersionIdsToStages).find((id) => VersionIdsToStages[id]?.includes("AWSCURRENT"));
    const move = { SecretId: arn, VersionStage: "AWSCURRENT", MoveToVersionId: pending };
    await expect(client.send(new UpdateSecretVersionStageCommand(move))).rejects.toMatchObject({
      name: "InvalidParameterException",
    });
    await client.send(new UpdateSecretVersionStageCommand({ ...move, RemoveFromVersionId: current }));
    const drop = { SecretId: arn, VersionStage: "AWSPENDING", RemoveFromVersionId: pending };
    await client.send(new UpdateSecretVersionStageCommand(drop));
    expect([await value(), await value("AWSPREVIOUS")]).toEqual(["two", "one"]);
    await expect(value("AWSPENDING")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });

  test("Secrets Manager accepts a repeated ClientRequestToken only with the same value", async () => {
    const { client } = await start();
    const ClientRequestToken = "0b6c3d0e-4d0a-4b0e-9d5a-1c2d3e4f5a6b";
    const put = (SecretString: string) =>
      client.send(new PutSecretValueCommand({ SecretId: arn, SecretString, ClientRequestToken }));
    expect((await put("two")).VersionId).toBe(ClientRequestToken);
    expect((await put("two")).VersionId).toBe(ClientRequestToken);
    await expect(put("three")).rejects.toMatchObject({ name: "ResourceExistsException" });
    const { Versions } = await client.send(new ListSecretVersionIdsCommand({ SecretId: arn }));
    expect(Versions).toHaveLength(2);
  });

  test("Secrets Manager lists a version without labels only if the request asks for deprecated ones", async () => {
    const { client, put } = await start();
    const [two, three] = [await put("two"), await put("three")];
    const listed = async (IncludeDeprecated?: boolean) => {
      const { Versions = [] } = await client.send(
        new ListSecretVersionIdsCommand({ SecretId: arn, IncludeDeprecated }),
      );
      return Versions.map(({ VersionId, VersionStages }) => [VersionId, VersionStages]);
    };
    const labeled = [
      [two, ["AWSPREVIOUS"]],
      [three, ["AWSCURRENT"]],
    ];
    expect(await listed()).toEqual(labeled);
    expect(await listed(false)).toEqual(labeled);
    expect(await listed(true)).toEqual([[expect.any(String), []], ...labeled]);
  });

  test("Secrets Manager lists a secret that a client created, and rejects a second one with the same name", async () => {
    const { client } = await start();
    const create = new CreateSecretCommand({ Name: "own", SecretBinary: Buffer.from([0, 255]) });
    const created = await client.send(create);
    expect(created.ARN).toMatch(/^arn:aws:secretsmanager:us-east-1:000000000000:secret:own-\w{6}$/);
    const { SecretBinary } = await client.send(new GetSecretValueCommand({ SecretId: "own" }));
    expect(SecretBinary).toEqual(new Uint8Array([0, 255]));
    const { SecretList } = await client.send(new ListSecretsCommand({}));
    expect(SecretList?.map(({ Name }) => Name)).toEqual(["keys", "own"]);
    await expect(client.send(create)).rejects.toMatchObject({ name: "ResourceExistsException" });
  });

  test("Secrets Manager returns the error of AWS for an unknown secret", async () => {
    const { client } = await start();
    await expect(client.send(new GetSecretValueCommand({ SecretId: "none" }))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
      message: "Secrets Manager can't find the specified secret.",
    });
  });
});

describe("the file of secrets", () => {
  test("secrets survive a restart in a file that only its owner can read", async () => {
    const { folder, service, put } = await start();
    await put("two");
    await service.close();
    expect((await stat(join(folder, "secrets.json"))).mode & 0o777).toBe(0o600);
    const after = await start(folder);
    expect([await after.value(), await after.value("AWSPREVIOUS")]).toEqual(["two", "one"]);
  });

  test("Secrets Manager does not start with a corrupt file, and names it in the error", async () => {
    const folder = await temporaryFolder(atEnd);
    const path = join(folder, "secrets.json");
    await writeFile(path, '{"secrets": [');
    await expect(start(folder)).rejects.toThrow(path);
  });
});
