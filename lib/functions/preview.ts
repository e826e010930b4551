/** preview: renders a document at once, while the caller waits. */
import { routesServedBy } from "../../core/contract/routes.js";
import { previewEnvironmentSchema } from "../../lambdas/preview/env.js";
import { declareFunction, type DeclareFunction } from "../function-declaration.js";
import { objects, table } from "../grants.js";
import { httpEnvironment, slotEnvironment } from "../http-environment.js";

export const preview: DeclareFunction = (resources) => {
  const { settings, storage, rendering } = resources;
  return declareFunction({
    name: "preview",
    description: "Renders previews",
    environmentSchema: previewEnvironmentSchema,
    environment: {
      ...httpEnvironment(resources),
      ...slotEnvironment(resources),
      TEMPLATES_TABLE: table(storage.templates, ["GetItem", "BatchGetItem"]),
      WORKSPACES_TABLE: table(storage.workspaces, ["BatchGetItem", "UpdateItem"]),
      BUCKET: objects(storage.bucket, {
        templates: ["GetObject"],
        uploads: ["GetObject", "PutObject"],
        incoming: ["GetObject", "PutObject"],
        thumbnails: ["GetObject", "PutObject"],
      }),
      ALLOW_LOOPBACK_TARGETS: String(settings.allowLoopbackTargets),
      MALLOC_ARENA_MAX: "2",
    },
    programs: ["render-process"],
    // 1,769 MB is one whole virtual CPU.
    memoryMb: 1769,
    timeoutSeconds: 29,
    layers: rendering.layers.all,
    http: {
      through: "function-url",
      routes: routesServedBy("preview"),
      guard: "origin-secret",
      originTimeoutSeconds: 30,
    },
    alarm: { errors: 1, runbook: "request-errors" },
  });
};
