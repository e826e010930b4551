/**
 * Creates a self-signed certificate for a TLS server in a test, so that no private key is committed and no certificate
 * expires. Node cannot create X.509 certificates, so this file writes the DER structures of RFC 5280 that a leaf needs.
 */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface ServerCertificate {
  readonly cert: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const BOOLEAN = 0x01;
const INTEGER = 0x02;

/** Creates a certificate for the DNS names. It is its own authority, and valid from 12 hours ago to 12 hours from now. */
export function selfSignedCertificate(names: readonly string[]): ServerCertificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = der(SEQUENCE, der(OBJECT_ID, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = der(SEQUENCE, der(OBJECT_ID, Buffer.from("550403", "hex")), der(UTF8_STRING, text("test")));
  const name = der(SEQUENCE, der(SET, commonName));
  const toBeSigned = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, utcTime(-12), utcTime(12)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, der(SEQUENCE, subjectAlternativeNames(names), basicConstraintsOfAuthority())),
  );
  const signature = der(BIT_STRING, Buffer.from([0]), sign("sha256", toBeSigned, privateKey));
  const certificate = der(SEQUENCE, toBeSigned, ecdsaWithSha256, signature);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function subjectAlternativeNames(names: readonly string[]): Buffer {
  const dnsNames = names.map((name) => der(0x82, text(name)));
  return extension("551d11", der(SEQUENCE, ...dnsNames));
}

function basicConstraintsOfAuthority(): Buffer {
  return extension("551d13", der(SEQUENCE, der(BOOLEAN, Buffer.from([0xff]))));
}

function extension(objectId: string, value: Buffer): Buffer {
  return der(SEQUENCE, der(OBJECT_ID, Buffer.from(objectId, "hex")), der(OCTET_STRING, value));
}

function utcTime(hoursFromNow: number): Buffer {
  const iso = new Date(Date.now() + hoursFromNow * 3_600_000).toISOString();
  return der(UTC_TIME, text(`${iso.slice(2, 19).replace(/[-:T]/g, "")}Z`));
}

function text(value: string): Buffer {
  return Buffer.from(value, "utf8");
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), derLength(content.length), content]);
}

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  return length < 0x100 ? Buffer.from([0x81, length]) : Buffer.from([0x82, length >> 8, length & 0xff]);
}
