/** Determines why a batch was not created: whether it can be sent again, and what the person can do. */
import { ApiError, ConnectionError } from "@image-render/client";
import type { PartProblem } from "./sheet.js";

const KINDS: Readonly<Record<number, PartProblem["kind"]>> = { 402: "credits", 404: "template" };

/** Returns whether a batch can be sent again with the same key, because the failure says nothing about the request. */
export function isTransient(error: Error): boolean {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || error.status === 429 || error.status >= 500;
}

/** Returns the problem of a batch that the service has refused. */
export function problemOf(error: Error): PartProblem {
  const { message } = error;
  if (!(error instanceof ApiError)) return { kind: "refused", message };
  const isScope = error.status === 403 && error.details?.scope !== undefined;
  return { kind: isScope ? "scope" : (KINDS[error.status] ?? "refused"), message, requestId: error.requestId };
}
