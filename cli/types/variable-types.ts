/** Writes the types of variables. They allow every value that a request accepts. */
import type { VariableFacts } from "./template-facts.js";
import { objectText, type PropertyText, unionText } from "./type-text.js";

const SCALARS: Readonly<Record<string, string>> = {
  // A text also accepts a number or a boolean, and shows it unchanged.
  string: "string | number | boolean",
  number: "number | `${number}`",
  boolean: 'boolean | "true" | "false"',
  color: "string",
  image: "string",
  date: "string",
};

/** The values of a variable whose type is newer than this command. */
const ANY_VALUE = "string | number | boolean";

/** Returns the object type of these variables, or of the fields of a list. */
export function variablesType(variables: readonly VariableFacts[], indent: string): string {
  const properties = variables.map((variable): PropertyText => ({
    name: variable.name,
    type: variableType(variable, `${indent}  `),
    isRequired: variable.required === true,
  }));
  return objectText(properties, indent);
}

function variableType({ type, choices, fields }: VariableFacts, indent: string): string {
  if (type === "list") return `readonly ${variablesType(fields ?? [], indent)}[]`;
  if (choices !== undefined) return unionText(choices);
  return SCALARS[type] ?? ANY_VALUE;
}
