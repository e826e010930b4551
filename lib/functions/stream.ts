/** stream: streams the bytes of pictures and uploads, and serves all requests that wait for a render. */
import { routesServedBy } from "../../core/contract/routes.js";
import { EVENT_STREAM_SECONDS, ORIGIN_TIMEOUT_SECONDS } from "../../core/contract/wait-api.js";
import { streamEnvironmentSchema } from "../../lambdas/stream/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, secret, table } from "../grants.js";
import { httpEnvironment, slotEnvironment } from "../http-environment.js";

export const stream: DeclareFunction = (resources) => {
  const { storage, access } = resources;
  return declareFunction({
    name: "stream",
    description: "Streams pictures, waits for renders",
    environmentSchema: streamEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      ...slotEnvironment(resources),
      JOBS_TABLE: table(storage.jobs, ["GetItem", "BatchGetItem"]),
      BATCHES_TABLE: table(storage.batches, ["GetItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, {
        signedPictures: ["GetObject"],
        pictures: ["GetObject"],
        uploads: ["GetObject", "PutObject"],
        incoming: ["GetObject", "PutObject"],
      }),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
    },
    memoryMb: 256,
    // The length of an event stream, plus some time for its first and last read. CloudFront waits less than this for
    // the next byte, so it ends a stalled download first.
    timeoutSeconds: EVENT_STREAM_SECONDS + 30,
    http: {
      through: "function-url",
      routes: routesServedBy("stream"),
      guard: "origin-secret",
      // A wait takes 60 s at most, and a stream has a heartbeat every 15 s. The default quota is enough.
      originTimeoutSeconds: ORIGIN_TIMEOUT_SECONDS.min,
      // CloudFront repeats a GET request that timed out. The repeated request must not start a second wait.
      connectionAttempts: 1,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
};
