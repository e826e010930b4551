/**
 * bootstrap: creates the first workspace with its key and templates, publishes the signing keys, and stores the web pages.
 * The custom resource in lib/bootstrap.ts invokes it in each deployment that changes one of these.
 */
import { bootstrapEnvironmentSchema } from "../../lambdas/bootstrap/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { makeSiteLayer } from "../site-layer.js";
import { keyValueStore, objects, secret, table } from "../grants.js";

export const bootstrap: DeclareFunction = ({ storage, access, firstKey }, scope) =>
  declareFunction({
    name: "bootstrap",
    description:
      "Creates the first workspace, its API key and the starter templates, publishes signing keys and web pages",
    environmentSchema: bootstrapEnvironmentSchema,
    environment: {
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "PutItem", "UpdateItem", "Scan"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["PutItem"]),
      API_KEYS_TABLE: table(storage.apiKeys, ["PutItem"]),
      BUCKET: objects(storage.bucket, {
        templates: ["GetObject", "PutObject"],
        site: ["GetObject", "PutObject", "DeleteObject"],
      }),
      FIRST_KEY_SECRET: secret(firstKey, "GetSecretValue", "PutSecretValue"),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      EDGE_KEYS: keyValueStore(access.edgeKeys, "UpdateKeys"),
    },
    accountActions: ["lambda:GetAccountSettings"],
    layers: [makeSiteLayer(scope)],
    memoryMb: 256,
    timeoutSeconds: 60,
    alarm: { errors: 1, runbook: "bootstrap-errors" },
  });
