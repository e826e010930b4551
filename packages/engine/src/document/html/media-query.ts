/**
 * Returns whether the rules of an `@media` apply to a still picture: `always`, or `never`. Returns undefined if that
 * depends on a window, which a layer does not have.
 */
export function mediaQuery(text: string): "always" | "never" | undefined {
  const queries = text.toLowerCase().split(",").map(oneQuery);
  if (queries.includes("always")) return "always";
  return queries.includes(undefined) ? undefined : "never";
}

const ALWAYS = /^((only )?(all|screen)|\(prefers-color-scheme: ?light\)|\(prefers-reduced-motion: ?no-preference\))$/;
const NEVER =
  /^((only )?(print|speech)|\((hover|any-hover|pointer|any-pointer|forced-colors|prefers-[a-z-]+)(: ?[a-z-]+)?\))$/;

function oneQuery(query: string): "always" | "never" | undefined {
  const conditions = query.trim().split(/\s+and\s+/);
  if (conditions.every((condition) => ALWAYS.test(condition))) return "always";
  // A condition that never holds decides, whatever the others are.
  return conditions.some((condition) => NEVER.test(condition) && !ALWAYS.test(condition)) ? "never" : undefined;
}
