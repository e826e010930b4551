/** The parser for the JSON of requests: bodies, and the values of a signed URL that contain JSON. */
import { JsonError, parseJson as parse } from "@image-render/engine/issues";
import { ServiceError } from "./errors.js";

/**
 * Parses JSON that a caller sent, in the same way as the engine's parser.
 *
 * @throws SyntaxError if the text is not JSON
 * @throws ServiceError `BAD_REQUEST` if the value is nested too deeply or contains the key `__proto__`
 */
export function parseJson(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof JsonError) throw new ServiceError("BAD_REQUEST", error.message, { cause: error });
    throw error;
  }
}
