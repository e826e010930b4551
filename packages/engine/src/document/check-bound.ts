/** Finds the issues of attributes that are expressions: unknown names and wrong types. */
import type * as z from "zod";
import type { Issue } from "../issues/issue.js";
import { formatPath, issuesOf, PARSE_PARAMS } from "../issues/issues.js";
import type { AttributeKind } from "./attributes/attribute.js";
import type { Names, ScalarType } from "./attributes/values.js";
import { type BoundAttribute, boundAttributes, boundInBackground, expressionsIn } from "./binding/bound-attributes.js";
import { valueIssue } from "./expression/check-expression.js";
import type { LayerRegistry } from "./layer-types/layer-registry.js";
import type { OutlineLayer, Raw } from "./outline.js";

/** The type of the value of an attribute, by the kind of its form field. */
const TYPE_OF_KIND: Readonly<Record<AttributeKind, ScalarType>> = {
  text: "string",
  string: "string",
  url: "string",
  color: "string",
  number: "number",
  boolean: "boolean",
};

/** Returns the issues of a layer's expressions. `names` are those that the layer can use. */
export function expressionIssues({ raw, path }: OutlineLayer, names: Names, registry: LayerRegistry): Issue[] {
  const definition = registry.find(raw["type"])?.definition;
  if (definition === undefined) return [];
  return boundAttributes(raw, definition).flatMap((bound) => {
    const { schema, override } = definition.attributes[bound[0]] ?? {};
    return [
      ...(schema === undefined ? [] : issuesOfValues(bound, schema, path)),
      ...issuesOfBound(bound, names, path, override?.kind),
    ];
  });
}

/** Returns the issues of the parts of an attribute that are values, not expressions. */
function issuesOfValues(
  [attribute, written]: BoundAttribute,
  schema: z.ZodType,
  path: readonly PropertyKey[],
): Issue[] {
  const parsed = schema.safeParse(written, PARSE_PARAMS);
  if (parsed.success) return [];
  const bound = expressionsIn(written).map(({ path: inside }) => formatPath([...path, attribute, ...inside]));
  // The schema also refuses each expression, and everything around it.
  return issuesOf(parsed.error, [...path, attribute]).filter(
    (issue) => !bound.some((place) => place.startsWith(issue.path) || issue.path.startsWith(place)),
  );
}

/** Returns the issues of the expressions in a background. */
export function backgroundExpressionIssues(background: unknown, names: Names, registry: LayerRegistry): Issue[] {
  if (typeof background !== "object" || background === null) {
    return issuesOfBound(["background", background], names, [], "color");
  }
  const definition = registry.find((background as Raw)["type"])?.definition;
  if (definition === undefined) return issuesOfBound(["background", background], names, [], undefined);
  return boundInBackground(background as Raw, definition).flatMap((bound) => {
    const kind = definition.background?.attributes[bound[0]]?.override?.kind;
    return issuesOfBound(bound, names, ["background"], kind);
  });
}

function issuesOfBound(
  [attribute, written]: BoundAttribute,
  names: Names,
  path: readonly PropertyKey[],
  kind: AttributeKind | undefined,
): Issue[] {
  return expressionsIn(written).flatMap(({ text, path: inside }) => {
    const expected = inside.length === 0 && kind !== undefined ? TYPE_OF_KIND[kind] : undefined;
    const message = valueIssue(text, { ...names, isAttribute: true }, expected);
    return message === undefined ? [] : [{ path: formatPath([...path, attribute, ...inside]), message }];
  });
}
