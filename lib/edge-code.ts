/** Bundles the edge function for CloudFront's JavaScript runtime 2.0. */
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** CloudFront refuses functions beyond this size. */
export const MAX_EDGE_CODE_BYTES = 10 * 1024;

/** What differs from one stack to the next in the edge function. */
export interface EdgeSettings {
  /** The scheme under which viewers reach the distribution. */
  readonly viewerScheme: "https" | "http";
  /** Ids of the distribution's origins. */
  readonly origins: { readonly bucket: string; readonly image: string; readonly stream: string };
}

/** @throws Error when the code is too large. */
export function bundleEdgeCode(settings: EdgeSettings): string {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import cf from "cloudfront";
import crypto from "crypto";
import { viewerRequest } from "./lambdas/edge/viewer-request.ts";
import { makeEdge } from "./lambdas/edge/edge.ts";
const settings = ${JSON.stringify(settings)};
export function run(event) { return viewerRequest(event, makeEdge(cf, crypto, settings)); }`,
      resolveDir: ROOT,
      loader: "js",
    },
    bundle: true,
    format: "esm",
    // Lowers what the runtime does not document and esbuild can: `?.`, `??`, catch without a name, object spread.
    target: "es2017",
    external: ["cloudfront", "crypto"],
    treeShaking: true,
    minifyWhitespace: true,
    // Not minifySyntax: it moves `await` into expressions where the runtime's documentation does not show it.
    minifyIdentifiers: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  // The runtime calls a top-level function named `handler`; nothing may be exported.
  const code = (outputFiles[0]?.text ?? "").replace(
    /export\{([\w$]+) as run\};?\s*$/,
    "async function handler(event){return $1(event)}",
  );
  if (Buffer.byteLength(code) > MAX_EDGE_CODE_BYTES) {
    throw new Error(`The edge function has ${Buffer.byteLength(code)} bytes; CloudFront takes ${MAX_EDGE_CODE_BYTES}.`);
  }
  return code;
}
