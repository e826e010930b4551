/** Names the call that a request to a service makes, and tells who makes it. */
import type { IncomingMessage } from "node:http";
import { LOCAL_CREDENTIALS } from "../credentials.js";
import { callerOf } from "../denials.js";

/** The services, by the prefixes of their actions in IAM. */
export type ServiceName =
  | "dynamodb"
  | "sqs"
  | "s3"
  | "events"
  | "secretsmanager"
  | "cloudfront"
  | "cloudfront-keyvaluestore"
  | "cloudwatch"
  | "lambda";

export interface ServiceCall {
  readonly service: ServiceName;
  readonly functionName: string;
  readonly action: string;
  /** The process of the function; undefined if the client does not say. */
  readonly processTag: string | undefined;
  /** The same for a call and its retries by the SDK. */
  readonly sdkId: string;
  readonly writes: boolean;
  readonly hasCondition: boolean;
}

const READS = /^(Get|Head|List|Query|Scan|BatchGet|Describe|TransactGet|Receive)/;

/**
 * Returns undefined for a request that no function makes: of the runner, an operator, or a viewer with a presigned URL.
 *
 * @param body only DynamoDB has conditions in the body
 */
export function serviceCallOf(service: ServiceName, request: IncomingMessage, body?: Buffer): ServiceCall | undefined {
  const { headers } = request;
  const prefix = `${LOCAL_CREDENTIALS.accessKeyId}-`;
  const caller = callerOf(headers);
  if (caller?.startsWith(prefix) !== true) return undefined;
  const operation = operationOf(service, request);
  const conditional = headers["if-match"] ?? headers["if-none-match"];
  const isReadCondition = READS.test(operation);
  return {
    service,
    functionName: caller.slice(prefix.length),
    action: `${service}:${operation}`,
    // A library of the function can append to the name of the app.
    processTag: /\bapp\/(process-\d+)/.exec(headers["user-agent"] ?? "")?.[1],
    sdkId: String(headers["amz-sdk-invocation-id"] ?? ""),
    writes: !isReadCondition,
    hasCondition:
      !isReadCondition &&
      (conditional !== undefined || (service === "dynamodb" && body?.includes('"ConditionExpression"') === true)),
  };
}

function operationOf(service: ServiceName, { method = "GET", url = "/", headers }: IncomingMessage): string {
  const [, target] = String(headers["x-amz-target"] ?? "").split(".");
  if (target !== undefined) return target;
  const { pathname, searchParams } = new URL(url, "http://localhost");
  switch (service) {
    case "s3":
      return searchParams.get("x-id") ?? s3Operation(method, pathname, searchParams);
    case "cloudfront":
      return "CreateInvalidation";
    case "lambda":
      return "GetAccountSettings";
    case "cloudfront-keyvaluestore":
      return keyValueOperation(method, pathname);
    default:
      return method;
  }
}

/** The SDK names most operations of S3 in the query (`x-id`). */
function s3Operation(method: string, pathname: string, query: URLSearchParams): string {
  if (query.has("tagging")) return `${method === "GET" ? "Get" : "Put"}ObjectTagging`;
  if (method === "HEAD") return pathname.split("/").length > 2 ? "HeadObject" : "HeadBucket";
  if (method === "GET") return "ListObjectsV2";
  if (query.has("uploads")) return "CreateMultipartUpload";
  if (query.has("uploadId")) return method === "DELETE" ? "AbortMultipartUpload" : "CompleteMultipartUpload";
  return method === "POST" ? "DeleteObjects" : `${method === "DELETE" ? "Delete" : "Put"}Object`;
}

function keyValueOperation(method: string, pathname: string): string {
  const isStore = !/\/keys(\/|$)/.test(pathname);
  if (method === "GET") return isStore ? "DescribeKeyValueStore" : "ListKeys";
  if (method === "POST") return "UpdateKeys";
  return method === "PUT" ? "PutKey" : "DeleteKey";
}
