import type { TemplateSource } from "../../src/document/document.js";
import type { RandomSource } from "../oracle/random-source.js";

type LayerSource = TemplateSource["layers"][number];

/** A small document whose layers extend far beyond it, are rotated, and have shadows, borders and strokes. */
export function farOffDocument(random: RandomSource): TemplateSource {
  const [width, height] = [random.whole(5, 300), random.whole(5, 300)];
  const edition = random.pick([1, 2] as const);
  // The reference path takes a long time for wide blurs of the second edition.
  const blurs = edition === 1 ? [0, 10, 200] : [0, 10, 40];
  const layers = Array.from({ length: random.whole(1, 3) }, (_, index) => farOffLayer(random, blurs, `l${index}`));
  return { edition, width, height, layers };
}

/** Half of the coordinates are near, so that parts of many layers can be seen. */
function far(random: RandomSource, most = 16_000): number {
  const reach = random.pick([30, 300, 1500, most]);
  return Math.round(random.between(-reach, reach) * 10) / 10;
}

function farOffLayer(random: RandomSource, blurs: readonly number[], id: string, depth = 0): LayerSource {
  const box = {
    id,
    x: far(random),
    y: far(random),
    width: Math.abs(far(random)) + 1,
    height: Math.abs(far(random)) + 1,
    rotation: random.pick([0, 0, 90, 180, -90, 45, random.whole(-360, 360)]),
    opacity: random.pick([1, 1, 0.5]),
  };
  const look = {
    background_color: random.pick(["transparent", "#cc0000", "rgba(0,0,0,.5)"]),
    border_width: random.pick([0, 0, 5, 300]),
    shadow_color: random.pick(["transparent", "#000000", "rgba(0,0,255,.5)"]),
    shadow_x: random.pick([0, random.whole(-1000, 1000)]),
    shadow_y: random.pick([0, random.whole(-1000, 1000)]),
    shadow_blur: random.pick(blurs),
  };
  const radius = { border_radius: random.pick([0, 10, 9000]) };
  switch (random.pick(["text", "text", "rectangle", "ellipse", "polygon", "line", "qr", "group"] as const)) {
    case "text":
      return { ...box, ...look, ...radius, ...farOffText(random), type: "text" };
    case "rectangle":
      return { ...box, ...look, ...radius, type: "rectangle" };
    case "ellipse":
      return { ...box, ...look, type: "ellipse" };
    case "polygon":
      return { ...box, ...look, type: "polygon", sides: random.whole(3, 9), corner_radius: random.pick([0, 50]) };
    case "line":
      return { ...box, type: "line", line_style: random.pick(["solid", "dashed", "dotted"]) };
    case "qr":
      return { ...box, ...look, ...radius, type: "qr", data: "far" };
    case "group": {
      const count = depth < 2 ? random.whole(1, 2) : 0;
      const children = Array.from({ length: count }, (_, index) =>
        farOffLayer(random, blurs, `${id}-${index}`, depth + 1),
      );
      return { ...box, ...look, ...radius, type: "group", clip: random.chance(0.4), children };
    }
  }
}

function farOffText(random: RandomSource) {
  return {
    text: random.pick(["W", "Far off", "W".repeat(50), "🎉", "a 🎉 b"]),
    font_size: random.pick([8, 40, 400, 2000]),
    stroke_width: random.pick([0, 0, 3, 200]),
    align: random.pick(["left", "center", "right"] as const),
    vertical_align: random.pick(["top", "middle", "bottom"] as const),
    highlight_color: random.pick(["transparent", "#ffff00"]),
    text_decoration: random.pick(["none", "underline"] as const),
  };
}
