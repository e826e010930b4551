import { afterEach, expect, test } from "@jest/globals";
import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { ORIGIN_ACCESS_HEADER } from "../../../src/origin-access.js";
import { startS3 } from "../../../src/services/s3.js";
import { cleanups, credentials, region, temporaryFolder } from "../../services/fixtures.js";
import { send } from "../fronts-fixture.js";
import { CACHING_OPTIMIZED, closeAll, startTestEdge } from "./edge-fixture.js";

const atEnd = cleanups();
afterEach(closeAll);

/** Headers that S3 adds to each response. */
const S3_HEADERS = ["server", "x-amz-id-2", "x-amz-request-id", "x-amz-server-side-encryption"];

/** The local edge in front of the local S3, with the object `/a.png`. */
async function start(removed: readonly string[]) {
  const s3 = await startS3({ dataDir: await temporaryFolder(atEnd), credentials, onEvent: () => undefined });
  atEnd(() => s3.close());
  await s3.ensureBucket("pictures");
  const client = new S3Client({ endpoint: s3.endpoint, region, credentials, maxAttempts: 1 });
  atEnd(() => client.destroy());
  await client.send(new PutObjectCommand({ Bucket: "pictures", Key: "a.png", Body: "picture" }));
  const own = { RemoveHeadersConfig: { Items: removed.map((Header) => ({ Header })) } };
  const { port } = new URL(s3.endpoint);
  return startTestEdge({
    origins: { bucket: () => undefined },
    originSettings: {
      bucket: {
        DomainName: "pictures.s3.us-east-1.amazonaws.com",
        CustomOriginConfig: undefined,
        OriginAccessControlId: "oac",
      },
    },
    behavior: { CachePolicyId: CACHING_OPTIMIZED, OriginRequestPolicyId: undefined, ResponseHeadersPolicyId: "own" },
    options: {
      policies: { cache: {}, originRequest: {}, responseHeaders: { own } },
      resolveOrigin: () => ({ host: "127.0.0.1", port: Number(port), pathPrefix: "/pictures" }),
      originTokenHeaders: { [ORIGIN_ACCESS_HEADER]: s3.internalToken },
    },
  });
}

test.each(["GET", "HEAD"])("the edge returns the headers of S3 for %s when no policy removes them", async (method) => {
  const edge = await start([]);
  const { status, headers } = await send(edge.endpoint, "/a.png", { method });
  expect([status, Object.keys(headers)]).toEqual([200, expect.arrayContaining(S3_HEADERS)]);
  expect(headers).toMatchObject({ "x-amz-server-side-encryption": "AES256", "content-length": "7" });
});

test("the edge removes the headers of S3 that the policy lists, from fetched and cached responses and errors", async () => {
  const edge = await start(S3_HEADERS);
  for (const [target, status, cacheResult] of [
    ["/a.png", 200, "Miss"],
    ["/a.png", 200, "Hit"],
    ["/none.png", 403, "Error"],
  ] as const) {
    const { headers, ...response } = await send(edge.endpoint, target);
    expect([response.status, headers["x-cache"]]).toEqual([status, `${cacheResult} from cloudfront`]);
    expect(S3_HEADERS.filter((name) => name in headers)).toEqual([]);
  }
});
