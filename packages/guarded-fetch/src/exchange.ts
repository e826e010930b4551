/** One request and its response, on a new connection to an address that was checked. */
import type { IncomingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";
import type { Client } from "undici";
import { decodeBounded, readBounded } from "./bounded-body.js";
import { FetchFailure, tooLargeFailure } from "./fetch-failure.js";
import { networkFailure } from "./network-failure.js";
import type { PinnedAddress, Target } from "./resolve-target.js";
import { untilAborted } from "./until-aborted.js";

/** Node's default, which is enough for any real response. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface ExchangeRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly maxBytes: number;
  readonly onOverflow: "fail" | "cut";
  /** Aborts the exchange and closes the connection, at any point. */
  readonly signal: AbortSignal;
}

export interface ExchangeResponse {
  readonly status: number;
  /** The headers by lower-case name. Repeated headers are joined with commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The redirect statuses. Their bodies are not read. */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Performs one exchange and closes the connection. No state (pooled socket, TLS session) is shared between the fetches of
 * different users, and no connection stays open while a function's process is frozen.
 *
 * @throws FetchFailure, or the reason of the signal.
 */
export async function exchange(target: Target, request: ExchangeRequest): Promise<ExchangeResponse> {
  const client = await pinnedClient(target, request.signal);
  try {
    return await send(client, target, request);
  } catch (error) {
    if (error instanceof FetchFailure) throw error;
    request.signal.throwIfAborted();
    throw networkFailure(target.url.host, error);
  } finally {
    await client.destroy();
  }
}

async function send(client: Client, target: Target, request: ExchangeRequest): Promise<ExchangeResponse> {
  const { method, signal, maxBytes, onOverflow } = request;
  const received = await client.request({
    path: `${target.url.pathname}${target.url.search}`,
    method,
    headers: { ...request.headers, "accept-encoding": "identity" },
    body: request.body ?? null,
    signal,
  });
  const response = { status: received.statusCode, headers: joinHeaders(received.headers) };
  if (method === "HEAD" || REDIRECT_STATUSES.has(response.status)) return { ...response, bytes: Buffer.alloc(0) };

  const bound = { host: target.url.host, maxBytes, onOverflow };
  if (onOverflow === "cut") return { ...response, bytes: await readBounded(received.body, bound) };
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLargeFailure(bound.host, maxBytes);
  const body = await readBounded(received.body, bound);
  const decoded = decodeBounded(body, response.headers["content-encoding"] ?? "", bound);
  return { ...response, bytes: await untilAborted(decoded, signal) };
}

/**
 * Creates a client that connects only to the checked addresses. The `Host` header, SNI, and the certificate check use
 * the name. The timeouts of undici are off, because the signal limits the whole fetch. The socket also gets the signal,
 * so a connection attempt or TLS handshake ends with it. The client ignores proxy variables.
 *
 * The library is a third of the code of a function that renders, and most pictures need no fetch. So the first fetch
 * loads it.
 */
async function pinnedClient(target: Target, signal: AbortSignal): Promise<Client> {
  // In a bundle, a CommonJS package has only a default export.
  const { default: undici } = await import("undici");
  return new undici.Client(target.url.origin, {
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxCachedSessions: 0,
    connect: {
      lookup: lookupPinned(target.addresses),
      autoSelectFamily: true,
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED cannot turn the check off.
      rejectUnauthorized: true,
      timeout: 0,
      signal,
    },
  });
}

/** Returns the pinned addresses for each lookup of a socket. If the host is an IP address, no lookup takes place. */
function lookupPinned(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function joinHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return joined;
}
