/** Tells which IP addresses a fetch may go to. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** `public`: anyone on the internet may reach it; `loopback`: this machine; `refused`: everything else. */
export type AddressClass = "public" | "loopback" | "refused";

/** What IANA has opened for global unicast so far (RFC 4291 and the IPv6 address space registry). */
const IPV6_GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Classes an address as the system resolver or the URL parser spells it. Whatever is not plainly public is refused:
 * private, shared (CGNAT), link-local, multicast, broadcast, benchmarking, documentation, reserved, unspecified.
 *
 * ipaddr.js calls every IPv6 address `unicast` that it has no name for, the deprecated IPv4-compatible `::a.b.c.d` and all
 * of the unassigned space among them; so an IPv6 address must also lie in 2000::/3. That leaves no form that carries an IPv4
 * address and is admitted: mapped, compatible, translated (RFC 6145) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48) lie outside
 * of it, 6to4 and Teredo are ranges of their own. They are refused even around a public IPv4 address: where such a packet
 * ends is up to a translator on the way, and a public host has a plain address too.
 */
export function classifyAddress(address: string): AddressClass {
  // net.isIP is strict where ipaddr.js reads octal, hexadecimal and shortened spellings too.
  if (isIP(address) === 0) return "refused";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === "loopback") return "loopback";
  if (range !== "unicast") return "refused";
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(...IPV6_GLOBAL_UNICAST)) return "refused";
  return "public";
}
