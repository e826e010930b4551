/**
 * Small requests that are costly to draw. Each of them once blocked a renderer for a minute, took gigabytes, or aborted
 * the process.
 */
import type { TemplateSource } from "../../src/document/document.js";
import type { Overrides } from "../../src/document/overrides.js";
import type { Uploads } from "../../src/uploads/uploads.js";
import type { Order } from "../measure/order.js";
import { makeFont } from "../fonts/make-font.js";

type LayerSource = TemplateSource["layers"][number];

/** A document, and the changes that a request makes to it. */
export interface CostlyCase {
  readonly document: TemplateSource;
  readonly overrides?: Overrides["layers"];
  readonly uploads?: Uploads;
}

/** Returns the render that measures a case. */
export async function orderOf({ document, overrides, uploads }: CostlyCase): Promise<Order> {
  const request = overrides === undefined ? {} : { layers: overrides };
  const font = await uploads?.load("");
  return { source: document, request, upload: font && Buffer.from(font).toString("base64") };
}

const CARD = { width: 1200, height: 630 } as const;
const LARGE = { width: 5000, height: 5000 } as const;
const TEXT = "Ship small things often, measure, then decide. ";

function repeated(count: number, layer: (index: number) => object): LayerSource[] {
  return Array.from({ length: count }, (_, index) => ({ id: `l${index}`, ...layer(index) }) as unknown as LayerSource);
}

export const SHADOW = { shadow_color: "#000", shadow_blur: 40, shadow_x: 5, shadow_y: 5 };
export const GRADIENT = {
  type: "linear-gradient",
  angle: 30,
  stops: [
    { color: "#f00", position: 0 },
    { color: "rgba(0,0,255,.5)", position: 1 },
  ],
};

/**
 * Returns `count` different Chinese characters. `from` sets where they start, so that layers can have different ones.
 */
function chinese(count: number, from: number): string {
  return Array.from({ length: count }, (_, index) =>
    String.fromCodePoint(0x4e00 + ((from * 500 + index) % 20_000)),
  ).join("");
}

export const TINY_PNG =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

function onCard(count: number, layer: (index: number) => object): CostlyCase {
  return {
    document: { ...CARD, layers: repeated(count, (index) => ({ x: index % 7, y: index % 5, ...layer(index) })) },
  };
}

function onLarge(count: number, layer: (index: number) => object): CostlyCase {
  return { document: { ...LARGE, layers: repeated(count, (index) => ({ x: index, y: index, ...layer(index) })) } };
}

/** Returns a font whose letter A has this many additional points. With 32,000 points, the font has 110 kB. */
function fontOf(extraPoints: number): Uploads {
  const load = () => Promise.resolve(makeFont({ glyphs: [{ right: 500, top: 700 }], extraPoints }));
  return { owner: `costly ${extraPoints}`, load };
}

