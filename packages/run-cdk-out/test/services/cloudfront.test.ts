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

test("CloudFront passes the paths of an invalidation to the edge unchanged", async () => {
  const paths = ["/img/ab/c&d.png", "/api/v1/img/*"];
  const { Invalidation } = await invalidate("E1", ...paths);
  expect(purged).toEqual(paths);
  expect(Invalidation).toMatchObject({ Status: "Completed", InvalidationBatch: { Paths: { Items: paths } } });
});

test("CloudFront returns NoSuchDistribution for an unknown distribution, and removes nothing from the cache", async () => {
  await expect(invalidate("E2", "/x")).rejects.toMatchObject({ name: "NoSuchDistribution" });
  expect(purged).toEqual([]);
});

test("CloudFront returns InvalidArgument for a path without a leading slash or with more than 4,000 characters", async () => {
  await expect(invalidate("E1", "x")).rejects.toMatchObject({ name: "InvalidArgument" });
  await expect(invalidate("E1", `/${"x".repeat(4_000)}`)).rejects.toMatchObject({ name: "InvalidArgument" });
  expect(purged).toEqual([]);
});
