import { describe, expect, test } from "@jest/globals";
import { checkPublicUrl } from "../src/check-url.js";
import fc from "../../../test/support/fast-check.js";

const PUBLIC_ONLY = { allowLoopback: false };
const WITH_LOOPBACK = { allowLoopback: true };

/** The spellings of an IPv4 address that inet_aton and the URL standard accept: 1 to 4 parts, each in base 8, 10, or 16. */
function spellings(value: number): fc.Arbitrary<string> {
  const radix = fc.constantFrom(8, 10, 16);
  return fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(radix, { minLength: 4, maxLength: 4 }))
    .map(([count, radixes]) => {
      const leading = [24, 16, 8].slice(0, count - 1).map((shift) => (value >>> shift) & 255);
      const rest = value % 2 ** (32 - 8 * (count - 1));
      return [...leading, rest].map((part, index) => inRadix(part, radixes[index])).join(".");
    });
}

function inRadix(part: number, radix: number | undefined): string {
  if (radix === 16) return `0x${part.toString(16)}`;
  return radix === 8 ? `0${part.toString(8)}` : `${part}`;
}

const loopbackNumber = fc.integer({ min: 0x7f000000, max: 0x7fffffff });
const privateNumber = fc.oneof(
  fc.integer({ min: 0x0a000000, max: 0x0affffff }),
  fc.integer({ min: 0xac100000, max: 0xac1fffff }),
  fc.integer({ min: 0xc0a80000, max: 0xc0a8ffff }),
  fc.integer({ min: 0xa9fe0000, max: 0xa9feffff }),
  fc.integer({ min: 0, max: 0x00ffffff }),
);

describe("checkPublicUrl", () => {
  test.each([
    "https://example.com/hook",
    "https://example.com:8443/hook?x=1#y",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://xn--bcher-kva.example/",
    "HTTPS://EXAMPLE.COM",
    "https://127.0.0.1.example.com/",
    "https://example.com/?next=http://127.0.0.1/",
  ])("checkPublicUrl accepts the public URL %s", (text) => {
    expect(checkPublicUrl(text, PUBLIC_ONLY)).toBeUndefined();
  });

  test("checkPublicUrl rejects private and loopback IPv4 addresses in every spelling of the URL standard", () => {
    const spelled = fc.oneof(loopbackNumber, privateNumber).chain(spellings);
    fc.assert(
      fc.property(spelled, fc.constantFrom("", "."), (host, dot) => {
        expect(checkPublicUrl(`https://${host}${dot}/`, PUBLIC_ONLY)).toMatch(/is not on the public internet/);
      }),
    );
  });

  test("with allowLoopback, checkPublicUrl accepts loopback in every spelling and rejects every private address", () => {
    fc.assert(
      fc.property(loopbackNumber.chain(spellings), fc.constantFrom("http", "https"), (host, scheme) => {
        expect(checkPublicUrl(`${scheme}://${host}:3000/`, WITH_LOOPBACK)).toBeUndefined();
      }),
    );
    fc.assert(
      fc.property(privateNumber.chain(spellings), fc.constantFrom("http", "https"), (host, scheme) => {
        expect(checkPublicUrl(`${scheme}://${host}:3000/`, WITH_LOOPBACK)).toMatch(/is not on the public internet/);
      }),
    );
  });

  test.each([
    "https://①②⑦.0.0.1/",
    "https://127。0。0。1/",
    "https://%31%32%37.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::a9fe:a9fe]/",
    "https://[fd00:ec2::254]/",
    "https://localhost/",
    "https://LocalHost./",
    "https://api.localhost/",
    "https:\\\\127.0.0.1/",
    " https://127.0.0.1/",
    "https://127.0.0.1\t/",
  ])("checkPublicUrl rejects %p, which is an address of this machine or network", (text) => {
    expect(checkPublicUrl(text, PUBLIC_ONLY)).toMatch(/is not on the public internet/);
  });

  test.each([
    ["http://example.com/", "The URL must begin with https://."],
    ["ftp://example.com/", "The URL must begin with https://."],
    ["file:///etc/passwd", "The URL must begin with https://."],
    ["data:image/png;base64,AA", "The URL must begin with https://."],
    ["gopher://127.0.0.1:11211/", "The URL must begin with https://."],
    ["https://user:pass@example.com/", "The URL must not contain a user name or password."],
    ["https://user@example.com/", "The URL must not contain a user name or password."],
    ["https://example.com@127.0.0.1/", "The URL must not contain a user name or password."],
    ["https://example.com:25/", "Port 25 is not allowed. Use 443, or a port from 1024 up."],
    ["https://example.com:0/", "Port 0 is not allowed. Use 443, or a port from 1024 up."],
    ["https://[fe80::1%25eth0]/", "The URL is not valid."],
    ["/relative", "The URL is not valid."],
    ["", "The URL is not valid."],
    ["https://256.0.0.1/", "The URL is not valid."],
    [`https://${"a.".repeat(130)}com/`, "The host name in the URL is too long."],
    [`https://example.com/${"a".repeat(8192)}`, "The URL is longer than 8192 characters."],
  ])("checkPublicUrl returns a message about %s", (text, message) => {
    expect(checkPublicUrl(text, PUBLIC_ONLY)).toBe(message);
  });

  test("with allowLoopback, checkPublicUrl rejects http to a public address and accepts http to an unresolved name", () => {
    expect(checkPublicUrl("http://1.1.1.1/", WITH_LOOPBACK)).toMatch(/must begin with https/);
    expect(checkPublicUrl("http://localhost:3000/hook", WITH_LOOPBACK)).toBeUndefined();
    expect(checkPublicUrl("http://app.test:3000/hook", WITH_LOOPBACK)).toBeUndefined();
  });

  test("checkPublicUrl never throws, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.webUrl()), fc.boolean(), (text, allowLoopback) => {
        checkPublicUrl(text, { allowLoopback });
      }),
    );
  });
});
