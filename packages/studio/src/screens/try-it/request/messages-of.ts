/** Assigns the messages of the service about the contents to their places in the form. */
import { ApiError, type Warning } from "@image-render/client";
import { type PlacedMessage, placeOf } from "../form/place-of-issue.js";

/** Returns the messages of errors. An error without issues is about the whole request. */
export function messagesOf(
  errors: readonly (Error | undefined)[],
  layerNames: readonly string[],
): readonly PlacedMessage[] {
  const found = new Map<string, PlacedMessage>();
  for (const error of errors) {
    const issues = error instanceof ApiError ? error.issues : [];
    for (const { path, message } of issues) found.set(path + message, { message, place: placeOf(path, layerNames) });
    if (error !== undefined && issues.length === 0)
      found.set(error.message, { message: error.message, place: undefined });
  }
  return [...found.values()];
}

/** Returns the warnings of each layer as one text. */
export function warningsByLayer(warnings: readonly Warning[]): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { layer, message } of warnings)
    found[layer] = found[layer] === undefined ? message : `${found[layer]} ${message}`;
  return found;
}
