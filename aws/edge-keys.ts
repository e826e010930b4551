/** Writes the key-value store of the edge function. */
import {
  type CloudFrontKeyValueStoreClient,
  ConflictException,
  DeleteKeyCommand,
  DescribeKeyValueStoreCommand,
  ResourceNotFoundException,
  UpdateKeysCommand,
} from "@aws-sdk/client-cloudfront-keyvaluestore";
// The key-value store requires SigV4A signatures. This import registers the signer.
import "@aws-sdk/signature-v4a";
import { setTimeout as pause } from "node:timers/promises";
import type { EdgeKeyStore } from "../core/signing/signing-ports.js";

/** The maximum number of keys in one update. */
const KEYS_PER_UPDATE = 50;
/** A change names the version of the store that it is based on, so concurrent writers can conflict. */
const ATTEMPTS = 8;
const PAUSE_MS = 100;

export function createEdgeKeys(client: CloudFrontKeyValueStoreClient, storeArn: string): EdgeKeyStore {
  async function change(send: (version: { KvsARN: string; IfMatch: string }) => Promise<unknown>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const { ETag } = await client.send(new DescribeKeyValueStoreCommand({ KvsARN: storeArn }));
      try {
        await send({ KvsARN: storeArn, IfMatch: ETag ?? "" });
        return;
      } catch (error) {
        if (!(error instanceof ConflictException) || attempt === ATTEMPTS) throw error;
        await pause(Math.random() * PAUSE_MS * attempt);
      }
    }
  }

  return {
    async put(entries) {
      const puts = Object.entries(entries).map(([Key, Value]) => ({ Key, Value }));
      for (let start = 0; start < puts.length; start += KEYS_PER_UPDATE) {
        const Puts = puts.slice(start, start + KEYS_PER_UPDATE);
        await change((version) => client.send(new UpdateKeysCommand({ ...version, Puts })));
      }
    },

    async remove(names) {
      for (const Key of names) {
        await change(async (version) => {
          try {
            await client.send(new DeleteKeyCommand({ ...version, Key }));
          } catch (error) {
            if (!(error instanceof ResourceNotFoundException)) throw error;
          }
        });
      }
    },
  };
}
