/** Creates one thing for an `Idempotency-Key`, and returns the first response for every repetition. */
import type * as z from "zod";
import type { KeyRing } from "../signing/key-ring.js";
import { AlreadyRecordedError } from "./already-recorded.js";
import {
  type IdempotencyRecord,
  type IdempotencyStore,
  type IdempotentRequest,
  recordOf,
} from "./idempotency-record.js";
import { openRecordedSecret, sealedForRecord } from "./recorded-secret.js";
import { respondOnce, type RunResult } from "./respond-once.js";

/** Creates the record of a thing that is about to be stored. Undefined for a request without an `Idempotency-Key`. */
export type RecordFor<Created> = ((created: Created) => IdempotencyRecord) | undefined;

export interface Creation<Created, Body extends object> {
  /** The schema of the response. */
  readonly schema: z.ZodType<Body>;
  /** The field of the response that the service shows only once. Its record contains it encrypted. */
  readonly secret?: { readonly field: keyof Body & string; readonly ring: KeyRing };
  readonly present: (created: Created) => Body;
  /** The status that the record keeps. @default 201 */
  readonly status?: 201 | 202;
  /**
   * Stores the thing and its record in one transaction.
   *
   * @throws AlreadyRecordedError if the record exists
   */
  readonly create: (recordFor: RecordFor<Created>) => Promise<Created>;
}

/** @throws ServiceError as `respondOnce` */
export async function createOnce<Created, Body extends object>(
  { records, now }: { readonly records: IdempotencyStore; readonly now: () => number },
  request: IdempotentRequest | undefined,
  { schema, secret, present, status = 201, create }: Creation<Created, Body>,
): Promise<{ readonly body: Body; readonly replayed: boolean }> {
  const recordFor: RecordFor<Created> =
    request &&
    ((created) => {
      const body = present(created);
      const recorded = secret === undefined ? body : sealedForRecord(secret.ring, request, body, secret.field);
      return recordOf(request, status, recorded, now());
    });
  const run = async (): Promise<RunResult> => {
    try {
      return { kind: "completed", status, body: present(await create(recordFor)) };
    } catch (error) {
      if (error instanceof AlreadyRecordedError) return { kind: "recorded" };
      throw error;
    }
  };
  const { body, replayed } = await respondOnce(records, request, now(), run);
  if (!replayed || secret === undefined || request === undefined) return { body: schema.parse(body), replayed };
  return { body: schema.parse(openRecordedSecret(secret.ring, request, body, secret.field)), replayed };
}
