/**
 * Encrypts the secret of a response in its idempotency record. A repetition of the request gets the secret again, and a
 * copy of the table contains no secret.
 */
import * as z from "zod";
import type { KeyRing } from "../signing/key-ring.js";
import { openSecret, wrappedSecretSchema, wrapSecret } from "../signing/wrap-secret.js";
import type { IdempotentRequest } from "./idempotency-record.js";

/** Returns the body with its secret encrypted. Only the record of the same request can be decrypted again. */
export function sealedForRecord<Body extends object>(
  ring: KeyRing,
  { id }: IdempotentRequest,
  body: Body,
  field: keyof Body & string,
): object {
  return { ...body, [field]: wrapSecret(ring, id, z.string().parse(body[field])) };
}

/** Returns a recorded body with its secret as text. @throws Error if the record was changed */
export function openRecordedSecret(ring: KeyRing, { id }: IdempotentRequest, recorded: unknown, field: string): object {
  const body = z.record(z.string(), z.unknown()).parse(recorded);
  return { ...body, [field]: openSecret(ring, id, wrappedSecretSchema.parse(body[field])) };
}
