/** Routes about renders that the client has no method for. */
import type { Render } from "@image-render/client";
import { irs } from "../../../service/irs.js";

/** The request of a render as it is stored. */
export type StoredRequest = Awaited<ReturnType<typeof readStoredRequest>>;

/** The time of a render by stage in milliseconds. A stage that cannot be told apart is absent. */
export interface Stages {
  readonly queuedMs?: number;
  readonly loadMs?: number;
  readonly drawMs?: number;
  readonly storeMs?: number;
}

/** Reads the stored request of a render. @throws ApiError 410 if it is no longer stored */
export async function readStoredRequest(id: string, signal: AbortSignal) {
  return (await irs.requestJson("GET /renders/{id}/request", { id, options: { signal } })).body;
}

/** Returns the time by stage. Undefined for a render that has not been done, or whose stages were not measured. */
export function stagesOf(render: Render): Stages | undefined {
  return (render as Render & { readonly stages?: Stages }).stages;
}
