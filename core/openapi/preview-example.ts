/** The example of a preview with its layout: a card with one text. */
import type { PreviewBody } from "../contract/templates-api.js";

const LETTERS = [
  { start: 0, end: 1, x: 80, width: 41.6, isRtl: false },
  { start: 1, end: 2, x: 121.6, width: 16.2, isRtl: false },
];

export const PREVIEW_BODY: PreviewBody = {
  image: { contentType: "image/png", base64: "iVBORw0KGgo=", width: 1200, height: 630 },
  width: 1200,
  height: 630,
  layers: [
    {
      id: "title",
      layerId: "title",
      name: "title",
      type: "text",
      path: ["title"],
      copies: [],
      box: { x: 80, y: 180, width: 1040, height: 200 },
      rotation: 0,
      text: {
        text: "Hi",
        fontSize: 64,
        cutAt: null,
        lines: [
          { x: 80, y: 180, width: 57.8, height: 77, baseline: 241, fontSize: 64, start: 0, end: 2, clusters: LETTERS },
        ],
      },
      warnings: [],
    },
  ],
  warnings: [],
};
