/** Applies response headers policies. */
import type { CorsConfig, ResponseHeadersPolicyConfig, SecurityHeadersConfig } from "./distribution-config.js";
import { type HeaderMap, type ViewerRequest, headerText } from "./message.js";

/** A header of a policy. Without `override`, a header of the origin has priority. */
interface PolicyHeader {
  readonly name: string;
  readonly value: string;
  readonly override: boolean;
}

/** Returns the headers of a response, with those that the policy adds and without those that it removes. */
export function applyResponseHeadersPolicy(
  policy: ResponseHeadersPolicyConfig | undefined,
  request: ViewerRequest,
  headers: HeaderMap,
): Map<string, string[]> {
  const result = new Map([...headers].map(([name, values]) => [name, [...values]]));
  if (policy === undefined) return result;
  for (const { Header } of policy.RemoveHeadersConfig?.Items ?? []) result.delete(Header.toLowerCase());
  const added: PolicyHeader[] = [
    ...(policy.CorsConfig ? corsHeaders(policy.CorsConfig, request, headers) : []),
    ...(policy.SecurityHeadersConfig ? securityHeaders(policy.SecurityHeadersConfig) : []),
    ...(policy.CustomHeadersConfig?.Items ?? []).map((item) => ({
      name: item.Header.toLowerCase(),
      value: item.Value,
      override: item.Override,
    })),
  ];
  for (const { name, value, override } of added) if (override || !result.has(name)) result.set(name, [value]);
  return result;
}

/**
 * Returns the CORS headers for a request with an allowed `Origin`. If the origin server sends CORS headers and the
 * policy does not override them, the policy adds none.
 */
function corsHeaders(cors: CorsConfig, request: ViewerRequest, originHeaders: HeaderMap): PolicyHeader[] {
  const origin = headerText(request.headers, "origin");
  if (origin === undefined) return [];
  if (!cors.OriginOverride && [...originHeaders.keys()].some((name) => name.startsWith("access-control-"))) return [];
  const allowed = cors.AccessControlAllowOrigins.Items ?? [];
  const any = allowed.includes("*");
  if (!any && !allowed.some((pattern) => matchesOrigin(pattern, origin))) return [];
  const preflight = request.method === "OPTIONS" && request.headers.has("access-control-request-method");
  const list = (name: string, values: readonly string[] | undefined): [string, string][] =>
    values === undefined || values.length === 0 ? [] : [[name, values.join(", ")]];
  const methods = cors.AccessControlAllowMethods.Items ?? [];
  const everyMethod = ["GET", "DELETE", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
  const pairs: [string, string][] = [
    ["access-control-allow-origin", any ? "*" : origin],
    ...(any ? [] : list("vary", ["Origin"])),
    ...(cors.AccessControlAllowCredentials ? list("access-control-allow-credentials", ["true"]) : []),
    ...list("access-control-expose-headers", cors.AccessControlExposeHeaders?.Items),
  ];
  if (preflight) {
    pairs.push(
      ...list("access-control-allow-methods", methods.includes("ALL") ? everyMethod : methods),
      ...list("access-control-allow-headers", cors.AccessControlAllowHeaders.Items),
      ...list(
        "access-control-max-age",
        cors.AccessControlMaxAgeSec === undefined ? [] : [`${cors.AccessControlMaxAgeSec}`],
      ),
    );
  }
  return pairs.map(([name, value]) => ({ name, value, override: cors.OriginOverride }));
}

/** `https://*.example.com` matches all subdomains. A pattern without a scheme matches `http` and `https`. */
function matchesOrigin(pattern: string, origin: string): boolean {
  const source = pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", "[^/]*");
  return new RegExp(pattern.includes("://") ? `^${source}$` : `^https?://${source}$`).test(origin);
}

function securityHeaders(security: SecurityHeadersConfig): PolicyHeader[] {
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy } = security;
  const headers: [string, string | undefined, { readonly Override: boolean } | undefined][] = [
    ["content-security-policy", ContentSecurityPolicy?.ContentSecurityPolicy, ContentSecurityPolicy],
    ["x-content-type-options", "nosniff", ContentTypeOptions],
    ["x-frame-options", FrameOptions?.FrameOption, FrameOptions],
    ["referrer-policy", ReferrerPolicy?.ReferrerPolicy, ReferrerPolicy],
    ["strict-transport-security", transportSecurity(security), security.StrictTransportSecurity],
    ["x-xss-protection", xssProtection(security), security.XSSProtection],
  ];
  return headers.flatMap(([name, value, config]) =>
    value !== undefined && config !== undefined ? [{ name, value, override: config.Override }] : [],
  );
}

function transportSecurity({ StrictTransportSecurity: config }: SecurityHeadersConfig): string | undefined {
  if (config === undefined) return undefined;
  const flags = [config.IncludeSubdomains === true && "includeSubDomains", config.Preload === true && "preload"];
  return [`max-age=${config.AccessControlMaxAgeSec}`, ...flags.filter((flag) => flag !== false)].join("; ");
}

function xssProtection({ XSSProtection: config }: SecurityHeadersConfig): string | undefined {
  if (config === undefined) return undefined;
  if (!config.Protection) return "0";
  if (config.ModeBlock === true) return "1; mode=block";
  return config.ReportUri === undefined ? "1" : `1; report=${config.ReportUri}`;
}
