/** One request and its answer, over one fresh connection to an address that was checked. */
import type { IncomingHttpHeaders } from "node:http";
import type { LookupFunction } from "node:net";
import { Client } from "undici";
import { decodeBounded, readBounded } from "./bounded-body.js";
import { FetchFault, tooLargeFault } from "./fetch-fault.js";
import { networkFault } from "./network-fault.js";
import type { PinnedAddress, Target } from "./resolve-target.js";
import { untilAborted } from "./until-aborted.js";

/** Room for any honest answer; Node's own default. */
const MAX_HEADER_BYTES = 16 * 1024;

export interface ExchangeRequest {
  readonly method: "GET" | "HEAD" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
  readonly maxBytes: number;
  readonly onOverflow: "fail" | "cut";
  /** Ends the exchange at any point, connection included. */
  readonly signal: AbortSignal;
}

export interface ExchangeAnswer {
  readonly status: number;
  /** By lower-case name; repeated ones joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

/** The statuses by which HTTP sends a request elsewhere. Their bodies are not read. */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Performs one exchange. Throws a {@link FetchFault}, or what the signal was aborted with.
 * The connection is not kept: no state (pooled socket, TLS session) passes from one user's fetch to another's, and none is
 * left open when a function's process is frozen.
 */
export async function exchange(target: Target, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const client = pinnedClient(target, request.signal);
  try {
    return await send(client, target, request);
  } catch (error) {
    if (error instanceof FetchFault) throw error;
    request.signal.throwIfAborted();
    throw networkFault(target.url.host, error);
  } finally {
    await client.destroy();
  }
}

async function send(client: Client, target: Target, request: ExchangeRequest): Promise<ExchangeAnswer> {
  const { method, signal, maxBytes, onOverflow } = request;
  const response = await client.request({
    path: `${target.url.pathname}${target.url.search}`,
    method,
    headers: { ...request.headers, "accept-encoding": "identity" },
    body: request.body ?? null,
    signal,
  });
  const answer = { status: response.statusCode, headers: joinHeaders(response.headers) };
  if (method === "HEAD" || REDIRECT_STATUSES.has(answer.status)) return { ...answer, bytes: Buffer.alloc(0) };

  const bound = { host: target.url.host, maxBytes, onOverflow };
  if (onOverflow === "cut") return { ...answer, bytes: await readBounded(response.body, bound) };
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLargeFault(bound.host, maxBytes);
  const received = await readBounded(response.body, bound);
  const decoded = decodeBounded(received, answer.headers["content-encoding"] ?? "", bound);
  return { ...answer, bytes: await untilAborted(decoded, signal) };
}

/**
 * A client that can only connect to the addresses that were checked, while Host, SNI and the certificate check keep the name.
 * undici's own time-outs are off, since the signal bounds the whole; the socket hears the signal too, so that one which is
 * still connecting or shaking hands ends with it. Nothing here reads proxy variables.
 */
function pinnedClient(target: Target, signal: AbortSignal): Client {
  return new Client(target.url.origin, {
    pipelining: 0,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxCachedSessions: 0,
    connect: {
      lookup: lookupPinned(target.addresses),
      autoSelectFamily: true,
      // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED can't switch the check off.
      rejectUnauthorized: true,
      timeout: 0,
      signal,
    },
  });
}

/** Answers each look-up of a socket with the pinned addresses; a host that is an address itself is never looked up. */
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
