/** Reads and writes secrets. */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

/** The labels that Secrets Manager gives to the current value and to the previous value. */
type Stage = "AWSCURRENT" | "AWSPREVIOUS";

/** @throws Error if the secret has no text value */
export async function readSecret(
  client: SecretsManagerClient,
  secretId: string,
  stage: Stage = "AWSCURRENT",
): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId, VersionStage: stage }));
  if (SecretString === undefined) throw new Error(`The secret ${secretId} has no text value.`);
  return SecretString;
}

/** Like `readSecret`, but resolves to `undefined` if no value was ever written. */
export async function readSecretIfSet(
  client: SecretsManagerClient,
  secretId: string,
  stage?: Stage,
): Promise<string | undefined> {
  try {
    return await readSecret(client, secretId, stage);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Reads the current value, and the previous value if there is one: both are valid during a rotation. */
export async function readSecretDuringRotation(
  client: SecretsManagerClient,
  secretId: string,
): Promise<readonly string[]> {
  const current = readSecret(client, secretId);
  const [previous] = await Promise.all([readSecretIfSet(client, secretId, "AWSPREVIOUS"), current]);
  return [await current, ...(previous === undefined ? [] : [previous])];
}

export async function writeSecret(client: SecretsManagerClient, secretId: string, value: string): Promise<void> {
  await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: value }));
}
