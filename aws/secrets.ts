/** Secrets: read once at a cold start, written by the bootstrap function alone. */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceNotFoundException,
  type SecretsManagerClient,
} from "@aws-sdk/client-secrets-manager";

/** @throws when the secret has no value. */
export async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
  if (SecretString === undefined) throw new Error(`The secret ${secretId} holds no text.`);
  return SecretString;
}

/** As `readSecret`, but `undefined` while no value has ever been put. */
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
