import { ImageRenderError } from "../errors/image-render-error.js";
import type { Hooks, RetrySettings, ServiceOptions } from "../options.js";

/** The checked settings of a client. */
export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly retry: RetrySettings;
  readonly hooks: Hooks;
}

const RETRY: RetrySettings = { max: 5, maxUnanswered: 3, maxWaitMs: 30_000, baseMs: 500 };

/** Checks the options of a client. @throws ImageRenderError */
export function readSettings({ baseUrl, apiKey, auth, timeoutMs = 35_000, ...rest }: ServiceOptions): Settings {
  if ((apiKey === undefined) !== (auth === "session")) {
    throw new ImageRenderError('Give `apiKey`, or `auth: "session"` on a page of the service.');
  }
  // Otherwise the error of `fetch` would contain the key.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ImageRenderError("The API key has a wrong character.");
  }
  const { fetch: given, retry, hooks = {} } = rest;
  return {
    baseUrl: readBaseUrl(baseUrl),
    apiKey,
    // It is called without `this`, because the `fetch` of a browser refuses any `this` except its window.
    fetch: (input, init) => (given ?? fetch)(input, init),
    timeoutMs,
    retry: { ...RETRY, ...retry },
    hooks,
  };
}

function readBaseUrl(text = ""): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.username}${url.password}${url.search}` !== "") {
    // The text can contain a password.
    throw new ImageRenderError("`baseUrl` must be like https://images.example.com, without user or query.");
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}
