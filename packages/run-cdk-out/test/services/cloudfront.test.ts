import { CloudFrontClient, CreateInvalidationCommand } from "@aws-sdk/client-cloudfront";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { startCloudFront } from "../../src/services/cloudfront.js";
import type { Service } from "../../src/services/service.js";

let service: Service;
let client: CloudFrontClient;
let purged: string[] = [];

beforeAll(async () => {
  service = await startCloudFront({
    onInvalidation: (id, paths) => {
      if (id !== "E1") return false;
      purged.push(...paths);
      return true;
    },
  });
  client = new CloudFrontClient({
    region: "us-east-1",
    endpoint: service.endpoint,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
  });
});

beforeEach(() => {
  purged = [];
});

afterAll(async () => {
  client.destroy();
  await service.close();
});

const invalidate = (DistributionId: string, ...Items: string[]) =>
  client.send(
    new CreateInvalidationCommand({
      DistributionId,
      InvalidationBatch: { CallerReference: "r1", Paths: { Quantity: Items.length, Items } },
    }),
  );

test("an invalidation by the SDK reaches the edge with its very paths", async () => {
  const paths = ["/img/ab/c&d.png", "/api/v1/img/*"];
  const { Invalidation } = await invalidate("E1", ...paths);
  expect(purged).toEqual(paths);
  expect(Invalidation).toMatchObject({ Status: "Completed", InvalidationBatch: { Paths: { Items: paths } } });
});

test("an unknown distribution is told so, and nothing is forgotten", async () => {
  await expect(invalidate("E2", "/x")).rejects.toMatchObject({ name: "NoSuchDistribution" });
  expect(purged).toEqual([]);
});

test("a path that CloudFront would refuse is refused", async () => {
  await expect(invalidate("E1", "x")).rejects.toMatchObject({ name: "InvalidArgument" });
  await expect(invalidate("E1", `/${"x".repeat(4_000)}`)).rejects.toMatchObject({ name: "InvalidArgument" });
  expect(purged).toEqual([]);
});
