/** The events of CloudFront Functions (version 1.0), and the validation of what they return. */
import { type HeaderMap, type ViewerRequest, cookiePairs, headerText, queryPairs, writeQuery } from "./message.js";

/** A query parameter, header or cookie. `multiValue` is defined only if the name occurs more than once. */
interface EventValue {
  readonly value: string;
  readonly multiValue?: readonly { readonly value: string }[];
  readonly attributes?: string;
}

type EventValues = Readonly<Record<string, EventValue>>;

/** The parts of the event besides the request. */
export interface EventContext {
  readonly eventType: "viewer-request" | "viewer-response";
  readonly distributionDomainName: string;
  readonly distributionId: string;
  readonly requestId: string;
  readonly viewerIp: string;
}

/** A response that a function returned. */
export interface FunctionResponse {
  readonly statusCode: number;
  readonly statusDescription?: string | undefined;
  readonly headers: Map<string, string[]>;
  /** Undefined if the body does not change. */
  readonly body?: Buffer | undefined;
}

/** A function returned a value that CloudFront rejects. */
export class FunctionValidationError extends Error {
  override readonly name = "FunctionValidationError";
}

/** Headers that functions can neither read nor set (Developer Guide, "Restrictions on all edge functions"). */
const DISALLOWED =
  /^(connection|expect|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|trailer|upgrade|x-accel-(buffering|charset|limit-rate|redirect)|x-amz-cf-.*|x-amzn-(auth|cf-billing|cf-id|cf-xff|errortype|fle-profile|header-count|header-order|lambda-integration-tag|requestid)|x-cache|x-edge-.*|x-forwarded-proto|x-real-ip)$/;

const READ_ONLY_IN_REQUESTS = ["content-length", "host", "transfer-encoding", "via"];
const READ_ONLY_IN_RESPONSES = ["warning", "via"];

/** The allowed characters in the value of a header (RFC 9110, 5.5). */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** CloudFront's limit for a URL. */
const MAX_URL_BYTES = 8_192;

/** Creates the event of a request. */
export function createRequestEvent(request: ViewerRequest, context: EventContext): Record<string, unknown> {
  return {
    version: "1.0",
    context: {
      distributionDomainName: context.distributionDomainName,
      distributionId: context.distributionId,
      eventType: context.eventType,
      requestId: context.requestId,
    },
    viewer: { ip: context.viewerIp },
    request: {
      method: request.method,
      uri: request.uri,
      // The result of `request.rawQueryString()`. Limit: a URL that ends in `?` counts as one without a query.
      ...(request.query === "" ? {} : { rawQuery: request.query }),
      querystring: collect(queryPairs(request.query).map(({ name, value }) => ({ name, value: value ?? "" }))),
      headers: eventHeaders(request.headers, "cookie"),
      cookies: collect(cookiePairs(request.headers)),
    },
  };
}

/** Creates the event of a response. */
export function createResponseEvent(
  request: ViewerRequest,
  response: { readonly statusCode: number; readonly headers: HeaderMap },
  context: EventContext,
): Record<string, unknown> {
  return {
    ...createRequestEvent(request, context),
    response: {
      statusCode: response.statusCode,
      headers: eventHeaders(response.headers, "set-cookie"),
      cookies: eventSetCookies(response.headers.get("set-cookie") ?? []),
    },
  };
}

