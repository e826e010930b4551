/** The elements and attributes of SVG, grouped by how they are handled. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/**
 * The use of an SVG. An author writes a layer's drawing, and reads the reason if it is refused. A file is only shown. A
 * `lettered` drawing is that of a layer with its texts.
 */
export type SvgUse = "layer" | "lettered" | "file";

const SHAPES =
  "g defs symbol use path rect circle ellipse line polyline polygon " +
  "linearGradient radialGradient stop clipPath mask pattern svg";
const TEXTS = "text tspan";
const ONLY_IN_FILES = `${TEXTS} marker image switch filter`;
export const FILTER_STEPS = words(
  "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap " +
    "feDropShadow feFlood feGaussianBlur feMerge feMorphology feOffset feSpecularLighting feTile feTurbulence",
);
const FILTER_PARTS = words("feDistantLight feFuncA feFuncB feFuncG feFuncR feMergeNode fePointLight feSpotLight");

/** The elements that are drawn. */
export const DRAWN: Readonly<Record<SvgUse, ReadonlySet<string>>> = {
  layer: words(SHAPES),
  lettered: words(`${SHAPES} ${TEXTS}`),
  file: new Set([...words(`${SHAPES} ${ONLY_IN_FILES}`), ...FILTER_STEPS, ...FILTER_PARTS]),
};

/** The elements of SVG 1.1 and 2 that are known but not drawn. */
export const LEFT_OUT = new Set([
  ...words(
    "title desc metadata style script a switch text tspan tref textPath textArea flowRoot flowRegion flowPara flowSpan " +
      "animate animateColor animateMotion animateTransform set mpath discard filter marker cursor view " +
      "font font-face font-face-src font-face-uri font-face-name font-face-format glyph missing-glyph hkern vkern " +
      "altGlyph altGlyphDef altGlyphItem glyphRef color-profile solidColor solidcolor hatch hatchpath mesh meshGradient " +
      "meshgradient meshrow meshpatch foreignObject iframe audio video canvas image feImage",
  ),
  ...FILTER_STEPS,
  ...FILTER_PARTS,
]);

/** The elements without which a drawing looks the same. */
export const NEVER_SEEN = words("title desc metadata style a switch view cursor color-profile");

/** The elements that a layer's drawing must not contain, with the reason. */
export const REFUSED_IN_LAYERS: ReadonlyMap<string, string> = new Map([
  ["script", "Scripts are not allowed"],
  ["foreignobject", "Foreign objects are not allowed"],
  ["iframe", "Foreign content is not allowed"],
  ["image", "Images inside of an SVG are not drawn. Use image layers for them"],
]);

const GEOMETRY =
  "id d x y width height rx ry cx cy r x1 y1 x2 y2 points transform viewBox preserveAspectRatio offset " +
  "gradientUnits gradientTransform spreadMethod fx fy fr patternUnits patternContentUnits patternTransform " +
  "maskUnits maskContentUnits clipPathUnits href";
const PRESENTATION =
  "fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit " +
  "stroke-dasharray stroke-dashoffset opacity color display visibility clip-path clip-rule mask stop-color stop-opacity " +
  "paint-order shape-rendering vector-effect";
const TEXT_GEOMETRY = "dx dy rotate textLength lengthAdjust xml:space";
const FILE_GEOMETRY =
  `${TEXT_GEOMETRY} markerUnits markerWidth markerHeight refX refY orient systemLanguage ` +
  "filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator " +
  "k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant " +
  "specularConstant specularExponent azimuth elevation z pointsAtX pointsAtY pointsAtZ limitingConeAngle scale " +
  "xChannelSelector yChannelSelector stdDeviation radius baseFrequency numOctaves seed stitchTiles";
const TEXT_PRESENTATION =
  "text-anchor font-family font-size font-style font-weight letter-spacing text-decoration direction unicode-bidi " +
  "writing-mode dominant-baseline alignment-baseline baseline-shift";
const FILE_PRESENTATION =
  "filter flood-color flood-opacity lighting-color color-interpolation color-interpolation-filters image-rendering " +
  "marker marker-start marker-mid marker-end mask-type mix-blend-mode isolation overflow font-stretch font-variant " +
  `word-spacing text-rendering ${TEXT_PRESENTATION}`;

/** Attributes that can also be set by CSS. */
export const PRESENTATION_NAMES: Readonly<Record<SvgUse, ReadonlySet<string>>> = {
  layer: words(PRESENTATION),
  lettered: words(`${PRESENTATION} ${TEXT_PRESENTATION}`),
  file: words(`${PRESENTATION} ${FILE_PRESENTATION}`),
};

/** All attributes that a sanitized SVG can contain. */
export const KNOWN_NAMES: Readonly<Record<SvgUse, ReadonlySet<string>>> = {
  layer: words(`${GEOMETRY} ${PRESENTATION}`),
  lettered: words(`${GEOMETRY} ${PRESENTATION} ${TEXT_GEOMETRY} ${TEXT_PRESENTATION}`),
  file: words(`${GEOMETRY} ${PRESENTATION} ${FILE_GEOMETRY} ${FILE_PRESENTATION}`),
};

/** Properties that exist only in CSS, not as attributes. They are written as a style. */
export const ONLY_IN_STYLES = words("mask-type mix-blend-mode isolation");
