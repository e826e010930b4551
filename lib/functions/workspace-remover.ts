/**
 * workspace-remover: removes everything of deleted workspaces. An event starts it. The schedule continues a removal that
 * takes longer than one run, and looks for leftovers later.
 */
import { Duration } from "aws-cdk-lib";
import { removalRequested } from "../../core/contract/events/removal-requested.js";
import { INDEXES } from "../../core/deployment/storage-layout.js";
import { workspaceRemoverEnvironmentSchema } from "../../lambdas/workspace-remover/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, table } from "../grants.js";

export const workspaceRemover: DeclareFunction = ({ storage, rendering }) =>
  declareFunction({
    name: "workspace-remover",
    description: "Removes everything of deleted workspaces",
    environmentSchema: workspaceRemoverEnvironmentSchema,
    environment: {
      WORKSPACES_TABLE: table(
        storage.workspaces,
        ["GetItem", "Query", "UpdateItem", "DeleteItem"],
        [INDEXES.workspacesByKind],
      ),
      API_KEYS_TABLE: table(storage.apiKeys, ["Scan", "DeleteItem"]),
      TEMPLATES_TABLE: table(storage.templates, ["Scan", "DeleteItem"]),
      CLAIMS_TABLE: table(storage.claims, ["Scan", "DeleteItem"]),
      BATCHES_TABLE: table(storage.batches, ["Scan", "DeleteItem"]),
      JOBS_TABLE: table(storage.jobs, ["Scan", "DeleteItem"]),
      WEBHOOKS_TABLE: table(storage.webhooks, ["Scan", "DeleteItem"]),
      LIMITS_TABLE: table(storage.limits, ["Scan", "DeleteItem"]),
      BUCKET: objects(
        storage.bucket,
        {
          signedPictures: ["DeleteObject"],
          pictures: ["DeleteObject"],
          archives: ["DeleteObject"],
          inputs: ["DeleteObject"],
          uploads: ["DeleteObject"],
          incoming: ["DeleteObject"],
          templates: ["DeleteObject"],
          thumbnails: ["DeleteObject"],
        },
        { lists: true },
      ),
    },
    memoryMb: 256,
    timeoutSeconds: 900,
    every: Duration.hours(1),
    onEvent: {
      bus: rendering.bus,
      source: removalRequested.source,
      detailType: removalRequested.type,
      // The schedule continues a removal that was interrupted.
      retryAttempts: 0,
      maxEventAge: Duration.minutes(1),
    },
    distributionActions: ["cloudfront:CreateInvalidation"],
    alarm: { errors: 1, runbook: "background-errors" },
  });
