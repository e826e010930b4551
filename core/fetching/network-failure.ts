/** Translates what sockets, DNS, TLS and the HTTP parser throw into a {@link FetchFault}, by error code alone. */
import { FetchFault, type FetchFaultKind } from "./fetch-fault.js";

interface FaultGroup {
  readonly kind: FetchFaultKind;
  readonly retryable: boolean;
  readonly sentence: (host: string) => string;
}

const NOT_FOUND: FaultGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `${host} does not exist: no address is known for that name.`,
};
const NOT_RESOLVED: FaultGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `The name ${host} could not be looked up just now.`,
};
const NOT_REACHED: FaultGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `${host} could not be reached.`,
};
const BROKEN_OFF: FaultGroup = {
  kind: "network",
  retryable: true,
  sentence: (host) => `The connection to ${host} broke off before the answer was complete.`,
};
const BAD_CERTIFICATE: FaultGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `The TLS certificate of ${host} is not valid for it.`,
};
const NO_TLS: FaultGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `No secure connection could be made with ${host}.`,
};
const NOT_HTTP: FaultGroup = {
  kind: "network",
  retryable: false,
  sentence: (host) => `${host} did not answer in valid HTTP.`,
};
const HEADERS_TOO_LARGE: FaultGroup = {
  kind: "too-large",
  retryable: false,
  sentence: (host) => `${host} answered with more headers than are allowed.`,
};

const GROUP_BY_CODE: ReadonlyMap<string, FaultGroup> = new Map([
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
  // undici's, by its name: its code is unset for some of the parser's complaints.
  ["HTTPParserError", NOT_HTTP],
]);

/** The codes that Node gives a certificate that fails verification (`X509_verify_cert`, plus its own name check). */
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

/** The fault for whatever an attempt to resolve, connect, send or read threw. What is unknown counts as passing. */
export function networkFault(host: string, error: unknown): FetchFault {
  const code = errorCode(error);
  const group = groupOf(code);
  return new FetchFault(group.kind, group.sentence(host), {
    retryable: group.retryable,
    internal: code,
    cause: error,
  });
}

function groupOf(code: string): FaultGroup {
  if (CERTIFICATE_CODES.has(code)) return BAD_CERTIFICATE;
  if (code.startsWith("ERR_SSL_") || code.startsWith("ERR_TLS_")) return NO_TLS;
  if (code.startsWith("HPE_")) return NOT_HTTP;
  return GROUP_BY_CODE.get(code) ?? BROKEN_OFF;
}

/** An error's `code`, else its name. Asked of the shape, since errors of Node's own realm need not be `instanceof Error`. */
export function errorCode(error: unknown): string {
  if (typeof error !== "object" || error === null) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return "name" in error && typeof error.name === "string" ? error.name : "unknown";
}
