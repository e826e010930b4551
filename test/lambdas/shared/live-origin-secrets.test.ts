import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ListSecretVersionIdsCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from "@aws-sdk/client-secrets-manager";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { LOCAL_CREDENTIALS, LOCAL_REGION, startSecretsManager } from "run-cdk-out/testing";
import { readSecretDuringRotation, writeSecret } from "../../../aws/secrets.js";
import { createLiveOriginSecrets } from "../../../lambdas/shared/live-origin-secrets.js";

const SecretId = "arn:aws:secretsmanager:us-east-1:000000000000:secret:origin-AbCdEf";
const FIVE_MINUTES = 300_000;
const dataDir = mkdtempSync(join(tmpdir(), "secrets-"));
let service: Awaited<ReturnType<typeof startSecretsManager>>;
let client: SecretsManagerClient;

beforeAll(async () => {
  service = await startSecretsManager({ dataDir });
  client = new SecretsManagerClient({
    endpoint: service.endpoint,
    region: LOCAL_REGION,
    credentials: LOCAL_CREDENTIALS,
    maxAttempts: 1,
  });
  service.ensureSecret({ arn: SecretId, name: "origin", initialValue: () => "old" });
});

afterAll(async () => {
  client.destroy();
  await service.close();
  rmSync(dataDir, { recursive: true });
});

/** A function instance, with its own clock. */
async function startInstance() {
  const errors: unknown[] = [];
  const clock = { nowMs: 0 };
  const read = () => readSecretDuringRotation(client, SecretId);
  const accepted = await createLiveOriginSecrets(
    read,
    () => clock.nowMs,
    (error) => errors.push(error),
  );
  return { accepted, clock, errors };
}

/** The last step of a rotation: the previous value is no longer valid. */
async function forgetPrevious(): Promise<void> {
  const { Versions = [] } = await client.send(new ListSecretVersionIdsCommand({ SecretId }));
  const previous = Versions.find(({ VersionStages = [] }) => VersionStages.includes("AWSPREVIOUS"));
  const RemoveFromVersionId = previous?.VersionId;
  await client.send(
    new UpdateSecretVersionStageCommand({ SecretId, VersionStage: "AWSPREVIOUS", RemoveFromVersionId }),
  );
}

describe("a rotation of the origin secret", () => {
  test("no instance refuses a value that CloudFront sends, from the first to the last step of a rotation", async () => {
    const running = await startInstance();
    expect(await running.accepted()).toEqual(["old"]);

    await writeSecret(client, SecretId, "new");
    // CloudFront still sends the old value.
    expect(await (await startInstance()).accepted()).toEqual(["new", "old"]);
    expect(await running.accepted()).toEqual(["old"]);
    running.clock.nowMs += FIVE_MINUTES;
    expect(await running.accepted()).toEqual(["new", "old"]);

    // The update of the stack is complete: CloudFront sends the new value.
    await forgetPrevious();
    expect(await (await startInstance()).accepted()).toEqual(["new"]);
    running.clock.nowMs += FIVE_MINUTES;
    expect(await running.accepted()).toEqual(["new"]);
  });

  test("the last values stay valid if they can't be read again, and the error is reported", async () => {
    let isBroken = false;
    const [clock, errors] = [{ nowMs: 0 }, [] as unknown[]];
    const read = async () => (isBroken ? Promise.reject(new Error("no permission")) : ["one"]);
    const accepted = await createLiveOriginSecrets(
      read,
      () => clock.nowMs,
      (error) => errors.push(error),
    );
    isBroken = true;
    clock.nowMs += FIVE_MINUTES;
    expect([await accepted(), await accepted()]).toEqual([["one"], ["one"]]);
    expect(errors).toEqual([new Error("no permission")]);
  });
});
