/** The removal policy of resources with data. */
import { RemovalPolicy } from "aws-cdk-lib";
import type { Settings } from "./settings.js";

/** Returns the policy for tables, the bucket and secrets whose data cannot be restored. */
export function dataRemovalPolicy({
  protectData,
  adoptData,
}: Pick<Settings, "protectData" | "adoptData">): RemovalPolicy {
  if (!protectData) return RemovalPolicy.DESTROY;
  // A failed first deployment must leave nothing behind, but it must not delete the data that it adopts.
  return adoptData === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN;
}
