/**
 * edge: the CloudFront Functions at viewer request and viewer response. They run in CloudFront's JavaScript runtime,
 * not in Lambda.
 */
import { fileURLToPath } from "node:url";
import { Function as CloudFrontFunction, FunctionCode, FunctionRuntime } from "aws-cdk-lib/aws-cloudfront";
import type { Construct } from "constructs";
import { buildSync } from "esbuild";
import type { EdgeSettings } from "../../core/deployment/edge-settings.js";
import { MCP_METADATA_PATH, MCP_SCOPES } from "../../core/deployment/mcp-paths.js";
import { customDomainOf } from "../domain-settings.js";
import type { Resources } from "../resources.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** CloudFront's limit. */
export const MAX_EDGE_CODE_BYTES = 10 * 1024;

export function makeEdgeFunction(scope: Construct, { settings, access }: Pick<Resources, "settings" | "access">) {
  const domain = customDomainOf(settings);
  const { viewerScheme, mcpAuthorizationServer } = settings;
  return new CloudFrontFunction(scope, "ViewerRequest", {
    comment: "Verifies signatures, sets the headers that the origins trust, selects the origin",
    code: FunctionCode.fromInline(
      bundleEdgeCode({
        viewerScheme,
        ...(domain && { baseUrl: `https://${domain.mainName}` }),
        mcpChallenge:
          mcpAuthorizationServer === undefined
            ? "Bearer"
            : `Bearer resource_metadata="$${MCP_METADATA_PATH}", scope="${MCP_SCOPES.join(" ")}"`,
      }),
    ),
    runtime: FunctionRuntime.JS_2_0,
    // The function reads the keys that verify signatures, and the generations that are still valid.
    keyValueStore: access.edgeKeys,
  });
}

export function makePictureHeadersFunction(scope: Construct) {
  return new CloudFrontFunction(scope, "ViewerResponse", {
    comment: "Adds the ID of the request and the length to pictures",
    code: FunctionCode.fromInline(bundleResponseCode()),
    runtime: FunctionRuntime.JS_2_0,
  });
}

/** @throws Error when the code is too large. */
export function bundleEdgeCode(settings: EdgeSettings): string {
  return bundle(`import cf from "cloudfront";
import crypto from "crypto";
import { viewerRequest } from "./lambdas/edge/viewer-request.ts";
import { makeEdge } from "./lambdas/edge/edge.ts";
const settings = ${JSON.stringify(settings)};
export function run(event) { return viewerRequest(event, makeEdge(cf, crypto, settings)); }`);
}

/** @throws Error when the code is too large. */
export function bundleResponseCode(): string {
  return bundle(`export { viewerResponse as run } from "./lambdas/edge/viewer-response.ts";`);
}

function bundle(contents: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: ROOT, loader: "js" },
    bundle: true,
    format: "esm",
    // Rewrites syntax that the runtime does not document: `?.`, `??`, `catch` without a variable, object spread.
    target: "es2017",
    external: ["cloudfront", "crypto"],
    treeShaking: true,
    minifyWhitespace: true,
    // Do not use minifySyntax. It moves `await` into expressions, which the runtime's documentation does not show.
    minifyIdentifiers: true,
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  // The runtime calls a top-level function named `handler`. The code must not have exports.
  const code = (outputFiles[0]?.text ?? "").replace(
    /export\{([\w$]+) as run\};?\s*$/,
    "async function handler(event){return $1(event)}",
  );
  if (Buffer.byteLength(code) > MAX_EDGE_CODE_BYTES) {
    throw new Error(
      `An edge function has ${Buffer.byteLength(code)} bytes. CloudFront accepts ${MAX_EDGE_CODE_BYTES} at most.`,
    );
  }
  return code;
}
