/** Runs the bundled edge function in a sandbox that has only the features of CloudFront's runtime. */
import { createHmac } from "node:crypto";
import type { EdgeSettings } from "../../../core/deployment/edge-settings.js";
import { bundleEdgeCode } from "../../../lib/functions/edge.js";
import { createEdgeFunction, createRequestEvent } from "run-cdk-out/testing";

export const SETTINGS: EdgeSettings = { viewerScheme: "https", mcpChallenge: "Bearer" };
export const TEMPLATE = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
export const JOB = "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31";

const MASTER = "k".repeat(64);
export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");
export const IMAGE_KEY = hmac(MASTER, "img");
export const ASSET_KEY = hmac(MASTER, "asset");

/** The value of `sig` for the lines of a canonical string, computed without the code under test. */
export function signLines(lines: readonly string[], template = TEMPLATE, generation = 1): string {
  const key = hmac(IMAGE_KEY, `${template}\n${generation}`);
  return `k1.${generation}.${hmac(key, ["v1", template, ...lines].join("\n"))}`;
}

export interface Seen {
  /** The value that the function returned: a rewritten request, or a response. */
  readonly returned: {
    readonly uri?: string;
    readonly querystring?: Record<string, { value: string }>;
    readonly headers: Record<string, { value: string }>;
    readonly cookies?: Record<string, { value: string }>;
    readonly statusCode?: number;
    readonly body?: { data: string };
  };
  readonly origin: unknown;
  /** The code of the error in the response. */
  readonly code: string | undefined;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An edge function with its own key-value store, which contains the keys of `k1`. */
export function edgeWith(entries: Readonly<Record<string, string>> = {}, broken = false, settings = SETTINGS) {
  const store = new Map(Object.entries({ "img.k1": IMAGE_KEY, "asset.k1": ASSET_KEY, ...entries }));
  const edge = createEdgeFunction({
    name: "edge",
    code: bundleEdgeCode(settings),
    readKey: (key) => (broken ? Promise.reject(new Error("out of order")) : Promise.resolve(store.get(key))),
    onLog: () => undefined,
  });
  return async (url: string, { method = "GET", headers = {} }: Asked = {}): Promise<Seen> => {
    const [uri = "", ...query] = url.split("?");
    const given = Object.entries({ host: "images.example.com", ...headers });
    const lines = new Map(given.map(([name, value]) => [name, [value]]));
    const event = createRequestEvent(
      { method, uri, query: query.join("?"), headers: lines },
      {
        eventType: "viewer-request",
        distributionDomainName: "d.cloudfront.net",
        distributionId: "E1",
        requestId: "edge-1",
        viewerIp: "192.0.2.1",
      },
    );
    const { returned, origin } = await edge.run(event);
    const seen = returned as Seen["returned"];
    const body = seen.body === undefined ? undefined : (JSON.parse(seen.body.data) as { code: string });
    return { returned: seen, origin, code: body?.code };
  };
}
