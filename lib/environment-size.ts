/** Checks at synth that a function's environment is within Lambda's limit. A deployment would fail only at its end. */
import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** Lambda's limit for the total size of a function's variables. */
export const MAX_ENVIRONMENT_BYTES = 4096;

/**
 * The size of the text before the name of a resource in its ARN or URL:
 * `https://sqs.ap-southeast-1.amazonaws.com/111122223333/`,
 * `arn:aws:secretsmanager:ap-southeast-1:111122223333:secret:`. It leaves room for longer region names.
 */
const ARN_OR_URL_BYTES = 64;
/** The size of the suffix: CloudFormation names a resource `<stack>-<logical ID>-<12 or 13 random characters>`. */
const SUFFIX_BYTES = 15;

/** @throws Error that names the function, the size, and the largest variable, and says how to fix it */
export function checkEnvironmentSize(
  scope: Construct,
  functionName: string,
  environment: Readonly<Record<string, string>>,
): void {
  const { stackName } = Stack.of(scope);
  const sizes = Object.entries(environment).map(([name, value]) => {
    const bytes = bytesOf(Stack.of(scope).resolve(value), Buffer.byteLength(stackName));
    // Lambda measures the variables as JSON text: `"NAME":"value",`.
    return { name, bytes: bytes + Buffer.byteLength(name) + 6 };
  });
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 1);
  if (total <= MAX_ENVIRONMENT_BYTES) return;
  const largest = sizes.reduce((most, one) => (one.bytes > most.bytes ? one : most));
  throw new Error(
    `The environment of the function ${functionName} has about ${total} bytes. Lambda accepts ${MAX_ENVIRONMENT_BYTES}. ` +
      `Its largest variable is ${largest.name} with ${largest.bytes} bytes. Shorten the settings that it contains: use ` +
      `fewer \`plans\` or \`corsOrigins\`. Workspaces can share a plan.`,
  );
}

/** Returns the size of a value in JSON text. Estimates references to resources, because AWS generates their names. */
function bytesOf(value: unknown, stackNameBytes: number): number {
  if (typeof value === "string") return Buffer.byteLength(JSON.stringify(value)) - 2;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + bytesOf(item, stackNameBytes), 0);
  if (typeof value !== "object" || value === null) return String(value).length;
  const { Ref, ["Fn::GetAtt"]: attribute, ["Fn::Join"]: join } = value as Record<string, unknown>;
  const logicalId = Ref ?? (Array.isArray(attribute) ? (attribute as unknown[])[0] : undefined);
  if (typeof logicalId === "string") return ARN_OR_URL_BYTES + stackNameBytes + logicalId.length + SUFFIX_BYTES;
  if (Array.isArray(join)) return bytesOf(join[1], stackNameBytes);
  throw new Error(`A variable has a value whose size is unknown: ${JSON.stringify(value)}.`);
}
