/** Routes about renders that the client has no method for. */
import { irs } from "../../../service/irs.js";

/** The request of a render as it is stored. */
export type StoredRequest = Awaited<ReturnType<typeof readStoredRequest>>;

/** Reads the stored request of a render. @throws ApiError 410 if it is no longer stored */
export async function readStoredRequest(id: string, signal: AbortSignal) {
  return (await irs.requestJson("GET /renders/{id}/request", { id, options: { signal } })).body;
}
