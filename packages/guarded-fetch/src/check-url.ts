/** Checks a user's URL without a DNS lookup. Runs at request validation, and again before each hop of a fetch. */
import { isIP } from "node:net";
import { classifyAddress } from "./classify-address.js";
import { FetchFailure } from "./fetch-failure.js";

export interface UrlPolicy {
  /** Also allows http and https to loopback addresses (a developer's machine), but never to other private ranges. */
  readonly allowLoopback: boolean;
}

const MAX_URL_CHARACTERS = 8192;
/** RFC 1035 section 2.3.4. The URL parser does not limit the length. */
const MAX_HOST_CHARACTERS = 253;

/**
 * Checks the text of a URL that the service will call (a webhook, an image). Returns a public message about the problem,
 * or `undefined`. Does not resolve names: the fetcher resolves the name and checks every address at each call.
 */
export function checkPublicUrl(text: string, policy: UrlPolicy): string | undefined {
  try {
    parseTargetUrl(text, policy);
    return undefined;
  } catch (error) {
    if (error instanceof FetchFailure) return error.message;
    throw error;
  }
}

/**
 * Parses and checks a URL. The URL parser converts decimal, octal, hexadecimal, shortened, and full-width spellings of an
 * IPv4 address to the standard one, so the check sees only that.
 *
 * @throws FetchFailure of kind `invalid-url` or `blocked`.
 */
export function parseTargetUrl(text: string, policy: UrlPolicy, base?: URL): URL {
  if (text.length > MAX_URL_CHARACTERS) throw invalidUrl(`The URL is longer than ${MAX_URL_CHARACTERS} characters.`);
  if (!URL.canParse(text, base?.href)) throw invalidUrl("The URL is not valid.");
  const url = new URL(text, base?.href);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowLoopback)) {
    throw invalidUrl("The URL must begin with https://.");
  }
  if (url.username !== "" || url.password !== "") throw invalidUrl("The URL must not contain a user name or password.");
  if (url.hostname.length > MAX_HOST_CHARACTERS) throw invalidUrl("The host name in the URL is too long.");
  checkPort(url);
  checkLiteralHost(url, policy);
  return url;
}

/** Returns the host of a URL, without brackets, if it is an IP address. Returns `undefined` if it is a name. */
export function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) === 0 ? undefined : host;
}

/**
 * Below port 1024, only 80 and 443 are ports of web servers. The others belong to mail, directory, shell, and file
 * services. Calling them on request would make the service a port scanner. From 1024 up, webhook receivers use any
 * port.
 */
function checkPort(url: URL): void {
  const port = url.port === "" ? undefined : Number(url.port);
  if (port === undefined || port === 80 || port === 443 || port >= 1024) return;
  throw invalidUrl(`Port ${port} is not allowed. Use 443, or a port from 1024 up.`);
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

/** These names mean loopback, regardless of what a resolver returns (RFC 6761 section 6.3). */
function isLocalhostName(hostname: string): boolean {
  return /^(?:.*\.)?localhost\.?$/.test(hostname);
}

/** Returns the failure for a URL whose host is, or resolves to, an address that is not public. */
export function notPublic(url: URL, internal?: string): FetchFailure {
  const message = `${url.hostname} is not on the public internet, so the service cannot call it.`;
  return new FetchFailure("blocked", message, internal === undefined ? {} : { internal });
}

/** Returns the failure for an http URL to another machine. */
export function httpOnlyToLoopback(): FetchFailure {
  return invalidUrl("The URL must begin with https:// (http:// is allowed only for addresses of this machine).");
}

function invalidUrl(message: string): FetchFailure {
  return new FetchFailure("invalid-url", message);
}
