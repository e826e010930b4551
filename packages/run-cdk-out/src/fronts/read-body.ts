import type { IncomingMessage } from "node:http";

/** The body of a request exceeds the limit of the front. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/**
 * Reads the whole body of a request. A body that is too long is read to its end and discarded: if the connection closed
 * early, a client that is still sending would not get the response.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > maxBytes) throw new BodyTooLargeError(`The body has ${bytes} bytes, but the limit is ${maxBytes}.`);
  return Buffer.concat(chunks, bytes);
}
