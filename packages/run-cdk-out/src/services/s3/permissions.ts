/** The calls of a request to S3 as IAM sees them. */
import type { AwsCall, CallContext, Caller } from "../../permissions/aws-call.js";
import type { S3Call, UnauthorizedCall } from "./call.js";

/** S3's error for a missing permission. */
export const ACCESS_DENIED = { code: "AccessDenied", status: 403 } as const;

/** Query parameters and headers that are condition keys of the same name. */
const CONDITION_PARAMETERS = ["prefix", "delimiter", "max-keys"];
const CONDITION_HEADERS = [
  "x-amz-acl",
  "x-amz-copy-source",
  "x-amz-metadata-directive",
  "x-amz-server-side-encryption",
  "x-amz-storage-class",
];

/** Returns a call of an action on an object, or on the bucket if there is no key. */
export function callOn(action: string, bucket: string, key = "", context: CallContext = {}): AwsCall {
  const resource = bucket === "" ? "*" : `arn:aws:s3:::${bucket}${key === "" ? "" : `/${key}`}`;
  return { action: `s3:${action}`, resource, context };
}

/**
 * Returns the calls that a request needs permission for. The source of a copy is another object than its target, and tags
 * need an action of their own (S3 user guide, "Required permissions for Amazon S3 API operations").
 */
export function callsOf({ bucket, key, query, headers }: UnauthorizedCall, actions: readonly string[]): AwsCall[] {
  const context = contextOf(query, headers);
  const source = headers["x-amz-copy-source"];
  const calls = actions.map((action) =>
    source !== undefined && action === "GetObject"
      ? callOn(action, ...splitSource(source), context)
      : callOn(action, bucket, key, context),
  );
  if (headers["x-amz-tagging"] === undefined) return calls;
  return [...calls, callOn("PutObjectTagging", bucket, key, context)];
}

function contextOf(query: S3Call["query"], headers: S3Call["headers"]): CallContext {
  const tags = [...new URLSearchParams(headers["x-amz-tagging"] ?? "")];
  const parameters = CONDITION_PARAMETERS.map((name) => [`s3:${name}`, query.get(name)] as const);
  const named = CONDITION_HEADERS.map((name) => [`s3:${name}`, headers[name]] as const);
  const present = [...parameters, ...named].filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(present.map(([name, value]) => [name, [value ?? ""]])),
    ...Object.fromEntries(tags.map(([name, value]) => [`s3:requestobjecttag/${name.toLowerCase()}`, [value]])),
    ...(tags.length > 0 && { "s3:requestobjecttagkeys": tags.map(([name]) => name) }),
  };
}

function splitSource(source: string): [bucket: string, key: string] {
  const [bucket = "", ...key] = decodeURIComponent(source.split("?")[0] ?? "")
    .replace(/^\//, "")
    .split("/");
  return [bucket, key.join("/")];
}

/** CloudFront, which calls for a distribution. */
export const cloudFrontCaller = (distributionArn: string): Caller => ({
  service: "cloudfront.amazonaws.com",
  sourceArn: distributionArn,
});
