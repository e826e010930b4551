import type { LayerDefinition } from "./define-layer.js";

/** A font family that a layer names. */
export interface NamedFamily {
  readonly family: string;
  /** The attribute that names it. */
  readonly attribute: string;
  /** The beginning of a sentence about it: its place in content such as HTML. Empty for an attribute. */
  readonly place: string;
  /** At least one of these families must exist. It is the family itself, or its whole list in HTML. */
  readonly list: readonly string[];
}

/** Returns the font families that a layer names in its font family attribute, its content and its named styles. */
export function namedFamilies(
  definition: LayerDefinition | undefined,
  textOf: (attribute: string) => string | undefined,
  isTemplate: boolean,
  valueOf: (attribute: string) => unknown = () => undefined,
): NamedFamily[] {
  const { fontFamily, content, mentions, styles } = definition ?? {};
  const own = fontFamily === undefined ? undefined : textOf(fontFamily);
  const text = content === undefined ? undefined : textOf(content);
  return [
    ...(fontFamily === undefined || own === undefined
      ? []
      : [{ family: own, attribute: fontFamily, place: "", list: [own] }]),
    ...(styles === undefined ? [] : familiesOfStyles(valueOf(styles), styles)),
    ...(content === undefined || text === undefined || mentions === undefined
      ? []
      : mentions(text, isTemplate).families.map(({ name, ...rest }) => ({
          family: name,
          attribute: content,
          ...rest,
        }))),
  ];
}

/** Returns the families of styles, which can be unchecked. */
function familiesOfStyles(styles: unknown, attribute: string): NamedFamily[] {
  if (!Array.isArray(styles)) return [];
  return styles.flatMap((style: unknown, index): NamedFamily[] => {
    const family: unknown = typeof style === "object" && style !== null && "font_family" in style && style.font_family;
    if (typeof family !== "string") return [];
    return [{ family, attribute: `${attribute}[${index}].font_family`, place: "", list: [family] }];
  });
}
