import { readVariables } from "../attributes/variable-values.js";
import type { TemplateVariable } from "../attributes/variables.js";
import type { ExpansionWork } from "./expansion-work.js";
import type { Scope } from "./scope.js";

interface Document {
  readonly variables: readonly TemplateVariable[];
  readonly locale: string;
  readonly time_zone: string;
}

interface Overrides {
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  readonly locale?: string | undefined;
  readonly timeZone?: string | undefined;
}

/** Returns the scope of a document outside all repeats. */
export function rootScope(document: Document, overrides: Overrides, work: ExpansionWork): Scope {
  return {
    variables: readVariables(document.variables, overrides.variables ?? {}),
    items: new Map(),
    locale: overrides.locale ?? document.locale,
    timeZone: overrides.timeZone ?? document.time_zone,
    work,
  };
}
