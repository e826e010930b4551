/** Compresses the text of a response, since CloudFront compresses only what it may cache. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { header, type HttpEvent } from "./http-event.js";
import type { HttpResponse } from "./http-response.js";

/** Below this size, the headers outweigh the savings. */
const MIN_BYTES = 1024;
/** The result is almost as small as with the default of 11, in a hundredth of the time. */
const BROTLI_QUALITY = 4;

const ENCODERS = {
  br: async (text: string) =>
    await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: async (text: string) => await promisify(gzip)(text),
};

type Encoding = keyof typeof ENCODERS;

/** Returns the response in an encoding that the caller accepts. Does not change binary or small responses. */
export async function compressed(event: HttpEvent, response: HttpResponse): Promise<HttpResponse> {
  const { body, headers } = response;
  if (typeof body !== "string" || Buffer.byteLength(body) < MIN_BYTES) return response;
  const vary = [headers["vary"], "Accept-Encoding"].filter((value) => value !== undefined).join(", ");
  const encoding = acceptedEncoding(header(event, "accept-encoding"));
  if (encoding === undefined) return { ...response, headers: { ...headers, vary } };
  return {
    ...response,
    headers: { ...headers, ...weakened(headers["etag"]), vary, "content-encoding": encoding },
    body: (await ENCODERS[encoding](body)).toString("base64"),
    isBase64Encoded: true,
  };
}

/** Returns Brotli if the caller prefers it to gzip or accepts both equally. */
function acceptedEncoding(accepted = ""): Encoding | undefined {
  const weights = new Map(accepted.split(",").map(weightOf));
  const weight = (encoding: string) => weights.get(encoding) ?? weights.get("*") ?? 0;
  if (weight("br") === 0 && weight("gzip") === 0) return undefined;
  return weight("br") >= weight("gzip") ? "br" : "gzip";
}

function weightOf(part: string): readonly [string, number] {
  const [name = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase());
  const q = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return [name, Number.isNaN(q) ? 0 : q];
}

/** Makes an entity tag weak: a strong tag names exact bytes, and compression changes them. */
function weakened(etag: string | undefined): Record<string, string> {
  return etag === undefined || etag.startsWith("W/") ? {} : { etag: `W/${etag}` };
}
