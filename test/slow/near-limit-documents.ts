/** Documents of each costly kind, as large as the estimate and the limit of a request body accept. */
import { costIssues, estimateCost } from "@image-render/engine/estimate";
import { checkTemplateDocument, expandLayers, outputSchema } from "@image-render/engine/document";
import { MAX_BODY_BYTES } from "../../core/contract/limits.js";
import { MAX_LAYERS } from "../../packages/engine/src/document/document.js";
import { GRADIENT, SHADOW, TINY_PNG } from "../../packages/engine/test/cost/costly-cases.js";

/** The name of each template that a document is stored as. */
export const NAME = "Expensive";

const CARD = { width: 1200, height: 630 };
const LARGE = { width: 5000, height: 5000 };
const TEXT = "Ship small things often, measure, then decide. ";

function chinese(count: number, from: number): string {
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(0x4e00 + ((from * 500 + at) % 20_000))).join("");
}

function svgUri(inside: string): string {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${inside}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
}

const BLUR = '<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>';
const ZIGZAG = '<path id="z" stroke="#00f" fill="none" d="M0 0' + "l.3 2l.3-1.9".repeat(2000) + '"/>';
/** Draws one path four times, because as many paths as the estimate accepts would exceed the limit of a request body. */
const ZIGZAGS = ZIGZAG + '<use href="#z"/>'.repeat(3);

const SMALL = "font-family: cursive; font-size: 2px";

/** `count` characters in the blocks of emoji. */
function emoji(count: number, from: number): string {
  return Array.from({ length: count }, (_, at) => String.fromCodePoint(0x1f300 + ((from * 50 + at) % 0x350))).join("");
}

/** The size of the picture, and a function that returns the layer with this index. */
type Kind = readonly [{ readonly width: number; readonly height: number }, (index: number) => object];

const KINDS: Readonly<Record<string, Kind>> = {
  "shadowed ellipses": [CARD, () => ({ type: "ellipse", ...CARD, background_color: "#f00", ...SHADOW })],
  "wide shadows on 12 megapixels": [
    { width: 4000, height: 3000 },
    () => ({ type: "ellipse", width: 4000, height: 3000, ...SHADOW, background_color: "#f00" }),
  ],
  "turned gradients": [
    CARD,
    () => ({ type: "rectangle", ...CARD, background_gradient: GRADIENT, rotation: 30, opacity: 0.5 }),
  ],
  "dotted lines": [CARD, () => ({ type: "line", width: 1200, height: 0.3, line_style: "dotted", rotation: 1 })],
  "QR codes": [CARD, (index) => ({ type: "qr", ...CARD, data: `${index}${"x".repeat(1200)}`, rotation: 3 })],
  barcodes: [CARD, (index) => ({ type: "barcode", ...CARD, data: `ABC ${index} ${"x".repeat(60)}`, rotation: 3 })],
  "automatic colors": [CARD, (index) => ({ type: "text", ...CARD, text: TEXT + String(index), color: "auto" })],
  "enlarged images on 25 megapixels": [
    LARGE,
    (index) => ({ type: "image", ...LARGE, image_url: TINY_PNG, opacity: 0.5 + index / 1000 }),
  ],
  "shrunk and balanced texts": [
    CARD,
    (index) => ({
      ...{ type: "text", ...CARD, text: `${index} ${TEXT.repeat(200)}` },
      ...{ text_fit: "shrink", min_font_size: 1, font_size: 400, text_wrap: "balance" },
    }),
  ],
  "texts of Chinese characters": [
    CARD,
    (index) => ({ type: "text", ...CARD, text: chinese(1_000, index), font_size: 8, line_height: 0.8 }),
  ],
  "stroked and shadowed texts": [
    CARD,
    (index) => ({ type: "text", ...CARD, text: TEXT.repeat(20) + String(index), stroke_width: 40, ...SHADOW }),
  ],
  "drawings with blurs": [
    CARD,
    (index) => ({
      ...{ type: "image", ...CARD, opacity: 1 - index / 1000 },
      image_url: svgUri(BLUR + '<path filter="url(#f)" d="M1 1h80v80z"/>'.repeat(4)),
    }),
  ],
  "drawings with long paths": [
    CARD,
    (index) => ({ type: "image", ...CARD, opacity: 1 - index / 1000, image_url: svgUri(ZIGZAGS) }),
  ],
  "long runs of small letters in HTML": [
    { width: 3000, height: 200 },
    () => ({ type: "html", width: 3000, height: 200, html: `<p style="${SMALL}">${"&amp;".repeat(2_400)}</p>` }),
  ],
  "different emoji in HTML": [CARD, (index) => ({ type: "html", ...CARD, html: `<p>${emoji(700, index)}</p>` })],
};

/** Returns a document of a kind with the largest accepted number of layers. */
function nearLimit([size, layer]: Kind): object {
  const documentOf = (count: number) => ({
    ...size,
    layers: Array.from({ length: count }, (_, index) => ({ id: `l${index}`, ...layer(index) })),
  });
  let [accepted, refused] = [1, MAX_LAYERS + 1];
  while (refused - accepted > 1) {
    const middle = Math.floor((accepted + refused) / 2);
    if (isAccepted(documentOf(middle))) accepted = middle;
    else refused = middle;
  }
  return documentOf(accepted);
}

function isAccepted(source: object): boolean {
  if (Buffer.byteLength(JSON.stringify({ name: NAME, document: source })) > MAX_BODY_BYTES) return false;
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { document } = checked;
  return costIssues(estimateCost(document, expandLayers(document, {}), outputSchema.parse({}))).length === 0;
}

/** The kinds, each with a document that is just below the limit. */
export const NEAR_LIMIT: readonly (readonly [string, () => object])[] = Object.entries(KINDS).map(([name, kind]) => [
  name,
  () => nearLimit(kind),
]);
