import { ImageRenderError } from "../errors/image-render-error.js";
import type { TemplateSigningKey } from "../types.js";
import { hmac, type HmacKey, importKey, utf8 } from "./hmac.js";
import { type ImagePayload, payloadPairs } from "./image-payload.js";
import { type QueryPairs, writePairs } from "./image-query.js";

const MAX_URL_BYTES = 4_096;

/** Signs URLs of the images of one template without a request to the service. */
export class ImageSigner {
  readonly #baseUrl: string;
  readonly #signingKey: TemplateSigningKey;
  #imported: Promise<HmacKey> | undefined;

  /**
   * @param baseUrl without a slash at its end
   * @param signingKey from `templates.signingKey`. Keep it as secret as an API key.
   */
  constructor(baseUrl: string, signingKey: TemplateSigningKey) {
    this.#baseUrl = baseUrl;
    this.#signingKey = signingKey;
  }

  /**
   * Returns the signed URL of a picture. The service checks the payload at the first view.
   * @throws ImageRenderError if the URL would be longer than 4,096 bytes
   */
  async url<Template extends string = string>(payload: ImagePayload<Template>): Promise<string> {
    return await this.sign(payloadPairs(payload as ImagePayload));
  }

  /** Returns the signed URL with these keys and values in its query. @throws ImageRenderError */
  async sign(pairs: QueryPairs): Promise<string> {
    const { template, keyId, generation, key } = this.#signingKey;
    this.#imported ??= importKey(utf8(key));
    const id = template.toLowerCase();
    const lines = writePairs(pairs);
    const code = await hmac(await this.#imported, utf8(["v1", id, ...lines].join("\n")));
    const query = [...lines, `sig=${keyId}.${generation}.${toBase64Url(code)}`].join("&");
    const url = `${this.#baseUrl}/api/v1/img/${id}?${query}`;
    if (url.length > MAX_URL_BYTES) {
      throw new ImageRenderError(
        `The URL has ${url.length} bytes, more than ${MAX_URL_BYTES}. Shorten the texts, or use paths of uploads.`,
      );
    }
    return url;
  }
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
