/** The copies that CloudFront keeps, and the distribution that keeps them. */
import type { CloudFrontClient } from "@aws-sdk/client-cloudfront";
import type { EdgeCopies } from "../core/signed-images/purge-image.js";

/**
 * CloudFront's client is the heaviest of all and purging the rarest request, so that it is set up at the first one.
 *
 * @param distributionId looked up at each call, since the function can't be told: the distribution is made after it
 * @param newId names the request, so that a repeat by the SDK is no second invalidation
 */
export function createEdgeCopies(distributionId: () => Promise<string>, newId: () => string): EdgeCopies {
  let client: CloudFrontClient | undefined;
  return {
    async forget(paths) {
      const { CloudFrontClient, CreateInvalidationCommand } = await import("@aws-sdk/client-cloudfront");
      client ??= new CloudFrontClient({});
      await client.send(
        new CreateInvalidationCommand({
          DistributionId: await distributionId(),
          InvalidationBatch: {
            CallerReference: newId(),
            Paths: { Quantity: paths.length, Items: [...paths] },
          },
        }),
      );
    },
  };
}
