/** Reads the query of a signed image as a render request. */
import { type CreateRender, createRenderSchema, MALFORMED_FIELDS } from "../contract/render-request.js";
import type { Issue } from "@image-render/engine/issues";
import { issuesError, ServiceError } from "../contract/errors.js";
import { parseBody } from "../contract/parse-body.js";
import { parseJson } from "../contract/parse-json.js";
import { didYouMean, MAX_HINTS, quote } from "@image-render/engine/suggestions";
import { MAX_ISSUES, overridesOf, type TemplateDocument } from "@image-render/engine/document";
import type { QueryPair } from "../signing/query-pairs.js";
import { plainKeysOf, type PlainLayer, plainNamesOf } from "./plain-key.js";
import { isReservedKey } from "./reserved-keys.js";

/** The values and issues that are collected from a query. */
interface Draft {
  readonly layers: Record<string, unknown>;
  readonly variables: Record<string, unknown>;
  readonly issues: Issue[];
}

/**
 * Reads only the version of a query, which is needed to read the template.
 *
 * @throws ServiceError `BAD_REQUEST` if the version is not an integer of at least 1.
 */
export function readPayloadVersion(pairs: readonly QueryPair[]): number | undefined {
  const fields = { version: valueOf("version", pairs) };
  return parseBody(createRenderSchema.pick({ version: true }), fields, MALFORMED_FIELDS).version;
}

/**
 * Converts the pairs of a signed image, without `sig`, to a `POST /render` request. The caller must validate the
 * request against the template.
 *
 * @throws ServiceError `BAD_REQUEST` for an invalid version. `VALIDATION_ERROR` for a key that sets nothing in this
 *   template, for a key whose value `layers` or `variables` also sets, and for malformed values.
 */
export function readPayload(templateId: string, document: TemplateDocument, pairs: readonly QueryPair[]): CreateRender {
  const issues: Issue[] = [];
  const draft = { layers: jsonOf("layers", pairs, issues), variables: jsonOf("variables", pairs, issues), issues };
  const about = pairs.some(({ key }) => key === "_about") ? jsonOf("_about", pairs, issues) : undefined;
  readPlainKeys(document, pairs, draft);
  if (issues.length > 0) throw issuesError("The URL is not a valid render request.", issues.slice(0, MAX_ISSUES));
  const { layers, variables } = draft;
  const fields = Object.fromEntries(FIELDS.map(({ field, key }) => [field, valueOf(key, pairs)]));
  return parseBody(createRenderSchema, { template: templateId, ...fields, layers, variables, about }, MALFORMED_FIELDS);
}

/** The fields of a request that have a key of their own. */
const FIELDS = [
  { field: "version", key: "version" },
  { field: "format", key: "format" },
  { field: "scale", key: "scale" },
  { field: "transparent", key: "transparent" },
  { field: "locale", key: "_locale" },
  { field: "timeZone", key: "_timeZone" },
  { field: "quality", key: "_quality" },
] as const;

/** Returns the value of a field as text. The schema converts texts to numbers and booleans. */
function valueOf(key: (typeof FIELDS)[number]["key"], pairs: readonly QueryPair[]): string | undefined {
  return pairs.find((pair) => pair.key === key)?.value;
}

/** Parses the object under `layers`, `variables` or `_about`. */
function jsonOf(
  key: "layers" | "variables" | "_about",
  pairs: readonly QueryPair[],
  issues: Issue[],
): Record<string, unknown> {
  const text = pairs.find((pair) => pair.key === key)?.value;
  if (text === undefined) return emptyObject();
  try {
    const value = parseJson(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    // Reported below, like JSON that is not an object.
  }
  issues.push({ path: key, message: "It must be a JSON object." });
  return emptyObject();
}

/** Returns an object without a prototype, in which `constructor` is a key like any other. */
function emptyObject(): Record<string, unknown> {
  return Object.create(null) as Record<string, unknown>;
}

function readPlainKeys(document: TemplateDocument, pairs: readonly QueryPair[], draft: Draft): void {
  const targetOf = plainKeysOf(document);
  let unknown = 0;
  for (const { key, value } of pairs) {
    if (isReservedKey(key)) continue;
    const target = targetOf(key);
    if (target === undefined) draft.issues.push({ path: key, message: unknownKey(document, key, unknown++) });
    else if (target.kind === "layer") setAttribute(draft, key, target, value);
    else setVariable(draft, key, value);
  }
}

/** Sets the attribute that holds the layer's text. `layers` cannot set it too, under any of its names. */
function setAttribute({ layers, issues }: Draft, name: string, { attribute, names }: PlainLayer, text: string): void {
  const others = Object.hasOwn(layers, name) ? layers[name] : {};
  // The schema reports a layer that is not an object.
  if (typeof others !== "object" || others === null || Array.isArray(others)) return;
  const set = names.find((other) => Object.hasOwn(others, other));
  if (set !== undefined) issues.push({ path: name, message: setTwice(`layers.${name}.${set}`) });
  else layers[name] = { ...others, [attribute]: text };
}

function setVariable({ variables, issues }: Draft, name: string, value: string): void {
  if (Object.hasOwn(variables, name)) issues.push({ path: name, message: setTwice(`variables.${name}`) });
  else variables[name] = value;
}

function setTwice(path: string): string {
  return `\`${path}\` sets the same value. Remove one of them.`;
}

function unknownKey(document: TemplateDocument, key: string, before: number): string {
  const names = plainNamesOf(document);
  if (overridesOf(document).some(({ name }) => name === key)) {
    return `The layer ${quote(key)} has no text, so a key cannot set it. Set its attributes in \`layers\`.`;
  }
  const hint = before < MAX_HINTS ? didYouMean(key, names) : "";
  const known = names.length === 0 ? " It has none." : ` Valid keys: ${names.slice(0, 30).join(", ")}.`;
  return `There is no layer or variable ${quote(key)} in this template.${hint === "" ? known : hint}`;
}
