/** image: the first view of a signed image. It claims the picture, queues its job, and waits for it. */
import { routesServedBy } from "../../core/contract/routes.js";
import { imageEnvironmentSchema } from "../../lambdas/image/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, sendTo, table } from "../grants.js";
import { plansVariable } from "../http-environment.js";

export const image: DeclareFunction = ({ settings, storage, rendering }) =>
  declareFunction({
    name: "image",
    description: "First views of signed images",
    environmentSchema: imageEnvironmentSchema,
    environment: {
      PLANS: plansVariable(settings),
      LIMITS_TABLE: table(storage.limits, ["UpdateItem"]),
      CLAIMS_TABLE: table(storage.claims, ["GetItem", "PutItem"]),
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "BatchGetItem"]),
      JOBS_TABLE: table(storage.jobs, ["GetItem", "PutItem", "UpdateItem", "DeleteItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, { templates: ["GetObject"], signedPictures: ["GetObject"] }),
      INTERACTIVE_QUEUE_URL: sendTo(rendering.queues.interactive),
      HEAVY_QUEUE_URL: sendTo(rendering.queues.heavy),
    },
    // A viewer waits for the function to start. More memory means a larger share of a processor.
    memoryMb: 512,
    // A view waits at most `VIEW_WAIT_SECONDS` for the picture. The rest is for the download.
    timeoutSeconds: 29,
    http: {
      through: "function-url",
      routes: routesServedBy("image"),
      guard: "origin-access-control",
      originTimeoutSeconds: 30,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
