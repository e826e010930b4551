/** stream: the bytes of pictures and uploads. */
import { routesServedBy } from "../../core/contract/routes.js";
import { streamEnvironmentSchema } from "../../lambdas/stream/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, secret, table } from "../grants.js";
import { httpEnvironment, slotEnvironment } from "../http-environment.js";

export const stream: DeclareFunction = (resources) => {
  const { storage, access } = resources;
  return declareFunction({
    name: "stream",
    description: "Streams pictures",
    environmentSchema: streamEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      ...slotEnvironment(resources),
      JOBS_TABLE: table(storage.jobs, ["GetItem"]),
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
    // Longer than CloudFront waits, so that CloudFront ends a stalled download.
    timeoutSeconds: 150,
    http: {
      through: "function-url",
      routes: routesServedBy("stream"),
      guard: "origin-secret",
      originTimeoutSeconds: 120,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
};
