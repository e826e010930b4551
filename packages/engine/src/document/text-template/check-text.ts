import { issueSentence } from "../syntax/scanner.js";
import { type Names, typeOfReference, type ValueType } from "../attributes/values.js";
import { typeOfText } from "../expression/check-expression.js";
import { type FieldTypes, filterIssue } from "./filters.js";
import type { FilterCall, TextPart } from "../syntax/text-part.js";
import { parseText } from "./parse-text.js";

/** The fields of each list variable. */
export type ListFields = ReadonlyMap<string, FieldTypes>;

/** Returns sentences that say what is wrong with the placeholders of a text, without duplicates. */
export function textIssues(text: string, names: Names, lists: ListFields, computes = false): string[] {
  return [...new Set(parseText(text, computes).flatMap((part) => partIssues(part, names, lists)))];
}

function partIssues(part: TextPart, names: Names, lists: ListFields): string[] {
  if (part.kind === "literal") return [];
  if (part.kind === "issue") return [issueSentence(part)];
  if (part.kind === "computed") {
    const checked = typeOfText(part.text, { ...names, isAttribute: true });
    if ("message" in checked) return [issueSentence({ ...checked, at: part.from + checked.at })];
    return chainIssues(checked.type, part.filters, undefined);
  }
  const { reference, filters } = part;
  const found = typeOfReference(names, reference);
  if ("issue" in found) return [found.issue];
  return chainIssues(found.type, filters, found.type === "list" ? lists.get(reference.name) : undefined);
}

/** Returns the issue of a chain of filters. Every filter returns a text, except `default`, which keeps the type. */
function chainIssues(start: ValueType, filters: readonly FilterCall[], fields: FieldTypes | undefined): string[] {
  let type = start;
  for (const call of filters) {
    const message = filterIssue(call, type, type === "list" ? fields : undefined);
    if (message !== undefined) return [issueSentence({ message, at: call.at })];
    if (call.name !== "default") type = "string";
  }
  return type === "list" ? ["Join the list, as in {{list | join: field}}, or repeat it with a group."] : [];
}
