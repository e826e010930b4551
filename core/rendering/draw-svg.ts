import satori, { type SatoriOptions } from "satori";
import { ServiceError } from "../contract/errors.js";
import { type FontFile } from "./fonts/font-library.js";
import { type Element } from "./tree/element.js";

/** Where a node of the tree with a key came to lie. */
export interface PlacedNode {
  readonly key: string;
  readonly width: number;
  readonly height: number;
}

interface DrawnSvg {
  readonly svg: string;
  readonly nodes: readonly PlacedNode[];
}

/** Lays a tree out and draws it as SVG, texts as outlines. Without a height it is as high as its content. */
export async function drawSvg(
  tree: Element,
  fonts: Iterable<FontFile>,
  size: { width: number; height?: number },
): Promise<DrawnSvg> {
  const nodes: PlacedNode[] = [];
  // The order must not depend on who asked first: the engine falls back to fonts that no text names in this order.
  const sorted = [...new Set(fonts)].sort((left, right) => (left.name < right.name ? -1 : 1));
  const options: SatoriOptions = {
    ...size,
    fonts: sorted.map(({ name, data }) => ({ name, data, weight: 400, style: "normal" })),
    onNodeDetected: ({ key, width, height }) => {
      if (typeof key === "string") nodes.push({ key, width, height });
    },
  };
  try {
    return { svg: await satori(tree, options), nodes };
  } catch (cause) {
    throw new ServiceError("INTERNAL", "The picture could not be laid out.", { internal: "satori failed", cause });
  }
}
