/** JSON Schemas of the values that a request gives variables. */
import { DATE_PATTERN } from "./attributes/date.js";
import { MAX_COLOR_LENGTH, NUMBER_PATTERN } from "./attributes/read-scalar.js";
import {
  defaultOf,
  type ListVariable,
  MAX_STRING_LENGTH,
  type ScalarVariable,
  type TemplateVariable,
} from "./attributes/variables.js";
import type { JsonSchema } from "./json-schema-type.js";

/** Returns the schema of an object with the values of variables or fields. */
export function valuesJsonSchema(variables: readonly TemplateVariable[]): JsonSchema {
  const properties = variables.map((variable) => [variable.name, valueJsonSchema(variable)] as const);
  const required = variables.flatMap(({ name, required }) => (required === true ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function valueJsonSchema(variable: TemplateVariable): JsonSchema {
  const schema = variable.type === "list" ? listJsonSchema(variable) : scalarJsonSchema(variable);
  // Programs may leave out a property that has a default.
  return variable.required === true ? schema : { ...schema, default: defaultOf(variable) };
}

function listJsonSchema({ fields, required, max_items: maxItems }: ListVariable): JsonSchema {
  return { type: "array", items: valuesJsonSchema(fields), ...(required === true && { minItems: 1 }), maxItems };
}

/** A text of spaces is empty, so a required value has another character. */
const NOT_BLANK = { pattern: "\\S" };

function scalarJsonSchema(variable: ScalarVariable): JsonSchema {
  const isRequired = variable.required === true;
  switch (variable.type) {
    case "string": {
      const { min_length: minLength, max_length: maxLength = MAX_STRING_LENGTH } = variable;
      const length = { ...(minLength !== undefined && { minLength }), maxLength };
      return { type: ["string", "number", "boolean"], ...length, ...(isRequired && NOT_BLANK) };
    }
    case "number":
      return { anyOf: [numberJsonSchema(variable), { type: "string", pattern: NUMBER_PATTERN.source }] };
    case "boolean":
      return { enum: [true, false, "true", "false"] };
    case "color":
      return {
        type: "string",
        pattern: "^\\s*(?:#[0-9A-Fa-f]+|[A-Za-z]+(?:\\([^()]*\\))?)\\s*$",
        maxLength: MAX_COLOR_LENGTH,
      };
    case "image":
      return {
        type: "string",
        pattern: isRequired ? "^\\s*(?:[A-Za-z]+:|/api/)" : "^$|^\\s*(?:[A-Za-z]+:|/api/)",
        maxLength: MAX_STRING_LENGTH,
      };
    case "date":
      return { type: "string", pattern: isRequired ? DATE_PATTERN : `^$|${DATE_PATTERN}` };
    case "enum":
      return { enum: variable.choices };
  }
}

function numberJsonSchema({ min: minimum, max: maximum }: ScalarVariable & { type: "number" }): JsonSchema {
  return { type: "number", ...(minimum !== undefined && { minimum }), ...(maximum !== undefined && { maximum }) };
}
