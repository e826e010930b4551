/** Decides which IP addresses a fetch can connect to. */
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** `public`: reachable from the internet. `loopback`: this machine. `refused`: everything else. */
export type AddressClass = "public" | "loopback" | "refused";

/** The range that IANA has opened for global unicast (RFC 4291 and the IPv6 address space registry). */
const IPV6_GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

/**
 * Classifies an address in the spelling of the system resolver or the URL parser. Every address that is not clearly
 * public is `refused`: private, shared (CGNAT), link-local, multicast, broadcast, benchmarking, documentation,
 * reserved, unspecified.
 *
 * ipaddr.js returns `unicast` for every IPv6 address that is in none of its named ranges. This includes the deprecated
 * IPv4-compatible `::a.b.c.d` and all unassigned space, so an IPv6 address must also be in 2000::/3. With this check,
 * no form that contains an IPv4 address is public: mapped, compatible, translated (RFC 6145), and NAT64 (64:ff9b::/96,
 * 64:ff9b:1::/48) are outside of 2000::/3, and ipaddr.js has named ranges for 6to4 and Teredo. They are refused even if
 * the IPv4 address is public, because a translator on the route decides where such a packet goes. A public host also
 * has a plain address.
 */
export function classifyAddress(address: string): AddressClass {
  // ipaddr.js also accepts octal, hexadecimal, and shortened spellings. net.isIP is strict.
  if (isIP(address) === 0) return "refused";
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === "loopback") return "loopback";
  if (range !== "unicast") return "refused";
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(...IPV6_GLOBAL_UNICAST)) return "refused";
  return "public";
}
