/** The cryptography for signing in Node. */
import { createHash, createHmac } from "node:crypto";
import type { SigningCrypto } from "./signing-crypto.js";

export const nodeCrypto: SigningCrypto = {
  hmac: (key, text) => createHmac("sha256", key).update(text).digest("base64url"),
  sha256: (text) => createHash("sha256").update(text).digest("hex"),
};
