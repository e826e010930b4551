/**
 * Refuses requests for other host names. The runner listens on this machine only, but any web page can have a name that
 * resolves to it (DNS rebinding). The page's requests would then have the page's own origin, and the page could read
 * the responses. The page's name is in `Host`, which a page cannot change.
 */
import type { IncomingMessage, ServerResponse } from "node:http";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);
/** A name or an address, and a port. A name can end with a dot. */
const HOST = /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+?)\.?(?::\d+)?$/i;

/**
 * Returns whether a request for this host is for this machine.
 *
 * @param allowed further host names, in lower case. One that begins with a dot allows all names that end with it.
 */
export function isAllowedHost(host: string | undefined, allowed: readonly string[]): boolean {
  const name = HOST.exec(host ?? "")?.[1]?.toLowerCase();
  if (name === undefined) return false;
  if (LOOPBACK.has(name) || name.endsWith(".localhost")) return true;
  return allowed.some((one) => (one.startsWith(".") ? name.endsWith(one) : name === one));
}

/** Responds to a request for another host with 421 (Misdirected Request) and returns true. Otherwise returns false. */
export function refuseOtherHost(
  request: IncomingMessage,
  response: ServerResponse,
  allowed: readonly string[],
): boolean {
  const { host } = request.headers;
  if (isAllowedHost(host, allowed)) return false;
  const message =
    `This server is for this machine only: for localhost, 127.0.0.1, [::1], and names that end with .localhost. ` +
    `The Host of the request is ${JSON.stringify(host ?? "")}. To allow another name, start the runner with --allow-host NAME.\n`;
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    connection: "close",
  };
  response.writeHead(421, headers).end(message);
  return true;
}
