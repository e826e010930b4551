/** Names of resources that are global to an AWS account. They contain the region, so that two regions do not clash. */
import { createHash } from "node:crypto";
import { Stack } from "aws-cdk-lib";
import type { Construct } from "constructs";

/** The longest name of an AWS region has 14 characters ("ap-southeast-1"). This leaves room for longer ones. */
const REGION_LENGTH = 18;
/** Key-value stores and origin access controls have the shortest limit: 64. Policies have 128. */
const MAX_LENGTH = 64;

/**
 * Returns `<stack>-<region>-<id>`. A long stack name is cut and gets a hash, so that different stacks keep different
 * names.
 *
 * @param id at most 20 letters, unique in the stack
 */
export function globalName(scope: Construct, id: string): string {
  const { stackName, region } = Stack.of(scope);
  const room = MAX_LENGTH - REGION_LENGTH - id.length - 2;
  const hash = createHash("sha256").update(stackName).digest("hex").slice(0, 8);
  const stack = stackName.length <= room ? stackName : `${stackName.slice(0, room - 9)}-${hash}`;
  return `${stack}-${region}-${id}`;
}
