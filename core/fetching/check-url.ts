/** What can be said of a user's URL without asking DNS: at request validation, and again before each hop of a fetch. */
import { isIP } from "node:net";
import { classifyAddress } from "./classify-address.js";
import { FetchFault } from "./fetch-fault.js";

export interface UrlPolicy {
  /** Also admits http and https to loopback addresses (a developer's own machine), never to other private ranges. */
  readonly allowLoopback: boolean;
}

const MAX_URL_CHARACTERS = 8192;
/** RFC 1035 section 2.3.4; the URL parser itself lets any length pass. */
const MAX_HOST_CHARACTERS = 253;

/**
 * Checks the letter of a URL that the service is to call (a webhook, an image). Answers with a public sentence on what is
 * wrong, or undefined. Names are not resolved here: the fetcher does that, and checks every address, at each call.
 */
export function checkPublicUrl(text: string, policy: UrlPolicy): string | undefined {
  try {
    parseTargetUrl(text, policy);
    return undefined;
  } catch (error) {
    if (error instanceof FetchFault) return error.message;
    throw error;
  }
}

/**
 * Parses and checks a URL; throws a {@link FetchFault} of kind `invalid-url` or `blocked`. The URL parser turns decimal, octal,
 * hexadecimal, shortened and full-width spellings of an IPv4 address into the plain one, which is then checked.
 */
export function parseTargetUrl(text: string, policy: UrlPolicy, base?: URL): URL {
  if (text.length > MAX_URL_CHARACTERS) throw invalidUrl(`The URL is longer than ${MAX_URL_CHARACTERS} characters.`);
  const url = URL.parse(text, base?.href);
  if (url === null) throw invalidUrl("The URL is not valid.");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowLoopback)) {
    throw invalidUrl("The URL must begin with https://.");
  }
  if (url.username !== "" || url.password !== "") throw invalidUrl("The URL must not hold a user name or password.");
  if (url.hostname.length > MAX_HOST_CHARACTERS) throw invalidUrl("The host name in the URL is too long.");
  checkPort(url);
  checkLiteralHost(url, policy);
  return url;
}

/** The IP address that a URL's host is, without brackets; undefined for a name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Below 1024 live mail, directory, shell and file services, and no web server but at 80 and 443: nobody needs them, and a
 * service that calls any of them on demand is a port scanner for hire. From 1024 up, webhook receivers do live on every port.
 */
function checkPort(url: URL): void {
  const port = url.port === "" ? undefined : Number(url.port);
  if (port === undefined || port === 80 || port === 443 || port >= 1024) return;
  throw invalidUrl(`Port ${port} is not allowed: use 443, or a port from 1024 up.`);
}

function checkLiteralHost(url: URL, policy: UrlPolicy): void {
  const address = literalAddress(url);
  if (address === undefined) {
    if (isLocalhostName(url.hostname) && !policy.allowLoopback) throw notPublic(url);
    return;
  }
  const addressClass = classifyAddress(address);
  if (addressClass === "refused" || (addressClass === "loopback" && !policy.allowLoopback)) throw notPublic(url);
  if (addressClass === "public" && url.protocol === "http:") throw httpOnlyToLoopback();
}

/** RFC 6761 section 6.3: these names mean loopback, whatever a resolver says. */
function isLocalhostName(hostname: string): boolean {
  return /^(?:.*\.)?localhost\.?$/.test(hostname);
}

/** The fault of a URL whose host is, or resolves to, an address that is not public. */
export function notPublic(url: URL, internal?: string): FetchFault {
  const message = `${url.hostname} is not on the public internet, so it can't be called from here.`;
  return new FetchFault("blocked", message, internal === undefined ? {} : { internal });
}

/** The fault of an http URL that leads off this machine. */
export function httpOnlyToLoopback(): FetchFault {
  return invalidUrl("The URL must begin with https:// (http:// is for this machine's own addresses only).");
}

function invalidUrl(message: string): FetchFault {
  return new FetchFault("invalid-url", message);
}
