/** Converts errors of sockets, DNS, TLS, and the HTTP parser to a {@link FetchFailure}, by error code. */
import { FetchFailure, type FetchFailureKind } from "./fetch-failure.js";

interface FailureGroup {
  readonly kind: FetchFailureKind;
  readonly retryable: boolean;
  readonly sentence: (host: string) => string;
}

const NOT_FOUND: FailureGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `The host ${host} does not exist.`,
};
const NOT_RESOLVED: FailureGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `The DNS lookup of ${host} failed.`,
};
const NOT_REACHED: FailureGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `${host} could not be reached.`,
};
const CONNECTION_CLOSED: FailureGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `The connection to ${host} closed before the response was complete.`,
};
const BAD_CERTIFICATE: FailureGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `The TLS certificate of ${host} is not valid.`,
};
const NO_TLS: FailureGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `No TLS connection to ${host} is possible.`,
};
const NOT_HTTP: FailureGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `${host} did not return valid HTTP.`,
};
const HEADERS_TOO_LARGE: FailureGroup = {
  kind: "too-large",
  retryable: false,
  sentence: (host) => `${host} returned too many headers.`,
};

const GROUP_BY_CODE: ReadonlyMap<string, FailureGroup> = new Map([
  ["ENOTFOUND", NOT_FOUND],
  ["ENODATA", NOT_FOUND],
  ["EAI_AGAIN", NOT_RESOLVED],
  ["EAI_FAIL", NOT_RESOLVED],
  ["ETIMEOUT", NOT_RESOLVED],
  ["ESERVFAIL", NOT_RESOLVED],
  ["ECONNREFUSED", NOT_REACHED],
  ["EHOSTUNREACH", NOT_REACHED],
  ["ENETUNREACH", NOT_REACHED],
  ["EADDRNOTAVAIL", NOT_REACHED],
  ["ETIMEDOUT", NOT_REACHED],
  ["UND_ERR_HEADERS_OVERFLOW", HEADERS_TOO_LARGE],
  ["EPROTO", NO_TLS],
  // This is the name of the undici error, because some of its parser errors have no code.
  ["HTTPParserError", NOT_HTTP],
]);

/** The error codes of Node for certificates that fail verification (`X509_verify_cert`, and the name check of Node). */
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REVOKED",
  "CERT_REJECTED",
  "CERT_UNTRUSTED",
  "CERT_CHAIN_TOO_LONG",
  "CERT_SIGNATURE_FAILURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "PATH_LENGTH_EXCEEDED",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Returns the failure for an error while resolving, connecting, sending, or reading. Unknown errors count as transient.
 */
export function networkFailure(host: string, error: unknown): FetchFailure {
  const code = errorCode(error);
  const group = groupOf(code);
  return new FetchFailure(group.kind, group.sentence(host), {
    retryable: group.retryable,
    internal: code,
    cause: error,
  });
}

function groupOf(code: string): FailureGroup {
  if (CERTIFICATE_CODES.has(code)) return BAD_CERTIFICATE;
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return NO_TLS;
  if (code.startsWith("HPE_")) return NOT_HTTP;
  return GROUP_BY_CODE.get(code) ?? CONNECTION_CLOSED;
}

/** Returns the `code` of an error, or its name. Checks the shape: `instanceof` fails for errors of another realm. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "name" in error && typeof error.name === "string" ? error.name : "unknown";
}
