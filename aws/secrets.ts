/** Reads and writes secrets. */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

/** @throws Error if the secret has no text value */
export async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error(`The secret ${secretId} has no text value.`);
  return SecretString;
}

/** Like `readSecret`, but resolves to `undefined` if no value was ever written. */
export async function readSecretIfSet(client: SecretsManagerClient, secretId: string): Promise<string | undefined> {
  try {
    return await readSecret(client, secretId);
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

export async function writeSecret(client: SecretsManagerClient, secretId: string, value: string): Promise<void> {
  await client.send(new PutSecretValueCommand({ SecretId: secretId, SecretString: value }));
}
