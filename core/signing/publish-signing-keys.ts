/** Publishes the signing keys and raised generations to the edge. */
import { derivePurposeKey } from "./derive-keys.js";
import { generationEntry, keyEntry } from "./edge-entries.js";
import { type KeyRing, masterKeyOf, parseKeyRing } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import type { EdgeKeyStore, GenerationStore, KeyRingSecret } from "./signing-ports.js";

/** Returns the entries of one key. They contain only derived keys: the master key must stay in the secret. */
export function keyEntries(ring: KeyRing, keyId: string): Record<string, string> {
  const masterKey = masterKeyOf(ring, keyId);
  return {
    [keyEntry("img", keyId)]: derivePurposeKey(nodeCrypto, masterKey, "img"),
    [keyEntry("asset", keyId)]: derivePurposeKey(nodeCrypto, masterKey, "asset"),
  };
}

/** Writes all keys of the ring and all raised generations. Idempotent. The key-value store can be empty. */
export async function publishSigningKeys(dependencies: {
  readonly secret: Pick<KeyRingSecret, "read">;
  readonly edge: Pick<EdgeKeyStore, "put">;
  readonly generations: Pick<GenerationStore, "listRaised">;
}): Promise<void> {
  // Write the generations first. Otherwise, a new key would make revoked signatures valid for a moment.
  const raised = await dependencies.generations.listRaised();
  await dependencies.edge.put(
    Object.fromEntries(raised.map(({ templateId, generation }) => [generationEntry(templateId), String(generation)])),
  );
  const ring = parseKeyRing(await dependencies.secret.read());
  await dependencies.edge.put(
    Object.assign({}, ...Object.keys(ring.keys).map((keyId) => keyEntries(ring, keyId))) as Record<string, string>,
  );
}
