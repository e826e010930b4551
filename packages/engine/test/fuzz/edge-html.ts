/** Random HTML, from a few words to the limits of a layer. */
import { knownHtml } from "../../src/document/html/html-facts.js";
import type { RandomSource } from "../oracle/random-source.js";

/** Longer data URIs would use up the characters of a layer. */
const MAX_URL_LENGTH = 8_000;
const FAMILIES = ["Inter", "Roboto", "'Playfair Display'", "monospace", "'Noto Sans JP'", "cursive"];
/** Unbroken runs of letters that are costly to draw, and of different emoji. */
const RUNS: readonly ((random: RandomSource, length: number) => string)[] = [
  (random, length) => random.pick(["@", "&amp;", "%", "‰", "W", "ß", "m"]).repeat(length),
  (random, length) =>
    Array.from({ length }, () => random.pick("abcdefghijklmnopqrstuvwxyzABC&@%".split("")))
      .join("")
      .replaceAll("&", "&amp;"),
  (random, length) =>
    Array.from({ length: Math.min(length, 900) }, () => String.fromCodePoint(random.whole(0x1f300, 0x1f64f))).join(""),
  (random, length) =>
    Array.from({ length: Math.min(length, 600) }, () =>
      String.fromCodePoint(random.whole(0x1f446, 0x1f450), random.whole(0x1f3fb, 0x1f3ff)),
    ).join(""),
  (random, length) =>
    Array.from({ length: Math.min(length, 600) }, () =>
      String.fromCodePoint(random.whole(0x1f1e6, 0x1f1ff), random.whole(0x1f1e6, 0x1f1ff)),
    ).join(""),
];
const WORDS = "Ship small things often größe 42 % & more 你好 مرحبا 😀 สวัสดี Привет".replace("&", "&amp;").split(" ");

/** HTML that a layer accepts in most cases. Images come from `images`. */
export function randomHtml(random: RandomSource, images: readonly string[]): string {
  const writer = new HtmlWriter(random, images);
  const count = random.pick([1, 1, 2, 3, 5, random.pick([20, 60, 120])]);
  const body = Array.from({ length: count }, () => writer.element(random.whole(0, 4)));
  return `${random.chance(0.4) ? writer.sheet() : ""}<div style="display: flex; flex-wrap: wrap; height: 100%; ${writer.style()}">${body.join("\n")}</div>`;
}

/** Small HTML that a layer accepts. */
export function smallHtml(random: RandomSource, images: readonly string[]): string {
  const writer = new HtmlWriter(random, images);
  const body = Array.from({ length: random.whole(1, 3) }, () => writer.element(random.whole(0, 2)));
  const html = `${random.chance(0.3) ? writer.sheet() : ""}<div style="${writer.style()}">${body.join("")}</div>`;
  return knownHtml(html).issues.length === 0 ? html : "<p>Too much</p>";
}

class HtmlWriter {
  readonly #random: RandomSource;
  readonly #images: readonly string[];

  constructor(random: RandomSource, images: readonly string[]) {
    this.#random = random;
    this.#images = images.filter((url) => url !== "" && url.length < MAX_URL_LENGTH);
  }

  sheet(): string {
    const pasted = `:root { --c: ${color(this.#random)} } div:nth-child(2n) { ${this.style()} } p::before { content: "→"; ${this.style()} }`;
    return `<style>div { ${this.style()} } .a, p b { ${this.style()} } div > .b { ${this.style()} } ${pasted}</style>`;
  }

  element(depth: number): string {
    const random = this.#random;
    if (depth <= 0) return random.chance(0.15) ? this.#image() : this.#text();
    const name = random.pick(["div", "div", "div", "p", "span", "h1", "ul", "section", "button", "sup", "table"]);
    const inside = Array.from({ length: random.whole(0, 3) }, () =>
      name === "ul" ? `<li>${this.#text()}</li>` : name === "table" ? this.#row(depth) : this.element(depth - 1),
    );
    return `<${name} class="${random.pick(["a", "b", "a b", ""])}" style="${this.style()}">${inside.join("")}</${name}>`;
  }

