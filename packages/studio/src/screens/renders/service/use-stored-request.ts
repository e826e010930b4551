import { type Resource, useResource } from "../../../service/use-resource.js";
import { readStoredRequest, type StoredRequest } from "./render-routes.js";

/** Reads the stored request of a render. */
export function useStoredRequest(id: string): Resource<StoredRequest> {
  return useResource(`renders/request/${id}`, (signal) => readStoredRequest(id, signal));
}
