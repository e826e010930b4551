/** The event that starts the removal of a deleted workspace. Without it, a schedule starts the removal minutes later. */
import * as z from "zod";
import { IDS } from "../example-jobs.js";
import { INTERNAL_SOURCE, type InternalEvent } from "./event.js";

const detail = z.object({ workspaceId: z.uuid(), requestId: z.string() });
export type RemovalRequest = z.infer<typeof detail>;

export const removalRequested = {
  type: "workspace.removal-requested",
  source: INTERNAL_SOURCE,
  detail,
  example: () => ({ workspaceId: IDS.workspace, requestId: "Y84pdAGJ7Q_R8-TFUoHcig" }),
} as const satisfies InternalEvent<typeof detail>;
