import type { AttributeSchema } from "./template-facts.js";
import { unionText } from "./type-text.js";

/** A union with more values gets a name, because it would be repeated for each layer. */
const MAX_INLINE_VALUES = 12;

const JSON_TYPES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/** Writes the types of attributes, and collects the long unions under names. */
export class AttributeTypes {
  readonly #aliases = new Map<string, string>();
  readonly #names = new Set<string>();

  /** The long unions by the names that types refer to. */
  get aliases(): readonly { readonly name: string; readonly type: string }[] {
    return [...this.#aliases].map(([type, name]) => ({ name, type }));
  }

  /** Returns the type of an attribute. A value that the schema does not restrict is `unknown`. */
  of(attribute: string, schema: AttributeSchema): string {
    if (schema.enum !== undefined) return this.#union(attribute, schema.enum);
    if (schema.anyOf !== undefined) return this.#anyOf(attribute, schema.anyOf);
    const types = [schema.type ?? []].flat().map((type) => JSON_TYPES[type] ?? "unknown");
    return types.length === 0 || types.includes("unknown") ? "unknown" : [...new Set(types)].join(" | ");
  }

  #anyOf(attribute: string, schemas: readonly AttributeSchema[]): string {
    const types = [...new Set(schemas.map((schema) => this.of(attribute, schema)))];
    if (types.includes("unknown")) return "unknown";
    // A plain `string` would absorb the literals, and editors would no longer complete them.
    const keepsLiterals = types.length > 1 && types.includes("string");
    return types.map((type) => (keepsLiterals && type === "string" ? "(string & {})" : type)).join(" | ");
  }

  #union(attribute: string, values: readonly unknown[]): string {
    const union = unionText(values);
    if (values.length <= MAX_INLINE_VALUES) return union;
    const known = this.#aliases.get(union);
    if (known !== undefined) return known;
    const base = pascalCase(attribute);
    let name = base;
    for (let count = 2; this.#names.has(name); count += 1) name = `${base}${count}`;
    this.#names.add(name);
    this.#aliases.set(union, name);
    return name;
  }
}

/** `font_family` becomes `FontFamily`. */
export function pascalCase(name: string): string {
  return name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