export const COSTLY_CASES: Readonly<Record<string, () => CostlyCase>> = {
  "far-off shadow of a turned text": () => ({
    document: { width: 300, height: 250, layers: [{ id: "t", name: "t", type: "text", width: 200, height: 50 }] },
    overrides: {
      t: {
        y: 0,
        height: 1373.7,
        rotation: 90,
        text: "W".repeat(50),
        font_size: 8,
        shadow_color: "#000",
        shadow_blur: 10,
        shadow_x: -500,
        shadow_y: 500,
        background_color: "rgba(0,0,0,.5)",
        border_width: 5,
      },
    },
  }),
  "20 shadows at 25 megapixels": () =>
    onLarge(20, () => ({ type: "rectangle", ...LARGE, background_color: "rgba(255,0,0,.5)", ...SHADOW })),
  "20 wide shadows at 25 megapixels": () =>
    onLarge(20, () => ({
      type: "ellipse",
      ...LARGE,
      background_color: "#f00",
      ...SHADOW,
      shadow_blur: 200,
      rotation: 45,
    })),
  "200 shadowed ellipses": () =>
    onCard(200, () => ({ type: "ellipse", ...CARD, background_color: "rgba(255,0,0,.5)", ...SHADOW })),
  "20 filled ellipses with wide spreads": () =>
    onCard(20, (index) => ({
      ...{ type: "ellipse", ...CARD, background_color: "#f00", rotation: index },
      shadows: [{ color: "#0008", spread: 90 }],
    })),
  "20 translucent ellipses with wide spreads": () =>
    onCard(20, () => ({
      ...{ type: "ellipse", ...CARD, background_gradient: GRADIENT },
      shadows: [{ color: "#0008", spread: 90 }],
    })),
  "200 gradients": () => onCard(200, () => ({ type: "rectangle", ...CARD, background_gradient: GRADIENT })),
  "200 turned gradients": () =>
    onCard(200, () => ({ type: "rectangle", ...CARD, background_gradient: GRADIENT, rotation: 30, opacity: 0.5 })),
  "200 dotted lines": () =>
    onCard(200, () => ({ type: "line", width: 1200, height: 0.3, line_style: "dotted", rotation: 1 })),
  "200 tall dotted lines": () =>
    onCard(200, () => ({
      type: "line",
      x: -7400,
      width: 16_000,
      height: 600,
      line_style: "dotted",
      rotation: 30,
      opacity: 0.5,
    })),
  "200 QR codes": () =>
    onCard(200, (index) => ({ type: "qr", ...CARD, data: `${index}${"x".repeat(1200)}`, rotation: 3 })),
  "200 barcodes": () =>
    onCard(200, (index) => ({ type: "barcode", ...CARD, data: `ABC ${index} ${"x".repeat(60)}`, rotation: 3 })),
  "200 automatic colors": () =>
    onCard(200, (index) => ({ type: "text", ...CARD, text: TEXT + String(index), color: "auto" })),
  "200 automatic colors at 25 megapixels": () =>
    onLarge(200, (index) => ({ type: "text", ...LARGE, text: TEXT + String(index), color: "auto" })),
  "20 enlarged images at 25 megapixels": () =>
    onLarge(20, (index) => ({ type: "image", ...LARGE, image_url: TINY_PNG, opacity: 0.5 + index / 100 })),
  "20 turned images at 25 megapixels": () =>
    onLarge(20, (index) => ({ type: "image", ...LARGE, image_url: TINY_PNG, rotation: 10 + index })),
  "200 shrunk and balanced texts": () =>
    onCard(200, (index) => ({
      type: "text",
      ...CARD,
      text: `${index} ${TEXT.repeat(200)}`,
      text_fit: "shrink",
      min_font_size: 1,
      font_size: 400,
      text_wrap: "balance",
    })),
  "20 texts of 9,900 Chinese characters": () =>
    onCard(20, (index) => ({ type: "text", ...CARD, text: chinese(9900, index), font_size: 8, line_height: 0.8 })),
  "a glyph of 32,000 points in 20 layers": () => ({
    document: {
      ...CARD,
      fonts: [{ family: "Many", src: "/api/v1/uploads/00000000-0000-4000-8000-000000000000/file" }],
      layers: repeated(20, (index) => ({
        type: "text",
        ...CARD,
        font_family: "Many",
        text: "A".repeat(30 + index),
        font_size: 20 + index,
      })),
    },
    uploads: fontOf(32_000),
  }),
  "50 texts in an uploaded font at its limit": () => ({
    document: {
      ...CARD,
      fonts: [{ family: "Many", src: "/api/v1/uploads/00000000-0000-4000-8000-000000000000/file" }],
      layers: repeated(50, (index) => ({
        type: "text",
        ...CARD,
        font_family: "Many",
        text: "A".repeat(40),
        font_size: 20 + index,
      })),
    },
    uploads: fontOf(2_600),
  }),
  "200 stroked and shadowed texts": () =>
    onCard(200, (index) => ({
      type: "text",
      ...CARD,
      text: TEXT.repeat(20) + String(index),
      stroke_width: 40,
      ...SHADOW,
    })),
  "200 faded clipped groups": () =>
    onCard(100, (index) => ({
      type: "group",
      ...CARD,
      clip: true,
      opacity: 0.5,
      rotation: 10,
      border_radius: 20,
      children: [{ id: `c${index}`, type: "rectangle", ...CARD, background_color: "#f00" }],
    })),
  "SVG files with 50 blurs": () =>
    svgImages('<filter id="f"><feGaussianBlur stdDeviation="3"/></filter>', "filter", 50),
  "SVG files with 50 morphologies": () => svgImages('<filter id="f"><feMorphology radius="2"/></filter>', "filter", 50),
  "SVG files with 100 masks": () => svgImages('<mask id="f"><path fill="#fff" d="M0 0h90v90z"/></mask>', "mask", 100),
  "SVG files with long paths": () => svgImages("", "class", 40, "v99v-99".repeat(2000)),
  "SVG files with dashes": () => svgImages("", "class", 1, "h9999 h-9999".repeat(10), "0.5"),
};

/** Five images of one SVG. Each of its shapes uses the definition. */
function svgImages(
  definition: string,
  attribute: string,
  count: number,
  path = "h80v80z",
  dashes = "none",
): CostlyCase {
  const shape = `<path stroke="#00f" stroke-dasharray="${dashes}" ${attribute}="url(#f)" d="M1 1${path}"/>`;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${definition}${shape.repeat(count)}</svg>`;
  const image_url = `data:image/svg+xml;base64,${Buffer.from(text).toString("base64")}`;
  const side = { width: 2000, height: 2000 };
  const layers = repeated(5, (index) => ({ type: "image", ...side, image_url, opacity: 0.9 - index / 10 }));
  return { document: { ...side, layers } };
}
