import { LAYERS } from "../document/layers/registry.js";

/** The layer types with letters. */
const lettered = LAYERS.all.filter(({ definition }) => definition.fontFamily !== undefined);

/**
 * A small picture that loads everything that most pictures need: the shaper, the font, the rasterizer and the encoder.
 */
export const FIRST_DOCUMENT = {
  width: 64,
  height: 32,
  background: "#ffffff",
  layers: lettered.map(({ definition: { type, content = "" } }, index) => ({
    id: `first${index}`,
    type,
    width: 64,
    height: 32,
    [content]: "First",
    font_size: 16,
    color: "#000000",
  })),
};
