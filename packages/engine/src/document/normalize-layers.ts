/** Gives the overrides of a request their final names and types, before they are checked, signed or stored. */
import type { Issue } from "../issues/issue.js";
import { PARSE_PARAMS } from "../issues/issues.js";
import { parseCoercing } from "../issues/coerce.js";
import type { TemplateDocument } from "./document.js";
import type { LayerRegistry, RegisteredLayer } from "./layer-types/layer-registry.js";
import { LAYERS } from "./layers/registry.js";
import { overridesOf } from "./overrides.js";

type Attributes = Record<string, unknown>;

export interface NormalizedLayers {
  readonly layers: Record<string, Attributes>;
  /** The issues of attributes that are set under two names. */
  readonly issues: readonly Issue[];
}

/**
 * Renames aliases, converts values that only have the wrong type (see `parseCoercing`), and leaves out `null` values.
 * Everything else stays as it is, so that `checkOverrides` reports it.
 */
export function normalizeLayers(
  document: TemplateDocument,
  layers: Readonly<Record<string, Attributes>>,
  registry: LayerRegistry = LAYERS,
): NormalizedLayers {
  const types = new Map(overridesOf(document, registry).map(({ name, layer }) => [name, registry.get(layer.type)]));
  const issues: Issue[] = [];
  const entries = Object.entries(layers).map(([name, attributes]) => {
    const type = types.get(name);
    return [name, type === undefined ? attributes : normalize(name, attributes, type, issues)] as const;
  });
  return { layers: Object.fromEntries(entries), issues };
}

function normalize(name: string, given: Attributes, type: RegisteredLayer, issues: Issue[]): Attributes {
  const renamed = withoutAliases(name, given, type.definition.aliases, issues);
  return parseCoercing(type.overrideSchema(), renamed, PARSE_PARAMS).value as Attributes;
}

function withoutAliases(
  name: string,
  given: Attributes,
  aliases: ReadonlyMap<string, string>,
  issues: Issue[],
): Attributes {
  if (!Object.keys(given).some((key) => aliases.has(key))) return given;
  const isSet = (key: string) => Object.hasOwn(given, key) && given[key] !== null;
  // `null` means "not given", and must not replace the value of the alias.
  const entries = Object.entries(given).flatMap(([key, value]) => {
    const target = aliases.get(key);
    if (value === null) return [];
    if (target === undefined) return [[key, value] as const];
    if (!isSet(target)) return [[target, value] as const];
    const message = `It is another name of ${target}, which is also set. Remove one of them.`;
    issues.push({ path: `layers.${name}.${key}`, message });
    return [];
  });
  return Object.fromEntries(entries);
}
