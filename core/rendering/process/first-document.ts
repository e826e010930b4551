/** A small picture that loads everything which most pictures need: the shaper, the font, the rasterizer and the encoder. */
export const FIRST_DOCUMENT = {
  width: 64,
  height: 32,
  background: "#ffffff",
  layers: [
    { id: "text", type: "text", x: 0, y: 0, width: 64, height: 32, text: "First", font_size: 16, color: "#000000" },
  ],
} as const;
