/** The copies that CloudFront keeps, and the distribution that keeps them. */
import { type CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import type { EdgeCopies } from "../core/signed-images/purge-image.js";

/**
 * @param distributionId looked up at each call, since the function can't be told: the distribution is made after it
 * @param newId names the request, so that a repeat by the SDK is no second invalidation
 */
export function createEdgeCopies(
  client: CloudFrontClient,
  distributionId: () => Promise<string>,
  newId: () => string,
): EdgeCopies {
  return {
    async forget(paths) {
      const InvalidationBatch = {
        CallerReference: newId(),
        Paths: { Quantity: paths.length, Items: [...paths] },
      };
      await client.send(new CreateInvalidationCommand({ DistributionId: await distributionId(), InvalidationBatch }));
    },
  };
}
