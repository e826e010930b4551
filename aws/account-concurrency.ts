/**
 * The account's limit of concurrent Lambda invocations.
 *
 * This file signs its only request itself (Signature Version 4). The SDK's client for Lambda would serve no other call.
 */
import { createHash, createHmac } from "node:crypto";
import * as z from "zod";

export interface AccountConcurrency {
  readonly total: number;
  /** The part of the limit that no function has reserved. */
  readonly unreserved: number;
}

/** The part of an SDK client's configuration that every client has. */
export interface ClientConfig {
  readonly region: () => Promise<string>;
  readonly credentials: () => Promise<Credentials>;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

const PATH = "/2016-08-19/account-settings/";
const TIMEOUT_MS = 5_000;
const responseSchema = z.object({
  AccountLimit: z.object({ ConcurrentExecutions: z.number(), UnreservedConcurrentExecutions: z.number() }),
});

/** @throws Error if the call fails */
export async function readAccountConcurrency({ region, credentials }: ClientConfig): Promise<AccountConcurrency> {
  const [inRegion, identity] = await Promise.all([region(), credentials()]);
  // eslint-disable-next-line no-restricted-properties -- The SDK's clients read this variable too.
  const endpoint = process.env.AWS_ENDPOINT_URL_LAMBDA ?? `https://lambda.${inRegion}.amazonaws.com`;
  const url = new URL(PATH, endpoint);
  const headers = signedHeaders(url.host, inRegion, identity, new Date());
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const text = await response.text();
  if (!response.ok) throw new Error(`GetAccountSettings failed with status ${response.status}: ${text.slice(0, 500)}`);
  const { AccountLimit: limit } = responseSchema.parse(JSON.parse(text));
  return { total: limit.ConcurrentExecutions, unreserved: limit.UnreservedConcurrentExecutions };
}

/** Returns the headers of a GET without a body (IAM user guide, "Create a signed AWS API request"). */
export function signedHeaders(
  host: string,
  region: string,
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const scope = [time.slice(0, 8), region, "lambda", "aws4_request"];
  const sent = { "x-amz-date": time, ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }) };
  const signed = { host, ...sent };
  const names = Object.keys(signed).join(";");
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}`);
  const request = ["GET", PATH, "", ...lines, "", names, sha256("")].join("\n");
  const text = ["AWS4-HMAC-SHA256", time, scope.join("/"), sha256(request)].join("\n");
  const key = scope.reduce<string | Buffer>((previous, part) => hmac(previous, part), `AWS4${secretAccessKey}`);
  const credential = `Credential=${accessKeyId}/${scope.join("/")}`;
  const signature = `Signature=${hmac(key, text).toString("hex")}`;
  return { ...sent, authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${names}, ${signature}` };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
