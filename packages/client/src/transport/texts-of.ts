/** Returns the values that are defined, as texts. */
export function textsOf(values: object): [key: string, text: string][] {
  return Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
}