  style(): string {
    const random = this.#random;
    const declarations = Array.from({ length: random.whole(0, 4) }, () => random.pick(DECLARATIONS)(random));
    if (random.chance(0.05) && this.#images.length > 0) {
      declarations.push(
        `background: url(${random.pick(this.#images)}) center / ${random.pick(["cover", "20px", "contain"])}`,
      );
    }
    return declarations.join("; ");
  }

  #row(depth: number): string {
    const random = this.#random;
    const cells = Array.from({ length: random.whole(0, 4) }, () => {
      const spans = random.chance(0.2) ? ` colspan="${random.whole(1, 60)}" rowspan="${random.whole(1, 60)}"` : "";
      return `<td${spans} style="${this.style()}">${this.element(depth - 1)}</td>`;
    });
    return `<tr style="${this.style()}">${cells.join("")}</tr>`;
  }

  #text(): string {
    const random = this.#random;
    if (random.chance(0.06)) return this.#run();
    const words = Array.from({ length: random.pick([1, 2, 5, 5, 20, random.whole(1, 100)]) }, () => random.pick(WORDS));
    return random.chance(0.3) ? `<b>${words.join(" ")}</b>` : words.join(" ");
  }

  #run(): string {
    const random = this.#random;
    const run = random.pick(RUNS)(random, random.pick([30, 200, 1_000, random.whole(1, 4_800)]));
    const size = random.pick(["0.5px", "1px", "2px", "3px", "5px", "16px", "40px", "300px"]);
    const spacing = random.chance(0.2) ? `; letter-spacing: ${random.between(-20, 2).toFixed(1)}px` : "";
    return `<span style="font-size: ${size}; font-family: ${random.pick(FAMILIES)}${spacing}">${run}</span>`;
  }

  #image(): string {
    const random = this.#random;
    if (this.#images.length === 0 || random.chance(0.4)) {
      return `<svg viewBox="0 0 10 10" width="${random.whole(1, 60)}"><path fill="currentColor" d="M0 0h10v${random.whole(1, 9)}z"/></svg>`;
    }
    const size = random.chance(0.5) ? ` width="${random.whole(1, 300)}"` : "";
    return `<img src="${random.pick(this.#images)}"${size} style="${this.style()}">`;
  }
}

type Write = (random: RandomSource) => string;

function color(random: RandomSource): string {
  const channel = () => random.whole(0, 255);
  return `rgba(${channel()}, ${channel()}, ${channel()}, ${random.chance(0.6) ? 1 : random.between(0, 1).toFixed(2)})`;
}

function length(random: RandomSource): string {
  return random.pick([
    "0",
    `${random.whole(1, 60)}px`,
    `${random.whole(1, 100)}%`,
    "1.5em",
    `${random.between(0, 400).toFixed(1)}px`,
  ]);
}

/** Declarations as in pasted CSS: grids, calculations, custom properties and effects. */
const PASTED: readonly Write[] = [
  (random) =>
    `display: grid; grid-template-columns: ${random.pick(["repeat(3, 1fr)", "repeat(auto-fill, 1px)", "auto minmax(10%, 2fr)", "repeat(30, 1px auto)", "fit-content(50%) 1fr"])}`,
  (random) =>
    `grid-column: ${random.pick(["1 / -1", "span 2", "60", "-60 / 60", "auto"])}; grid-row: span ${random.whole(1, 60)}`,
  (random) =>
    `width: calc(${random.pick(["1.5em", "50%", "40px"])} + ${random.whole(1, 90)}% * ${random.between(-3, 3).toFixed(1)})`,
  (random) =>
    `font: ${random.pick(["bold", "italic", "normal"])} ${random.whole(1, 60)}px/1.2 Nowhere, ${random.pick(FAMILIES)}`,
  (random) => `--a: ${color(random)}; --b: var(--a); color: var(--b)`,
  (random) =>
    `margin-inline: ${length(random)}; outline: ${random.whole(0, 20)}px dotted oklch(0.7 0.2 ${random.whole(0, 360)})`,
  (random) =>
    random.chance(0.2)
      ? `filter: ${random.pick(["blur(200px)", "blur(2px)", "sepia(1) saturate(3)", "drop-shadow(9px 9px 60px red)", "invert(1)"])}`
      : "vertical-align: super",
  (random) =>
    random.chance(0.3)
      ? `clip-path: ${random.pick(["circle(40%)", "inset(10% round 20px)", "polygon(50% 0, 100% 100%, 0 100%)", "ellipse(90% 10%)"])}`
      : "justify-items: center",
  (random) =>
    random.chance(0.2)
      ? `background: ${random.pick(["conic-gradient(red, rgba(0, 0, 255, 0.3), red)", "repeating-conic-gradient(red 0 4deg, blue 4deg 8deg)", "conic-gradient(from 1rad at 0 0, red 50%, blue 50%)"])}`
      : "place-items: center",
];

