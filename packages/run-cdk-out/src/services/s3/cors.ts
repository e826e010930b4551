/** The CORS rules of a bucket: which origins may send which requests. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { AwsError } from "../aws-error.js";

/** A rule in CloudFormation's notation. */
export const corsRuleSchema = z.strictObject({
  Id: z.string().optional(),
  AllowedOrigins: z.array(z.string()).min(1),
  AllowedMethods: z.array(z.enum(["GET", "PUT", "HEAD", "POST", "DELETE"])).min(1),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().int().min(0).optional(),
});
export type CorsRule = z.output<typeof corsRuleSchema>;

/** Responds to a preflight request according to the first rule that allows everything in it. */
export function respondToPreflight(
  rules: readonly CorsRule[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { origin = "" } = request.headers;
  const method = request.headers["access-control-request-method"];
  if (origin === "" || method === undefined) {
    throw new AwsError("BadRequest", "Insufficient information. Origin request header needed.");
  }
  const requested = listOf(request.headers["access-control-request-headers"]);
  const rule = ruleFor(rules, origin, method, requested);
  if (rule === undefined) {
    const message =
      "CORSResponse: This CORS request is not allowed. This is usually because the evaluation of Origin, " +
      "request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the " +
      "resource's CORS spec.";
    throw new AwsError("AccessForbidden", message, 403);
  }
  response.writeHead(200, {
    ...headersOf(rule, origin),
    ...(requested.length > 0 && { "access-control-allow-headers": requested.join(", ") }),
    ...(rule.MaxAge !== undefined && { "access-control-max-age": String(rule.MaxAge) }),
  });
  response.end();
}

/** Returns the headers that let a page of another origin read a response; none if no rule allows the request. */
export function corsResponseHeaders(rules: readonly CorsRule[], request: IncomingMessage): Record<string, string> {
  const { origin } = request.headers;
  const rule = origin === undefined ? undefined : ruleFor(rules, origin, request.method ?? "", []);
  return rule === undefined || origin === undefined ? {} : headersOf(rule, origin);
}

function headersOf(rule: CorsRule, origin: string): Record<string, string> {
  const any = rule.AllowedOrigins.includes("*");
  return {
    "access-control-allow-origin": any ? "*" : origin,
    "access-control-allow-methods": rule.AllowedMethods.join(", "),
    ...(!any && { "access-control-allow-credentials": "true" }),
    ...(rule.ExposedHeaders.length > 0 && { "access-control-expose-headers": rule.ExposedHeaders.join(", ") }),
    vary: "Origin, Access-Control-Request-Headers, Access-Control-Request-Method",
  };
}

function ruleFor(rules: readonly CorsRule[], origin: string, method: string, headers: readonly string[]) {
  return rules.find(
    ({ AllowedOrigins, AllowedMethods, AllowedHeaders }) =>
      AllowedOrigins.some((pattern) => matches(pattern, origin)) &&
      AllowedMethods.some((allowed) => allowed === method) &&
      headers.every((name) => AllowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name))),
  );
}

/** A pattern can contain one asterisk. */
function matches(pattern: string, text: string): boolean {
  const [start = "", end] = pattern.split("*");
  if (end === undefined) return pattern === text;
  return text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);
}

function listOf(header: string | undefined): string[] {
  return (header ?? "")
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
}
