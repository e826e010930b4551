import { MAX_TOTAL_IMAGE_PIXELS } from "../limits/picture-limits.js";
import { autoColorCandidates } from "../document/attributes/auto-color.js";
import type { Layer } from "../document/layer-types/define-layer.js";
import type { TemplateDocument } from "../document/document.js";
import { isVisible, visiblePixels } from "./box-cost.js";
import { addCosts, type Cost, costOf, FREE } from "./cost.js";
import { LAYER_NS, SAMPLED_PIXEL_NS } from "./cost-figures.js";
import type { Contributor, Estimate } from "./estimate.js";
import { decodingCost } from "./image-cost.js";
import { effectsCost, maskImages } from "./effects-cost.js";
import { alphaShadows, type EffectsLook } from "./effects-look.js";
import type { ImageWork } from "./image-work.js";
import { costOfType } from "./layer-costs.js";
import type { PlacedLayer } from "./place-layers.js";

/** Collects the costs of the parts of one render. */
export class RenderCostSum {
  readonly #sources: ReadonlyMap<string, { readonly path: string; readonly name: string | undefined }>;
  readonly #byPath = new Map<string, Contributor>();
  readonly #costs = new Map<PlacedLayer, Cost>();
  #imagePixelsLeft = MAX_TOTAL_IMAGE_PIXELS;

  constructor({ layers }: TemplateDocument) {
    this.#sources = new Map(sourcesOf(layers, "layers"));
  }

  /** Whether the picture has images to decode. */
  get hasImages(): boolean {
    return this.#imagePixelsLeft < MAX_TOTAL_IMAGE_PIXELS;
  }

  /** The processor time of everything that was added, in milliseconds. */
  get cpuMs(): number {
    return [...this.#byPath.values()].reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  }

  /** Adds the cost of a part. Costs under the same path add up. */
  add(path: string, cost: Cost, name?: string): void {
    const decoding = (cost.images ?? []).map((image) => this.#decoding(image));
    const before = this.#byPath.get(path) ?? FREE;
    const { cpuMs, memoryBytes, reason } = addCosts([before, cost, ...decoding]);
    this.#byPath.set(path, { path, name, cpuMs, memoryBytes, reason });
  }

  /** Adds the costs of layers, and of the layers inside them. */
  addLayers(layers: readonly PlacedLayer[]): void {
    for (const placed of layers) {
      this.#addTo(placed.layer, this.#costOf(placed));
      this.#addTo(placed.layer, {
        ...FREE,
        images: maskImages(placed.layer as Layer & EffectsLook, placed.box),
      });
      this.addLayers(placed.children);
    }
  }

  /**
   * Adds the costs of automatic colors. Everything beneath such a color is drawn to find its brightness, once for the
   * template and once for the request. Each layer is drawn once for all colors. The exception is a group that is drawn
   * as one: it is drawn again for each color inside.
   */
  addAutoColors(layers: readonly PlacedLayer[]): void {
    let [drawnUntilMs, beneathMs] = [0, 0];
    for (const placed of layers) {
      const groupMs = beneathMs;
      for (const inner of withInner(placed)) {
        const { layer, box } = inner;
        if (hasAutoColor(layer)) {
          const sampled = costOf("its automatic color", visiblePixels(box), SAMPLED_PIXEL_NS);
          const drawn = { ...FREE, cpuMs: beneathMs - drawnUntilMs, reason: "its automatic color" };
          this.#addTo(layer, addCosts([sampled, drawn, sampled, drawn]));
          drawnUntilMs = isDrawnAsOne(placed) ? groupMs : beneathMs;
        }
        beneathMs += this.#costOf(inner).cpuMs;
      }
    }
  }

  /** Returns the estimate of everything that was added. */
  estimate(frameBytes: number): Omit<Estimate, "effort" | "hasUnknownImages"> {
    const contributors = [...this.#byPath.values()].sort((one, other) => other.cpuMs - one.cpuMs);
    const largest = contributors.reduce((most, { memoryBytes }) => Math.max(most, memoryBytes), 0);
    return {
      cpuMs: this.cpuMs,
      memoryBytes: frameBytes + largest,
      hasImages: this.hasImages,
      contributors,
    };
  }

  /** Returns the cost of decoding an image, as far as the images before it left pixels of the limit. */
  #decoding(image: ImageWork): Cost {
    if (image.pixels === 0) return FREE;
    const decoded = Math.min(image.pixels, this.#imagePixelsLeft);
    this.#imagePixelsLeft -= decoded;
    return decodingCost(image, decoded / image.pixels);
  }

  #costOf(placed: PlacedLayer): Cost {
    const cost = this.#costs.get(placed) ?? this.#computeCost(placed);
    this.#costs.set(placed, cost);
    return cost;
  }

  #computeCost({ layer, box }: PlacedLayer): Cost {
    if (layer.opacity === 0) return FREE;
    const shadows = alphaShadows(layer, box.picture);
    const own = shadows.length === 0 ? layer : { ...layer, shadow_color: "transparent" };
    const effects = effectsCost(layer, shadows, box);
    // The cast is safe, because the cost function is the one for the type of this layer.
    return addCosts([costOf("drawing it", 1, LAYER_NS), costOfType(layer.type)(own as never, box), effects]);
  }

  #addTo(layer: Layer, cost: Cost): void {
    // A copy of a repeat has the ID of its source, followed by brackets.
    const source = this.#sources.get(layer.id.replace(/(\[\d+\])+$/, ""));
    this.add(source?.path ?? "layers", cost, source?.name);
  }
}

function withInner(placed: PlacedLayer): PlacedLayer[] {
  return [placed, ...placed.children.flatMap(withInner)];
}

/** Returns whether a layer is a group that draws its layers as one, or contains such a group. */
function isDrawnAsOne({ layer, children }: PlacedLayer): boolean {
  if (children.length === 0) return false;
  const isCut = "clip" in layer && layer.clip === true;
  const { shadows = [], mask, mask_image_url = "", shadow_color }: EffectsLook = layer as Layer & EffectsLook;
  const hasEffects = shadows.length > 0 || mask !== undefined || mask_image_url !== "" || isVisible(shadow_color);
  return layer.opacity < 1 || isCut || hasEffects || children.some(isDrawnAsOne);
}

function hasAutoColor(layer: Layer): boolean {
  return "color" in layer && typeof layer.color === "string" && autoColorCandidates(layer.color) !== undefined;
}

function sourcesOf(
  layers: readonly Layer[],
  path: string,
): [string, { readonly path: string; readonly name: string | undefined }][] {
  return layers.flatMap((layer, index) => {
    const at = `${path}[${index}]`;
    return [
      [layer.id, { path: at, name: layer.name }] as const,
      ...sourcesOf(layer.children ?? [], `${at}.children`),
    ].map(([id, source]): [string, { path: string; name: string | undefined }] => [id, source]);
  });
}
