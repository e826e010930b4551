/** What happens to data when its resource is removed. */
import { RemovalPolicy } from "aws-cdk-lib";
import type { Settings } from "./settings.js";

/** The policy of tables, bucket and secrets with data that cannot be made again. */
export function dataRemovalPolicy({
  protectData,
  adoptData,
}: Pick<Settings, "protectData" | "adoptData">): RemovalPolicy {
  if (!protectData) return RemovalPolicy.DESTROY;
  // A failed first deployment must leave nothing behind, but must not delete data that it adopts.
  return adoptData === undefined ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.RETAIN;
}
