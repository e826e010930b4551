/** Resolves a checked URL to the addresses that the connection can use. */
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { httpOnlyToLoopback, literalAddress, notPublic, type UrlPolicy } from "./check-url.js";
import { type AddressClass, classifyAddress } from "./classify-address.js";
import { networkFailure } from "./network-failure.js";
import { untilAborted } from "./until-aborted.js";

/** Looks up all addresses of a name, IPv4 and IPv6. Rejects with a DNS error that has a `code`. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** A URL with its checked addresses. All addresses are of the same class. */
export interface Target {
  readonly url: URL;
  readonly addresses: readonly PinnedAddress[];
  readonly addressClass: Exclude<AddressClass, "refused">;
}

export interface PinnedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The system resolver, which connections use by default. */
export const resolveBySystem: ResolveName = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/**
 * Resolves the host of a URL once and checks every address. One address that is not public makes the whole name unusable:
 * otherwise, an attacker could mix good and bad addresses and wait until the bad one is used.
 */
export async function resolveTarget(
  url: URL,
  policy: UrlPolicy,
  resolve: ResolveName,
  signal: AbortSignal,
): Promise<Target> {
  const literal = literalAddress(url);
  const addresses = literal === undefined ? await resolveName(url, resolve, signal) : [literal];
  const classes = new Set(addresses.map(classifyAddress));
  const [addressClass] = classes;
  const admitted = addressClass === "public" || (addressClass === "loopback" && policy.allowLoopback);
  if (classes.size !== 1 || !admitted) throw notPublic(url, `resolved to ${addresses.join(", ")}`);
  if (addressClass === "public" && url.protocol === "http:") throw httpOnlyToLoopback();
  return { url, addressClass, addresses: addresses.map(pin) };
}

async function resolveName(url: URL, resolve: ResolveName, signal: AbortSignal): Promise<readonly string[]> {
  let addresses: readonly string[];
  try {
    addresses = await untilAborted(resolve(url.hostname), signal);
  } catch (error) {
    signal.throwIfAborted();
    throw networkFailure(url.hostname, error);
  }
  if (addresses.length === 0) {
    throw networkFailure(
      url.hostname,
      Object.assign(new Error("The resolver returned no address."), { code: "ENODATA" }),
    );
  }
  return addresses;
}

function pin(address: string): PinnedAddress {
  return { address, family: isIP(address) === 6 ? 6 : 4 };
}
