import { faultSentence } from "../scanner.js";
import { type Names, typeOfReference, type ValueType } from "../values.js";
import { type FieldTypes, filterFault } from "./filters.js";
import { type FilterCall, parseText, type TextPart } from "./parse-text.js";

/** The fields of each list variable. */
export type ListFields = ReadonlyMap<string, FieldTypes>;

/** What is wrong with the placeholders of a text, each sentence once. */
export function textFaults(text: string, names: Names, lists: ListFields): string[] {
  return [...new Set(parseText(text).flatMap((part) => partFaults(part, names, lists)))];
}

function partFaults(part: TextPart, names: Names, lists: ListFields): string[] {
  if (part.kind === "literal") return [];
  if (part.kind === "fault") return [faultSentence(part)];
  const { reference, filters } = part;
  const found = typeOfReference(names, reference);
  if ("fault" in found) return [found.fault];
  return chainFaults(found.type, filters, found.type === "list" ? lists.get(reference.name) : undefined);
}

/** Each filter makes a text, but `default`, which leaves the type as it is. */
function chainFaults(start: ValueType, filters: readonly FilterCall[], fields: FieldTypes | undefined): string[] {
  let type = start;
  for (const call of filters) {
    const message = filterFault(call, type, type === "list" ? fields : undefined);
    if (message !== undefined) return [faultSentence({ message, at: call.at })];
    if (call.name !== "default") type = "string";
  }
  return type === "list" ? ["A list has to be joined: {{list | join: field}}, or repeated by a group."] : [];
}
