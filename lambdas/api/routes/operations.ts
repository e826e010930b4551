/** GET /api/v1/operations */
import type { QueueName } from "../../../core/contract/render-queues.js";
import type { OperationsDependencies } from "../../../core/operations/get-operations.js";
import type { FigureStore } from "../../../core/operations/ports.js";
import type { RouteHandler } from "../../shared/http-request.js";
import { type RenderQueueEnvironment, renderQueueUrls } from "../../shared/render-queue-environment.js";

export interface OperationsRouteDependencies extends Omit<OperationsDependencies, "figures"> {
  readonly loadFigures: () => Promise<FigureStore>;
}

export function operationsRoute({ loadFigures, ...rest }: OperationsRouteDependencies): RouteHandler<"getOperations"> {
  return async ({ respond }) => {
    // Only operators need this code, and each cold start would load it.
    const [{ getOperations }, figures] = await Promise.all([
      import("../../../core/operations/get-operations.js"),
      loadFigures(),
    ]);
    return respond(200, await getOperations({ ...rest, figures }));
  };
}

/** Returns the names of the render queues. The last part of a queue's URL is its name. */
export function queueNamesOf(env: RenderQueueEnvironment): Readonly<Record<QueueName, string>> {
  const names = Object.entries(renderQueueUrls(env)).map(([name, url]) => [name, url.split("/").at(-1) ?? ""]);
  return Object.fromEntries(names) as Record<QueueName, string>;
}
