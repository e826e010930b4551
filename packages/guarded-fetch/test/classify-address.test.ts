import { describe, expect, test } from "@jest/globals";
import { classifyAddress } from "../src/classify-address.js";
import fc from "../../../test/support/fast-check.js";

/** The IANA IPv4 special-purpose address registry and multicast, without loopback. */
const SPECIAL_IPV4: [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

function ipv4Of(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join(".");
}

function numberOf(ipv4: string): number {
  return ipv4.split(".").reduce((value, octet) => value * 256 + Number(octet), 0);
}

/** Generates any address of a block, and prefers the first and last ones. */
function addressIn([base, prefix]: [string, number]): fc.Arbitrary<string> {
  const first = numberOf(base);
  return fc.integer({ min: first, max: first + 2 ** (32 - prefix) - 1 }).map(ipv4Of);
}

const anyIpv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map(ipv4Of);
const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));

function ipv6After(first: fc.Arbitrary<string>, groups: number): fc.Arbitrary<string> {
  return fc
    .tuple(first, fc.array(group, { minLength: 8 - groups, maxLength: 8 - groups }))
    .map(([prefix, rest]) => [prefix, ...rest].join(":"));
}

function hexGroups(ipv4: string): string {
  const value = numberOf(ipv4);
  return `${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}`;
}

describe("classifyAddress", () => {
  test.each(SPECIAL_IPV4)("no address of %s/%i is public", (base, prefix) => {
    fc.assert(fc.property(addressIn([base, prefix]), (address) => classifyAddress(address) === "refused"));
  });

  test("all addresses of 127.0.0.0/8 and ::1 are loopback", () => {
    fc.assert(fc.property(addressIn(["127.0.0.0", 8]), (address) => classifyAddress(address) === "loopback"));
    expect(classifyAddress("::1")).toBe("loopback");
  });

  test.each(["1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "172.32.0.0", "223.255.255.255"])(
    "%s, which is next to a special range, is public",
    (address) => {
      expect(classifyAddress(address)).toBe("public");
    },
  );

  test.each(["2606:4700:4700::1111", "2a00:1450:4001:82b::200e", "2001:4860:4860::8888"])("%s is public", (address) => {
    expect(classifyAddress(address)).toBe("public");
  });

  test.each([
    ["IPv4-mapped", (ipv4: string) => `::ffff:${ipv4}`],
    ["IPv4-mapped in hexadecimal", (ipv4: string) => `::ffff:${hexGroups(ipv4)}`],
    ["IPv4-translated", (ipv4: string) => `::ffff:0:${ipv4}`],
    ["NAT64", (ipv4: string) => `64:ff9b::${ipv4}`],
    ["local NAT64", (ipv4: string) => `64:ff9b:1::${ipv4}`],
    ["6to4", (ipv4: string) => `2002:${hexGroups(ipv4)}::1`],
    ["Teredo", (ipv4: string) => `2001:0:${hexGroups(ipv4)}::1`],
  ])(
    "an IPv6 address that contains an IPv4 address is refused, even if the IPv4 address is public: %s",
    (_form, embed) => {
      fc.assert(fc.property(anyIpv4, (ipv4) => classifyAddress(embed(ipv4)) === "refused"));
    },
  );

  test("an IPv4-compatible IPv6 address is never public", () => {
    fc.assert(fc.property(anyIpv4, (ipv4) => classifyAddress(`::${ipv4}`) !== "public"));
    expect(classifyAddress("::127.0.0.1")).toBe("refused");
  });

  test.each([
    ["unique-local", fc.integer({ min: 0xfc00, max: 0xfdff })],
    ["link-local", fc.integer({ min: 0xfe80, max: 0xfebf })],
    ["site-local", fc.integer({ min: 0xfec0, max: 0xfeff })],
    ["multicast", fc.integer({ min: 0xff00, max: 0xffff })],
    ["6to4", fc.constant(0x2002)],
    ["segment routing", fc.constant(0x5f00)],
    ["below global unicast", fc.integer({ min: 0, max: 0x1fff })],
    ["above global unicast", fc.integer({ min: 0x4000, max: 0xffff })],
  ])("no %s IPv6 address is public", (_name, first) => {
    const prefix = first.map((value) => value.toString(16));
    fc.assert(fc.property(ipv6After(prefix, 1), (address) => classifyAddress(address) === "refused"));
  });

  test.each(["2001:db8", "2001:2", "3fff:0", "2001:10", "2001:20", "2001:1"])(
    "no address of the documentation, benchmarking, or protocol block %s:: is public",
    (prefix) => {
      expect(classifyAddress(`${prefix}::1`)).toBe("refused");
    },
  );

  test.each(["fe80::1%eth0", "::", "fd00:ec2::254", "169.254.169.254", "255.255.255.255"])(
    "the address %s is refused",
    (address) => {
      expect(classifyAddress(address)).toBe("refused");
    },
  );

  test.each(["", "example.com", "0177.0.0.1", "0x7f.1", "2130706433", "1.1.1", "[::1]"])(
    "the text %p, which is not an address in standard spelling, is refused",
    (text) => {
      expect(classifyAddress(text)).toBe("refused");
    },
  );
});
