/** The parts of the panel: which attribute is where. A new attribute without a rule is under “more”. */

export const SECTIONS = [
  "position",
  "text",
  "image",
  "code",
  "layout",
  "fill",
  "border",
  "effects",
  "data",
  "more",
] as const;
export type Section = (typeof SECTIONS)[number];

/** The first rule that matches decides. */
const RULES: readonly (readonly [RegExp, Section])[] = [
  [/^(x|y|width|height|rotation)$/, "position"],
  [/^(layout|gap|padding.*|align_items|justify_content|wrap|clip)$/, "layout"],
  [/^(mask.*|opacity|shadow.*|blur|greyscale|brightness|tint)$/, "effects"],
  [/^(image_url|fit|crop|focus_.|fallback_.*|strict)$/, "image"],
  [
    /^(svg|html|data|error_correction|quiet_zone|symbology|show_text|sides|inner_radius|corner_radius|line_style)$/,
    "code",
  ],
  [
    /^(text.*|rich|font_.*|line_height|letter_spacing|align|vertical_align|max_lines|m.._font_size|stroke_.*|highlight_.*)$/,
    "text",
  ],
  [/^(color|background_.*)$/, "fill"],
  [/^border_.*$/, "border"],
  [/^(name|visible_if|hide|repeat.*|max_items)$/, "data"],
];

/** Returns the part of the panel for an attribute of a layer type. */
export function sectionOf(type: string, attribute: string): Section {
  // The color of a text is the first thing that people look for beside its letters.
  if (type === "text" && attribute === "color") return "text";
  return RULES.find(([pattern]) => pattern.test(attribute))?.[1] ?? "more";
}

/** The attributes that come first in their part, in the order in which people look for them. */
const FIRST = ["x", "y", "width", "height", "rotation", "text", "image_url"];

/** Sorts the attributes of a part. The others keep the order of the documentation. */
export function inPanelOrder<Attribute extends { readonly name: string }>(
  attributes: readonly Attribute[],
): readonly Attribute[] {
  const rank = ({ name }: Attribute): number => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return attributes.toSorted((first, second) => rank(first) - rank(second));
}

/** Returns whether few people need an attribute. It is then shown on demand, or if a layer sets it. */
export function isRare(attribute: string): boolean {
  return /^(border_.+_.+_radius|shadow_.|shadow_blur|shadows|text_styles|font_features|m.._font_size|text_direction|text_wrap|text_decoration|stroke_.*|highlight_.*|mask_fit|padding_.|repeat_as|max_items|fallback_.*|strict|crop|focus_.|letter_spacing|max_lines|text_gradient|text_transform)$/.test(
    attribute,
  );
}
