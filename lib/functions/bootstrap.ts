/**
 * bootstrap: creates the first workspace with its key and templates, and publishes the signing keys. The custom resource in
 * lib/bootstrap.ts invokes it in each deployment.
 */
import { bootstrapEnvironmentSchema } from "../../lambdas/bootstrap/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { keyValueStore, objects, secret, table } from "../grants.js";

export const bootstrap: DeclareFunction = ({ storage, access, firstKey }) =>
  declareFunction({
    name: "bootstrap",
    description: "Creates the first workspace, its API key and the starter templates, publishes the signing keys",
    environmentSchema: bootstrapEnvironmentSchema,
    environment: {
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "PutItem", "UpdateItem", "Scan"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["PutItem"]),
      API_KEYS_TABLE: table(storage.apiKeys, ["PutItem"]),
      BUCKET: objects(storage.bucket, { templates: ["GetObject", "PutObject"] }),
      FIRST_KEY_SECRET: secret(firstKey, "GetSecretValue", "PutSecretValue"),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      EDGE_KEYS: keyValueStore(access.edgeKeys, "UpdateKeys"),
    },
    accountActions: ["lambda:GetAccountSettings"],
    memoryMb: 256,
    timeoutSeconds: 60,
    alarm: { errors: 1, runbook: "background-errors" },
  });
