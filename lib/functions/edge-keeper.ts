/**
 * edge-keeper: rotates and revokes signing keys, and purges pictures. Besides bootstrap, it is the only function that may
 * write signing keys.
 */
import { routesServedBy } from "../../core/contract/routes.js";
import { edgeKeeperEnvironmentSchema } from "../../lambdas/edge-keeper/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { keyValueStore, objects, secret, table } from "../grants.js";
import { httpEnvironment } from "../http-environment.js";

export const edgeKeeper: DeclareFunction = (resources) => {
  const { settings, storage, access } = resources;
  return declareFunction({
    name: "edge-keeper",
    description: "Rotates and revokes signing keys, purges pictures",
    environmentSchema: edgeKeeperEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "UpdateItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem"]),
      BUCKET: objects(storage.bucket, { templates: ["GetObject"], signedPictures: ["DeleteObject"] }),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue", "PutSecretValue"),
      EDGE_KEYS: keyValueStore(access.edgeKeys, "UpdateKeys", "DeleteKey"),
      PURGES_PER_MONTH: String(settings.purgesPerMonth),
    },
    memoryMb: 512,
    // Just below the limit of the HTTP API.
    timeoutSeconds: 29,
    http: { through: "http-api", routes: routesServedBy("edge-keeper") },
    distributionActions: ["cloudfront:CreateInvalidation"],
    alarm: { errors: 1, runbook: "request-errors" },
  });
};
