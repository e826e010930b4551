/** Resolves dynamic references of CloudFormation to the values of secrets, `{{resolve:secretsmanager:…}}`. */
import type { ResolvedValue } from "./resolve.js";
import { TemplateError } from "./template-error.js";

/** Returns the current value of a secret by ARN or name; `undefined` if there is no such secret. */
export type ReadSecret = (idOrArn: string) => string | undefined;

const REFERENCE = /\{\{resolve:([^}]*)\}\}/g;

/** `secretsmanager:<ID or ARN>:SecretString:<JSON key>:<stage>:<version ID>`. An ARN contains colons too. */
const SECRET = /^secretsmanager:(arn:[^:]*:secretsmanager:[^:]*:[^:]*:secret:[^:]+|[^:]+)(?::SecretString(?::(.*))?)?$/;

/** Replaces every dynamic reference within `value`. */
export function resolveDynamicReferences(value: ResolvedValue, place: string, readSecret: ReadSecret): ResolvedValue {
  if (typeof value === "string") {
    return value.replaceAll(REFERENCE, (_, body: string) => referencedText(body, place, readSecret));
  }
  if (Array.isArray(value)) {
    const items = value as readonly ResolvedValue[];
    return items.map((item, index) => resolveDynamicReferences(item, `${place}[${index}]`, readSecret));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    resolveDynamicReferences(item, `${place}.${key}`, readSecret),
  ]);
  return Object.fromEntries(entries) as ResolvedValue;
}

function referencedText(body: string, place: string, readSecret: ReadSecret): string {
  const match = SECRET.exec(body);
  const [, secretId, rest = ""] = match ?? [];
  if (secretId === undefined) {
    throw new TemplateError(place, `run-cdk-out does not support the dynamic reference {{resolve:${body}}}`);
  }
  const [jsonKey, stage, versionId] = rest.split(":");
  if ((stage && stage !== "AWSCURRENT") || versionId) {
    throw new TemplateError(place, `run-cdk-out supports only the current version of a secret, not ${body}`);
  }
  const secret = readSecret(secretId);
  if (secret === undefined) throw new TemplateError(place, `the secret ${secretId} does not exist`);
  return jsonKey ? memberOf(secret, jsonKey, secretId, place) : secret;
}

function memberOf(secret: string, key: string, secretId: string, place: string): string {
  let members: unknown;
  try {
    members = JSON.parse(secret);
  } catch (cause) {
    throw new TemplateError(place, `the secret ${secretId} is not JSON, so it has no key ${key}`, { cause });
  }
  const member = (members as Readonly<Record<string, unknown>> | null)?.[key];
  if (typeof member !== "string" && typeof member !== "number" && typeof member !== "boolean") {
    throw new TemplateError(place, `the secret ${secretId} has no key ${key}`);
  }
  return String(member);
}