const DECLARATIONS: readonly Write[] = [
  (random) => `color: ${color(random)}`,
  (random) => `background-color: ${color(random)}`,
  (random) =>
    `background-image: linear-gradient(${random.whole(-360, 360)}deg, ${color(random)}, ${color(random)} 80%)`,
  (random) => `background-image: radial-gradient(circle at 20% 30%, ${color(random)}, ${color(random)})`,
  (random) => `background-size: ${random.whole(1, 150)}% ${random.whole(1, 150)}%`,
  (random) => `display: ${random.pick(["flex", "flex", "block", "inline", "inline-block", "none", "contents"])}`,
  (random) => `flex-direction: ${random.pick(["row", "column", "row-reverse"])}`,
  (random) =>
    `justify-content: ${random.pick(["center", "flex-end", "space-between"])}; align-items: ${random.pick(["center", "stretch", "flex-start"])}`,
  (random) => `width: ${length(random)}`,
  (random) => `height: ${length(random)}; box-sizing: border-box`,
  (random) => `padding: ${length(random)} ${random.whole(0, 20)}px; gap: ${random.whole(0, 20)}px`,
  (random) => `margin: ${random.whole(-20, 20)}px auto`,
  (random) =>
    `position: ${random.pick(["relative", "absolute"])}; left: ${length(random)}; top: ${random.whole(-300, 300)}px`,
  (random) =>
    `border: ${random.whole(0, 12)}px ${random.pick(["solid", "dashed", "dotted", "double"])} ${color(random)}`,
  (random) => `border-radius: ${length(random)}`,
  (random) =>
    random.chance(0.3)
      ? `box-shadow: 0 ${random.whole(0, 20)}px ${random.pick([0, 1, 8, 40, 200])}px ${color(random)}`
      : "flex-grow: 1",
  (random) =>
    random.chance(0.3) ? `text-shadow: 1px 1px ${random.whole(0, 12)}px ${color(random)}` : "flex-shrink: 0",
  (random) => (random.chance(0.4) ? `opacity: ${random.between(0, 1).toFixed(2)}` : "order: 2"),
  (random) =>
    random.chance(0.4)
      ? random.pick([
          `transform: rotate(${random.whole(-180, 180)}deg) scale(${random.between(0.1, 3).toFixed(2)})`,
          `transform: skewX(${random.pick([90, 89.999, 30, random.whole(-180, 180)])}deg)`,
          `transform: scale(${random.pick([0, 100, 10_000, -1])})`,
        ])
      : "z-index: 3",
  (random) => (random.chance(0.4) ? "overflow: hidden" : "visibility: visible"),
  (random) =>
    `font-size: ${random.pick(["8px", "16px", "30px", "2em", "120px", "x-large"])}; line-height: ${random.pick(["1", "1.5", "normal"])}`,
  (random) =>
    `font-family: ${random.pick(FAMILIES)}; font-weight: ${random.pick(["400", "bold", "900"])}; font-style: ${random.pick(["normal", "italic"])}`,
  (random) =>
    `text-align: ${random.pick(["center", "right", "justify"])}; text-transform: ${random.pick(["uppercase", "none", "capitalize"])}`,
  (random) => `text-decoration: underline ${color(random)}; letter-spacing: ${random.whole(-1, 8)}px`,
  (random) => `white-space: ${random.pick(["nowrap", "pre-wrap", "normal"])}; text-overflow: ellipsis`,
  (random) => `object-fit: ${random.pick(["cover", "contain", "none", "fill"])}; object-position: 20% top`,
  (random) => (random.chance(0.3) ? "background-clip: text; color: transparent" : "word-break: break-all"),
  ...PASTED,
];
