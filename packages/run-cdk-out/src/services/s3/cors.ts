/** A bucket's CORS rules: which pages of which origins may send what to it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import * as z from "zod";
import { AwsError } from "../aws-error.js";

/** As CloudFormation spells a rule. */
export const corsRuleSchema = z.strictObject({
  Id: z.string().optional(),
  AllowedOrigins: z.array(z.string()).min(1),
  AllowedMethods: z.array(z.enum(["GET", "PUT", "HEAD", "POST", "DELETE"])).min(1),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().int().min(0).optional(),
});
export type CorsRule = z.output<typeof corsRuleSchema>;

/** Answers a preflight by the first rule that admits all of it. */
export function answerPreflight(rules: readonly CorsRule[], request: IncomingMessage, response: ServerResponse): void {
  const { origin = "" } = request.headers;
  const method = request.headers["access-control-request-method"];
  if (origin === "" || method === undefined) {
    throw new AwsError("BadRequest", "Insufficient information. Origin request header needed.");
  }
  const asked = listOf(request.headers["access-control-request-headers"]);
  const rule = ruleFor(rules, origin, method, asked);
  if (rule === undefined) {
    const message =
      "CORSResponse: This CORS request is not allowed. This is usually because the evaluation of Origin, " +
      "request method / Access-Control-Request-Method or Access-Control-Request-Headers are not whitelisted by the " +
      "resource's CORS spec.";
    throw new AwsError("AccessForbidden", message, 403);
  }
  response.writeHead(200, {
    ...headersOf(rule, origin),
    ...(asked.length > 0 && { "access-control-allow-headers": asked.join(", ") }),
    ...(rule.MaxAge !== undefined && { "access-control-max-age": String(rule.MaxAge) }),
  });
  response.end();
}

/** The headers by which a page of another origin gets to see an answer; none where no rule admits it. */
export function corsAnswerHeaders(rules: readonly CorsRule[], request: IncomingMessage): Record<string, string> {
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

/** A pattern may hold one asterisk. */
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
