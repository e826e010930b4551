/** Reads the JSON body of a request. */
import { ServiceError } from "../../core/contract/errors.js";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { parseJson } from "../../core/contract/parse-json.js";
import type { HttpEvent } from "./http-event.js";

/**
 * Bytes that are not UTF-8 can be detected only in an event with a Base64 body. In an event with a text body, the
 * platform has already replaced them: see `replacedCharacters`.
 *
 * @param withoutBody the result for a request without a body. By default, such a request is refused.
 * @throws ServiceError `PAYLOAD_TOO_LARGE`, `BAD_REQUEST`.
 */
export function readJson(event: HttpEvent, withoutBody?: unknown): unknown {
  const body = Buffer.from(event.body ?? "", event.isBase64Encoded ? "base64" : "utf8");
  if (body.byteLength === 0 && withoutBody !== undefined) return withoutBody;
  if (body.byteLength > MAX_BODY_BYTES) {
    throw new ServiceError("PAYLOAD_TOO_LARGE", `A request body can have at most ${MAX_BODY_BYTES / 1024 / 1024} MB.`);
  }
  const text = decodeText(body);
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof SyntaxError ? ` (${error.message})` : "";
    throw new ServiceError("BAD_REQUEST", `The body is not valid JSON${reason}.`, { cause: error });
  }
}

function decodeText(body: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch (cause) {
    throw new ServiceError("BAD_REQUEST", "The body is not UTF-8. Send JSON in UTF-8.", { cause });
  }
}
