/** Splits the output of a streaming handler into its HTTP prelude and its body. */
import * as z from "zod";
import type { HttpPrelude } from "./function-types.js";

/** Content type of a response that begins with a prelude. */
export const PRELUDE_CONTENT_TYPE = "application/vnd.awslambda.http-integration-response";

const DELIMITER = Buffer.alloc(8);
/**
 * This is more than the headers of any HTTP response need. Without a limit, a response without a delimiter would be
 * collected completely.
 */
const MAX_PRELUDE_BYTES = 65_536;

const headerValue = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const preludeSchema = z.object({
  statusCode: z.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), headerValue).default({}),
  cookies: z.array(z.string()).default([]),
});

/** Collects chunks until the prelude is complete. */
export class PreludeReader {
  #collected = Buffer.alloc(0);

  /** Whether bytes have arrived. If the stream ends now, its prelude is incomplete. */
  get begun(): boolean {
    return this.#collected.length > 0;
  }

  /**
   * Takes the next chunk. Returns the prelude and the rest of the chunk when the delimiter has arrived, and undefined
   * before that. Throws if the bytes are not a prelude.
   */
  push(chunk: Buffer): { readonly prelude: HttpPrelude; readonly rest: Buffer } | undefined {
    this.#collected = Buffer.concat([this.#collected, chunk]);
    const end = this.#collected.indexOf(DELIMITER);
    if (end === -1) {
      if (this.#collected.length > MAX_PRELUDE_BYTES) throw new Error("The prelude of the response has no end.");
      return undefined;
    }
    const prelude = preludeSchema.parse(JSON.parse(this.#collected.subarray(0, end).toString("utf8")));
    return { prelude, rest: this.#collected.subarray(end + DELIMITER.length) };
  }
}
