/** Helpers of the delivery tests: signed URLs made without the code under test, and the number of invocations. */
import { createHash, createHmac } from "node:crypto";
import { expect } from "@jest/globals";
import type { Service } from "./service.js";

export const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("base64url");

export interface SignedBy {
  readonly masterKey: string;
  readonly keyId?: string;
  readonly template: string;
  readonly generation?: number;
}

/** The path and query of a signed image, and the storage key of its picture. `lines` are sorted and percent-encoded. */
export function signedImage(lines: readonly string[], by: SignedBy) {
  const { masterKey, keyId = "k1", template, generation = 1 } = by;
  const key = hmac(hmac(masterKey, "img"), `${template}\n${generation}`);
  const sig = `${keyId}.${generation}.${hmac(key, ["v1", template, ...lines].join("\n"))}`;
  const identity = ["v1", template, ...lines.filter((line) => !line.startsWith("exp="))].join("\n");
  const hash = createHash("sha256").update(identity).digest("hex");
  return {
    url: `/api/v1/img/${template}?${[...lines, `sig=${sig}`].join("&")}`,
    storedAs: `img/${hash.slice(0, 2)}/${hash}.png`,
    sig,
  };
}

/** Runs an action, and fails if a function that serves HTTP was invoked meanwhile. */
export async function withoutFunctions<T>(service: Service, action: () => Promise<T>): Promise<T> {
  const before = await invocations(service);
  const result = await action();
  expect(await invocations(service)).toEqual(before);
  return result;
}

/** The number of invocations of each function that serves HTTP, by name. */
export async function invocations(service: Service): Promise<Record<string, number>> {
  const functions = await service.inspect<{ name: string; invocations: number }[]>("/functions");
  const counted = functions.filter(({ name }) => ["api", "stream", "image"].includes(name));
  expect(counted).toHaveLength(3);
  return Object.fromEntries(counted.map((one) => [one.name, one.invocations]));
}

/** Returns `count` copies of a URL, each with one flipped bit in the query. Copies that cannot be sent are left out. */
export function flippedBits(url: string, count: number): string[] {
  const forged: string[] = [];
  for (const bit of [1, 2, 4, 16, 8, 64]) {
    for (let at = url.indexOf("?") + 1; at < url.length && forged.length < count; at += 1) {
      const character = String.fromCharCode(url.charCodeAt(at) ^ bit);
      if (/[!-~]/.test(character) && character !== "#") forged.push(url.slice(0, at) + character + url.slice(at + 1));
    }
  }
  expect(forged).toHaveLength(count);
  return forged;
}
