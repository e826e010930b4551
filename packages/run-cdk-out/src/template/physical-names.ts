/** Names and IDs that are the same in each run of a stack: they are derived from its seed and the logical ID. */
import { createHash } from "node:crypto";
import type { StackFacts } from "./resource.js";
import { LOCAL_ACCOUNT_ID as ACCOUNT_ID, LOCAL_REGION as REGION } from "../services/service.js";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Returns a stable ID of `length` lower-case letters and digits. Each purpose gives a different one. */
export function stableId(idSeed: string, logicalId: string, length: number, purpose = "id"): string {
  const digest = createHash("sha512").update([purpose, idSeed, logicalId].join("\0")).digest();
  return Array.from(digest.subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** Returns a stable name in CloudFormation's format, `stack-logicalId-suffix`, which is shortened before the suffix. */
export function physicalName(
  { stackName, idSeed }: Pick<StackFacts, "stackName" | "idSeed">,
  logicalId: string,
  maxLength: number,
): string {
  const suffix = `-${stableId(idSeed, logicalId, 12, "name").toUpperCase()}`;
  return `${stackName}-${logicalId}`.slice(0, maxLength - suffix.length) + suffix;
}

/** Returns an ARN in the local account. `region` is empty for a global service. */
export function arn(service: string, resource: string, region: string = REGION): string {
  return `arn:aws:${service}:${region}:${ACCOUNT_ID}:${resource}`;
}
