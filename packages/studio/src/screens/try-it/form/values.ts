/** The values that a person has typed. Only values that differ from the template are kept. */

/** A row of a list, by the names of its fields. */
export type Row = Readonly<Record<string, string>>;

/** The typed values. If a value is absent, the value of the template is used. */
export interface Values {
  /** By the names of variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly lists: Readonly<Record<string, readonly Row[]>>;
  /** By the names of layers, then of attributes. */
  readonly layers: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

export const NO_VALUES: Values = { variables: {}, lists: {}, layers: {} };

/** Sets a variable, or removes it with `undefined`. */
export function withVariable(values: Values, name: string, value: string | undefined): Values {
  return { ...values, variables: withEntry(values.variables, name, value) };
}

/** Sets the rows of a list, or removes them with `undefined`. */
export function withRows(values: Values, name: string, rows: readonly Row[] | undefined): Values {
  return { ...values, lists: withEntry(values.lists, name, rows) };
}

/** Sets an attribute of a layer, or removes it with `undefined`. */
export function withAttribute(values: Values, layer: string, key: string, value: string | undefined): Values {
  const attributes = withEntry(values.layers[layer] ?? {}, key, value);
  const isEmpty = Object.keys(attributes).length === 0;
  return { ...values, layers: withEntry(values.layers, layer, isEmpty ? undefined : attributes) };
}

/** Returns whether anything differs from the template. */
export function isChanged({ variables, lists, layers }: Values): boolean {
  return [variables, lists, layers].some((part) => Object.keys(part).length > 0);
}

function withEntry<T>(record: Readonly<Record<string, T>>, key: string, value: T | undefined): Record<string, T> {
  const others = Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
  return value === undefined ? others : { ...others, [key]: value };
}
