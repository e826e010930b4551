/** Bundles the edge function for CloudFront's JavaScript runtime 2.0. */
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** CloudFront refuses functions beyond this size. */
export const MAX_EDGE_CODE_BYTES = 10 * 1024;

/** @throws Error when the code is too large. */
export function bundleEdgeCode(viewerScheme: "https" | "http"): string {
  const { outputFiles } = buildSync({
    // The runtime calls a top-level function named `handler`; nothing may be exported.
    stdin: {
      contents: `import { viewerRequest } from "./lambdas/edge/viewer-request.ts";
function handler(event) { return viewerRequest(event, ${JSON.stringify(viewerScheme)}); }`,
      resolveDir: ROOT,
      loader: "js",
    },
    bundle: true,
    format: "esm",
    target: "es2020",
    treeShaking: false,
    minifyWhitespace: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  const code = outputFiles[0]?.text ?? "";
  if (Buffer.byteLength(code) > MAX_EDGE_CODE_BYTES) {
    throw new Error(`The edge function has ${Buffer.byteLength(code)} bytes; CloudFront takes ${MAX_EDGE_CODE_BYTES}.`);
  }
  return code;
}
