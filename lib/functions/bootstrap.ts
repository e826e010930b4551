/**
 * bootstrap: creates the first workspace with its key and templates, publishes the signing keys, and stores the web
 * pages. The custom resource in lib/bootstrap.ts invokes it in each deployment that changes one of these.
 */
import { BUCKET_PREFIXES, INDEXES } from "../../core/deployment/storage-layout.js";
import { bootstrapEnvironmentSchema } from "../../lambdas/bootstrap/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { makeSiteLayer } from "../site-layer.js";
import { keyValueStore, objects, secret, table } from "../grants.js";

/** The actions that read the protection of a table, and switch it on when the deployment is complete. */
const PROTECTION_ACTIONS = ["DescribeTable", "UpdateTable"] as const;
/** The actions that empty the bucket. Only the deletion of a stack without protection does so. */
const BUCKET_DELETE_ACTIONS = Object.fromEntries(
  Object.keys(BUCKET_PREFIXES).map((name) => [name, ["DeleteObject"] as const]),
);

export const bootstrap: DeclareFunction = ({ settings, storage, access, firstKey }, scope) =>
  declareFunction({
    name: "bootstrap",
    description:
      "Creates the first workspace, its API key and the starter templates, publishes signing keys and web pages",
    environmentSchema: bootstrapEnvironmentSchema,
    environment: {
      TEMPLATES_TABLE: table(
        storage.templates,
        ["GetItem", "PutItem", "UpdateItem", ...PROTECTION_ACTIONS],
        [INDEXES.raisedGenerations],
        "Scan",
      ),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem", "PutItem", ...PROTECTION_ACTIONS]),
      API_KEYS_TABLE: table(storage.apiKeys, ["PutItem", ...PROTECTION_ACTIONS]),
      JOBS_TABLE: table(storage.jobs, PROTECTION_ACTIONS),
      BATCHES_TABLE: table(storage.batches, PROTECTION_ACTIONS),
      CLAIMS_TABLE: table(storage.claims, PROTECTION_ACTIONS),
      WEBHOOKS_TABLE: table(storage.webhooks, PROTECTION_ACTIONS),
      LIMITS_TABLE: table(storage.limits, ["DescribeTable"]),
      BUCKET: objects(storage.bucket, {
        ...(settings.protectData ? {} : BUCKET_DELETE_ACTIONS),
        // A user may have replaced a starter by a large document. Starters themselves are small, so bootstrap writes none.
        templates: ["GetObject", ...(settings.protectData ? [] : (["DeleteObject"] as const))],
        site: ["GetObject", "PutObject", "DeleteObject"],
      }),
      FIRST_KEY_SECRET: secret(firstKey, "GetSecretValue", "PutSecretValue"),
      SIGNING_KEYS_SECRET: secret(access.signingKeys, "GetSecretValue"),
      EDGE_KEYS: keyValueStore(access.edgeKeys, "UpdateKeys"),
    },
    accountActions: ["lambda:GetAccountSettings"],
    layers: [makeSiteLayer(scope)],
    memoryMb: 256,
    // Less than the time that CloudFormation waits for the custom resource. In this time, the function publishes up to
    // 80,000 revoked templates.
    timeoutSeconds: 240,
    alarm: { errors: 1, runbook: "background-errors" },
  });
