/** image: serves the first view of a signed image. It claims the picture, renders it, and streams it. */
import { routesServedBy } from "../../core/contract/routes.js";
import { imageEnvironmentSchema } from "../../lambdas/image/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, publishTo, sendTo, table } from "../grants.js";
import { plansVariable } from "../http-environment.js";

/** Enough time for the wait of a view and for the download after it. */
const MIN_TIMEOUT_SECONDS = 29;

export const image: DeclareFunction = ({ settings, storage, rendering }) =>
  declareFunction({
    name: "image",
    description: "First views of signed images",
    environmentSchema: imageEnvironmentSchema,
    environment: {
      PLANS: plansVariable(settings),
      LIMITS_TABLE: table(storage.limits, ["UpdateItem", "BatchGetItem"]),
      CLAIMS_TABLE: table(storage.claims, ["GetItem", "PutItem"]),
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "BatchGetItem"]),
      JOBS_TABLE: table(storage.jobs, ["GetItem", "PutItem", "UpdateItem", "DeleteItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, {
        templates: ["GetObject"],
        uploads: ["GetObject"],
        signedPictures: ["GetObject", "PutObject"],
      }),
      EVENT_BUS: publishTo(rendering.bus),
      INTERACTIVE_QUEUE_URL: sendTo(rendering.queues.interactive),
      HEAVY_QUEUE_URL: sendTo(rendering.queues.heavy),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      MALLOC_ARENA_MAX: "2",
    },
    programs: ["render-process"],
    // 1,769 MB is one whole virtual CPU.
    memoryMb: 1769,
    // A view waits at most `VIEW_WAIT_SECONDS` for the picture. A longer render continues after the response.
    timeoutSeconds: Math.max(MIN_TIMEOUT_SECONDS, settings.renderTimeoutSeconds),
    // A view holds its connection for 5 s, and one machine has few processes. Each process draws one picture at a time.
    sharesLocalProcesses: true,
    layers: rendering.layers.all,
    http: {
      through: "function-url",
      routes: routesServedBy("image"),
      guard: "origin-access-control",
      originTimeoutSeconds: 30,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
