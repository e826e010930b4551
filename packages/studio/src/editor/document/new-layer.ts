/** Layers as the editor adds them: visible at once, in the middle of what the person sees. */
import type { Point } from "../geometry/box.js";
import type { EditedDocument, EditedLayer } from "./edited-document.js";

/** A gray picture of mountains, shown until there is an image. It needs no request. */
const PLACEHOLDER_IMAGE =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0MDAiIGhlaWdodD0iMzAwIj48cmVjdCB3aWR0aD0iNDAwIiBoZWlnaHQ9IjMwMCIgZmlsbD0iI2QxZDVkYiIvPjxwYXRoIGQ9Ik02MCAyNDAgMTYwIDExMCAyMzAgMTkwIDI3MCAxNTAgMzQwIDI0MHoiIGZpbGw9IiM5Y2EzYWYiLz48Y2lyY2xlIGN4PSIyOTAiIGN5PSI5MCIgcj0iMjgiIGZpbGw9IiM5Y2EzYWYiLz48L3N2Zz4=";

interface NewLayer {
  /** The width and the height. A small document reduces them. */
  readonly size: readonly [width: number, height: number];
  readonly contents: Readonly<Record<string, unknown>>;
}

/** A type that a newer service may have. */
const OTHER: NewLayer = { size: [320, 200], contents: {} };

/** The size and the contents of a new layer of each type. */
export const NEW_LAYERS: Readonly<Record<string, NewLayer>> = {
  text: {
    size: [480, 96],
    contents: { text: "New text", font_size: 48, font_weight: 600, color: "auto", text_fit: "shrink" },
  },
  image: { size: [400, 300], contents: { image_url: PLACEHOLDER_IMAGE } },
  rectangle: { size: [320, 200], contents: { background_color: "#6366f1", border_radius: 12 } },
  ellipse: { size: [240, 240], contents: { background_color: "#6366f1" } },
  polygon: { size: [240, 240], contents: { background_color: "#6366f1", sides: 6 } },
  line: { size: [400, 4], contents: { color: "auto" } },
  svg: {
    size: [240, 240],
    contents: {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2l3 7h7l-5.500 4.500 2 7.500-6.500-4.500L5.500 21l2-7.500L2 9h7z" fill="#6366f1"/></svg>',
    },
  },
  html: { size: [480, 200], contents: { html: '<div style="font-size: 32px; color: #111827">New <b>HTML</b></div>' } },
  qr: { size: [240, 240], contents: { data: "https://example.com" } },
  barcode: { size: [360, 140], contents: { data: "123456789012", symbology: "code128" } },
  group: { size: [480, 200], contents: { children: [] } },
};

/** Creates a layer of a type around a point of the document. A large one is reduced to two thirds of the document. */
export function newLayer(document: EditedDocument, type: string, center: Point): EditedLayer {
  const { size: initial, contents } = NEW_LAYERS[type] ?? OTHER;
  const [width, height] = initial;
  const most = {
    width: (document.width * 2) / 3,
    height: typeof document.height === "number" ? (document.height * 2) / 3 : height,
  };
  const factor = Math.min(1, most.width / width, most.height / height);
  const size = { width: Math.max(1, Math.round(width * factor)), height: Math.max(1, Math.round(height * factor)) };
  return {
    id: type,
    name: type,
    type,
    x: Math.round(center.x - size.width / 2),
    y: Math.round(center.y - size.height / 2),
    ...size,
    ...contents,
    ...(type === "text" && { font_size: Math.max(8, Math.round(48 * factor)) }),
  };
}
