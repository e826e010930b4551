import { type IncomingMessage } from "node:http";

/** Thrown when a request's body is longer than its front takes. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
}

/**
 * Reads a request's whole body.
 *
 * A body that is too long is read to its end without being kept: closing the connection early would lose the answer
 * for a client that is still sending.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (bytes > maxBytes) throw new BodyTooLargeError(`The body holds ${bytes} bytes; ${maxBytes} are allowed.`);
  return Buffer.concat(chunks, bytes);
}