/** Validates the result of a viewer-request function: a request or a response. */
export function readRequestResult(
  before: ViewerRequest,
  returned: unknown,
): { readonly request: ViewerRequest } | { readonly response: FunctionResponse } {
  if (!isRecord(returned)) throw new FunctionValidationError("The function returned neither a request nor a response.");
  if (returned["statusCode"] !== undefined) return { response: readResponse(returned, new Map()) };
  const { method, uri } = returned;
  if (method !== before.method) throw new FunctionValidationError("The function changed the method.");
  if (typeof uri !== "string" || !uri.startsWith("/")) {
    throw new FunctionValidationError("The function returned a request whose uri does not start with a slash.");
  }
  const query = readChangedQuery(before.query, readValues(returned["querystring"], "querystring"));
  if (/[\s#]/.test(query)) throw new FunctionValidationError("The function returned a query with a space or a #.");
  if (Buffer.byteLength(uri) + Buffer.byteLength(query) + 1 > MAX_URL_BYTES) {
    throw new FunctionValidationError("The function returned a URL of more than 8,192 bytes.");
  }
  const headers = readHeaders(returned["headers"], before.headers, READ_ONLY_IN_REQUESTS);
  const cookies = flatten(readValues(returned["cookies"], "cookies"));
  if (cookies.length > 0) headers.set("cookie", [cookies.map(({ name, value }) => `${name}=${value}`).join("; ")]);
  return { request: { method: before.method, uri, query, headers } };
}

/** Validates the result of a viewer-response function. */
export function readResponseResult(before: HeaderMap, returned: unknown): FunctionResponse {
  if (!isRecord(returned)) throw new FunctionValidationError("The function returned no response.");
  return readResponse(returned, before);
}

function readResponse(returned: Record<string, unknown>, before: HeaderMap): FunctionResponse {
  const { statusCode, statusDescription } = returned;
  if (typeof statusCode !== "number" || !Number.isInteger(statusCode) || statusCode < 100 || statusCode > 599) {
    throw new FunctionValidationError("The function returned a response whose statusCode is not an HTTP status.");
  }
  const headers = readHeaders(returned["headers"] ?? {}, before, READ_ONLY_IN_RESPONSES);
  const cookies = Object.entries(readValues(returned["cookies"] ?? {}, "cookies"));
  const lines = cookies.flatMap(([name, value]) => setCookieLines(name, value));
  if (lines.length > 0) headers.set("set-cookie", lines);
  return {
    statusCode,
    headers,
    ...(typeof statusDescription === "string" ? { statusDescription } : {}),
    ...("body" in returned ? { body: readBody(returned["body"]) } : {}),
  };
}

function readBody(body: unknown): Buffer {
  if (typeof body === "string") return Buffer.from(body);
  if (!isRecord(body) || typeof body["data"] !== "string" || !["text", "base64"].includes(String(body["encoding"]))) {
    throw new FunctionValidationError("The function returned a body that is neither text nor { encoding, data }.");
  }
  return Buffer.from(body["data"], body["encoding"] === "base64" ? "base64" : "utf8");
}

/** Reads the headers that a function returned. Throws if the function changed a header that is not allowed. */
function readHeaders(returned: unknown, before: HeaderMap, readOnly: readonly string[]): Map<string, string[]> {
  const headers = new Map<string, string[]>();
  for (const { name, value } of flatten(readValues(returned, "headers"))) {
    if (name !== name.toLowerCase()) throw new FunctionValidationError(`The header name ${name} is not in lower case.`);
    if (DISALLOWED.test(name)) throw new FunctionValidationError(`A function must not set the header ${name}.`);
    if (!HEADER_VALUE.test(value))
      throw new FunctionValidationError(`The header ${name} has characters that are not allowed.`);
    headers.set(name, [...(headers.get(name) ?? []), value]);
  }
  for (const name of readOnly) {
    if (headerText(headers, name) !== headerText(before, name)) {
      throw new FunctionValidationError(`A function must not add, change or delete the header ${name}.`);
    }
  }
  return headers;
}

/** Returns the query of the function, or the original bytes if it is unchanged, because they may be signed. */
function readChangedQuery(before: string, returned: EventValues): string {
  const pairs = queryPairs(before).map(({ name, value }) => ({ name, value: value ?? "" }));
  const unchanged = JSON.stringify(collect(pairs)) === JSON.stringify(returned);
  return unchanged ? before : writeQuery(flatten(returned));
}

function eventHeaders(headers: HeaderMap, cookieHeader: string): EventValues {
  const visible = [...headers].filter(([name]) => name !== cookieHeader && !DISALLOWED.test(name));
  return collect(visible.flatMap(([name, values]) => values.map((value) => ({ name, value }))));
}

function collect(pairs: readonly { readonly name: string; readonly value: string }[]): EventValues {
  const groups = new Map<string, { value: string }[]>();
  for (const { name, value } of pairs) groups.set(name, [...(groups.get(name) ?? []), { value }]);
  const entries = [...groups].map(([name, values]) => {
    const first = values[0] ?? { value: "" };
    return [name, values.length > 1 ? { ...first, multiValue: values } : first] as const;
  });
  return Object.fromEntries(entries);
}

function flatten(values: EventValues): { readonly name: string; readonly value: string }[] {
  return Object.entries(values).flatMap(([name, { value, multiValue }]) =>
    (multiValue ?? [{ value }]).map((each) => ({ name, value: each.value })),
  );
}

function readValues(returned: unknown, what: string): EventValues {
  if (returned === undefined || returned === null) return {};
  const valid =
    isRecord(returned) &&
    Object.values(returned).every((entry) => isRecord(entry) && (isValue(entry) || isMultiValue(entry["multiValue"])));
  if (!valid) throw new FunctionValidationError(`The function returned ${what} that are not { name: { value } }.`);
  return returned as EventValues;
}

function isValue(entry: unknown): boolean {
  return isRecord(entry) && ["string", "number", "boolean"].includes(typeof entry["value"]);
}

function isMultiValue(value: unknown): boolean {
  return Array.isArray(value) && value.every(isValue);
}

function eventSetCookies(lines: readonly string[]): EventValues {
  const values = new Map<string, EventValue>();
  for (const line of lines) {
    const end = line.indexOf(";");
    const pair = end < 0 ? line : line.slice(0, end);
    const equals = pair.indexOf("=");
    const name = pair.slice(0, equals).trim();
    const attributes = end < 0 ? "" : line.slice(end + 1).trim();
    values.set(name, { value: pair.slice(equals + 1), ...(attributes === "" ? {} : { attributes }) });
  }
  return Object.fromEntries(values);
}

function setCookieLines(name: string, { value, attributes, multiValue }: EventValue): string[] {
  const values: readonly { value: string; attributes?: string }[] = multiValue ?? [
    { value, ...(attributes === undefined ? {} : { attributes }) },
  ];
  return values.map((each) => `${name}=${each.value}${each.attributes ? `; ${each.attributes}` : ""}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
