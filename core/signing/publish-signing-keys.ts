/** Gives the edge what it verifies with. */
import { derivePurposeKey } from "./derive-keys.js";
import { generationEntry, keyEntry } from "./edge-entries.js";
import { type KeyRing, masterKeyOf, parseKeyRing } from "./key-ring.js";
import { nodeCrypto } from "./node-crypto.js";
import type { EdgeKeyStore, GenerationStore, KeyRingSecret } from "./signing-ports.js";

/** The entries of one key: derived keys, since nobody but the secret needs the master key. */
export function keyEntries(ring: KeyRing, keyId: string): Record<string, string> {
  const masterKey = masterKeyOf(ring, keyId);
  return {
    [keyEntry("img", keyId)]: derivePurposeKey(nodeCrypto, masterKey, "img"),
    [keyEntry("asset", keyId)]: derivePurposeKey(nodeCrypto, masterKey, "asset"),
  };
}

/** Writes every key of the ring and every raised generation, for a store that may be new. Running it again changes nothing. */
export async function publishSigningKeys(dependencies: {
  readonly secret: Pick<KeyRingSecret, "read">;
  readonly edge: Pick<EdgeKeyStore, "put">;
  readonly generations: Pick<GenerationStore, "listRaised">;
}): Promise<void> {
  // Generations go first: a key without them would open what was revoked.
  const raised = await dependencies.generations.listRaised();
  await dependencies.edge.put(
    Object.fromEntries(raised.map(({ templateId, generation }) => [generationEntry(templateId), String(generation)])),
  );
  const ring = parseKeyRing(await dependencies.secret.read());
  await dependencies.edge.put(
    Object.assign({}, ...Object.keys(ring.keys).map((keyId) => keyEntries(ring, keyId))) as Record<string, string>,
  );
}
