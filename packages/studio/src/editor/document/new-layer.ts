/** Layers as the editor adds them: visible at once, in the middle of what the person sees. */
import type { Point } from "../geometry/box.js";
import type { EditedDocument, EditedLayer } from "./edited-document.js";

/** A square of gray and a mountain, until there is an image. It needs no request. */
const PLACEHOLDER_IMAGE =
  "data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSI0MDAiIGhlaWdodD0iMzAwIj48cmVjdCB3aWR0aD0iNDAwIiBoZWlnaHQ9IjMwMCIgZmlsbD0iI2QxZDVkYiIvPjxwYXRoIGQ9Ik02MCAyNDAgMTYwIDExMCAyMzAgMTkwIDI3MCAxNTAgMzQwIDI0MHoiIGZpbGw9IiM5Y2EzYWYiLz48Y2lyY2xlIGN4PSIyOTAiIGN5PSI5MCIgcj0iMjgiIGZpbGw9IiM5Y2EzYWYiLz48L3N2Zz4=";

const SIZES: Readonly<Record<string, readonly [number, number]>> = {
  text: [480, 96],
  image: [400, 300],
  rectangle: [320, 200],
  ellipse: [240, 240],
  polygon: [240, 240],
  line: [400, 4],
  svg: [240, 240],
  html: [480, 200],
  qr: [240, 240],
  barcode: [360, 140],
  group: [480, 200],
};

const CONTENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  text: { text: "New text", font_size: 48, font_weight: 600, color: "auto", text_fit: "shrink" },
  image: { image_url: PLACEHOLDER_IMAGE },
  rectangle: { background_color: "#6366f1", border_radius: 12 },
  ellipse: { background_color: "#6366f1" },
  polygon: { background_color: "#6366f1", sides: 6 },
  line: { color: "auto" },
  svg: {
    svg: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2l3 7h7l-5.500 4.500 2 7.500-6.500-4.500L5.500 21l2-7.500L2 9h7z" fill="#6366f1"/></svg>',
  },
  html: { html: '<div style="font-size: 32px; color: #111827">New <b>HTML</b></div>' },
  qr: { data: "https://example.com" },
  barcode: { data: "123456789012", symbology: "code128" },
  group: { children: [] },
};

/** Makes a layer of a type around a point of the document. A large one is reduced to two thirds of the document. */
export function newLayer(document: EditedDocument, type: string, center: Point): EditedLayer {
  const [width = 320, height = 200] = SIZES[type] ?? [];
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
    ...CONTENTS[type],
    ...(type === "text" && { font_size: Math.max(8, Math.round(48 * factor)) }),
  };
}
