/** Invalidates cached responses in CloudFront. */
import { type CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import type { EdgeCopies } from "../core/shared/edge-copies.js";

/**
 * @param distributionId called for each invalidation, because function environments cannot contain the distribution ID
 * @param newId identifies the request, so that a retry of the SDK does not create a second invalidation
 */
export function createEdgeCopies(
  client: CloudFrontClient,
  distributionId: () => Promise<string>,
  newId: () => string,
): EdgeCopies {
  return {
    async invalidate(paths) {
      const InvalidationBatch = {
        CallerReference: newId(),
        Paths: { Quantity: paths.length, Items: [...paths] },
      };
      await client.send(new CreateInvalidationCommand({ DistributionId: await distributionId(), InvalidationBatch }));
    },
  };
}
