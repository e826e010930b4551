/**
 * Draws the ornaments of the "Certificate" starter as SVG: a guilloche border, as on banknotes, and a seal. Writes each as
 * a data URI into the layer of that name:
 *
 *   node examples/certificate/make-artwork.mjs
 */
import { readFile, writeFile } from "node:fs/promises";

const TEMPLATE = new URL("template.json", import.meta.url);
const [WIDTH, HEIGHT] = [1600, 1131];
/** The distances of the parts of the border from the edge of the paper. */
const BORDER = { outer: 40, middle: 66, inner: 92 };
const GOLD = "#a8843c";

const round = (value) => Number(value.toFixed(1));

/** A smooth path through points that are close together. */
function pathThrough(points, closed = true) {
  const list = points.map(([x, y]) => `${round(x)} ${round(y)}`);
  return `M${list[0]}L${list.slice(1).join(" ")}${closed ? "Z" : ""}`;
}

/** One wave of a thread along the x axis. It is a step longer at both ends, so that neighbors overlap. */
function wave(length, turn, amplitude) {
  const steps = 16;
  const points = Array.from({ length: steps + 3 }, (_, index) => {
    const step = (index - 1) / steps;
    return [step * length, amplitude * Math.sin((step + turn) * 2 * Math.PI)];
  });
  return pathThrough(points, false);
}

/** A side of the border: the same bundle of waves, repeated over the length. */
function side(id, length, waves) {
  const unit = length / waves;
  const coarse = [0, 0.25, 0.5, 0.75].map((turn) => wave(unit, turn, 17)).join("");
  const fine = [0.125, 0.625].map((turn) => wave(unit, turn, 9)).join("");
  const paths = `<path stroke-width=".8" d="${coarse}"/><path stroke-width=".5" d="${fine}"/>`;
  const repeats = Array.from({ length: waves }, (_, index) => `<use href="#${id}-wave" x="${round(index * unit)}"/>`);
  return `<defs><g id="${id}-wave">${paths}</g><g id="${id}">${repeats.join("")}</g></defs>`;
}

/** A rosette: a circle with an oscillating radius, drawn several times with different phases. */
function rosette(x, y, radius, petals, threads, depth) {
  return Array.from({ length: threads }, (_, index) => {
    const phase = (index / threads) * 2 * Math.PI;
    const points = Array.from({ length: petals * 16 }, (_unused, step) => {
      const angle = (step / (petals * 16)) * 2 * Math.PI;
      const reach = radius * (1 - depth + depth * Math.cos(angle * petals + phase));
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    });
    return pathThrough(points);
  }).join("");
}

function frame(inset, strokeWidth) {
  const size = `width="${WIDTH - 2 * inset}" height="${HEIGHT - 2 * inset}"`;
  return `<rect x="${inset}" y="${inset}" ${size} stroke-width="${strokeWidth}"/>`;
}

function border() {
  const [near, right, bottom] = [BORDER.middle, WIDTH - BORDER.middle, HEIGHT - BORDER.middle];
  const sides = [
    `<use href="#long" transform="translate(${near} ${near})"/>`,
    `<use href="#long" transform="translate(${near} ${bottom})"/>`,
    `<use href="#short" transform="translate(${near} ${near}) rotate(90)"/>`,
    `<use href="#short" transform="translate(${right} ${near}) rotate(90)"/>`,
  ];
  const corners = [
    [near, near],
    [right, near],
    [right, bottom],
    [near, bottom],
  ].map(
    ([x, y]) =>
      `<circle cx="${x}" cy="${y}" r="46" fill="#fdfbf4" stroke-width="1.6"/>` +
      `<path stroke-width=".7" d="${rosette(x, y, 41, 12, 4, 0.24)}"/>` +
      `<path stroke-width=".7" d="${rosette(x, y, 21, 8, 3, 0.3)}"/>` +
      `<circle cx="${x}" cy="${y}" r="4" fill="${GOLD}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<g fill="none" stroke="${GOLD}" stroke-linejoin="round">
${frame(BORDER.outer, 3)}${frame(BORDER.outer + 6, 0.8)}
${side("long", right - near, 46)}${side("short", bottom - near, 32)}${sides.join("")}
${frame(BORDER.inner - 4, 0.8)}${frame(BORDER.inner, 1.6)}
${corners.join("\n")}
</g></svg>`;
}

/** The outline of the seal: a wheel with rounded teeth. */
function scallops(x, y, radius, teeth, depth) {
  return pathThrough(
    Array.from({ length: teeth * 12 }, (_, step) => {
      const angle = (step / (teeth * 12)) * 2 * Math.PI;
      const reach = radius * (1 - depth * Math.abs(Math.cos((angle * teeth) / 2)));
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }),
  );
}

function star(x, y, radius) {
  return pathThrough(
    Array.from({ length: 10 }, (_, step) => {
      const angle = (step / 10) * 2 * Math.PI - Math.PI / 2;
      const reach = step % 2 === 0 ? radius : radius * 0.42;
      return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
    }),
  );
}

function seal() {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="280" viewBox="0 0 220 280">
<defs>
<radialGradient id="gold" cx=".36" cy=".3" r=".8">
<stop offset="0" stop-color="#f6e2a6"/><stop offset=".45" stop-color="#d9b45c"/><stop offset="1" stop-color="#9c7430"/>
</radialGradient>
<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#fbeec4"/><stop offset=".5" stop-color="#b88d3e"/><stop offset="1" stop-color="#7d5a22"/>
</linearGradient>
<linearGradient id="ribbon" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#15233f"/><stop offset="1" stop-color="#24406f"/>
</linearGradient>
</defs>
<path d="M70 150 44 270l30-18 22 24 26-116z" fill="url(#ribbon)"/>
<path d="M150 150l26 120-30-18-22 24-26-116z" fill="url(#ribbon)"/>
<path d="${scallops(110, 112, 106, 36, 0.06)}" fill="url(#gold)"/>
<circle cx="110" cy="112" r="86" fill="none" stroke="url(#rim)" stroke-width="3"/>
<circle cx="110" cy="112" r="78" fill="none" stroke="#8a6526" stroke-width=".8"/>
<path d="${rosette(110, 112, 75, 24, 4, 0.13)}" fill="none" stroke="#8a6526" stroke-opacity=".75" stroke-width=".7"/>
<circle cx="110" cy="112" r="48" fill="url(#gold)" stroke="url(#rim)" stroke-width="2"/>
<path d="${star(110, 113, 32)}" fill="#7a5720"/>
<path d="${star(110, 111.5, 32)}" fill="#fdf3cf"/>
</svg>`;
}

const template = JSON.parse(await readFile(TEMPLATE, "utf8"));
for (const [name, svg] of Object.entries({ border: border(), seal: seal() })) {
  const layer = template.layers.find((candidate) => candidate.name === name);
  layer.image_url = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
await writeFile(TEMPLATE, `${JSON.stringify(template, null, 2)}\n`);
