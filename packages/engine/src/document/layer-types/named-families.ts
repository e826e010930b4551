import type { LayerDefinition } from "./define-layer.js";

/** A font family that a layer names. */
export interface NamedFamily {
  readonly family: string;
  /** The attribute that names it. */
  readonly attribute: string;
  /** The beginning of a sentence about it: its place in content such as HTML. Empty for an attribute. */
  readonly place: string;
  /** The families of which one must exist: the family itself, or those of its list in HTML. */
  readonly list: readonly string[];
}

/** Returns the font families that a layer names in its font family attribute and in its content. */
export function namedFamilies(
  definition: LayerDefinition | undefined,
  textOf: (attribute: string) => string | undefined,
  isTemplate: boolean,
): NamedFamily[] {
  const { fontFamily, content, mentions } = definition ?? {};
  const own = fontFamily === undefined ? undefined : textOf(fontFamily);
  const text = content === undefined ? undefined : textOf(content);
  return [
    ...(fontFamily === undefined || own === undefined
      ? []
      : [{ family: own, attribute: fontFamily, place: "", list: [own] }]),
    ...(content === undefined || text === undefined || mentions === undefined
      ? []
      : mentions(text, isTemplate).families.map(({ name, ...rest }) => ({
          family: name,
          attribute: content,
          ...rest,
        }))),
  ];
}
