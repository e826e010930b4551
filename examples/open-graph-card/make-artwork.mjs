/**
 * Draws the artwork of the "Open Graph card" starter as SVG: a planet with its orbits, a logo and a portrait. Writes each
 * as a data URI into the layer of that name:
 *
 *   node examples/open-graph-card/make-artwork.mjs
 */
import { readFile, writeFile } from "node:fs/promises";

const TEMPLATE = new URL("template.json", import.meta.url);
const CENTRE = { x: 470, y: 330 };

const orbits = Array.from({ length: 15 }, (_, index) => {
  const opacity = (0.62 * Math.exp(-index / 6.2)).toFixed(3);
  return `<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="${70 + index * 38}" stroke-opacity="${opacity}"/>`;
});

const moons = [
  { orbit: 146, angle: -0.9, radius: 7, color: "#67e8f9" },
  { orbit: 222, angle: 0.75, radius: 6, color: "#c4b5fd" },
  { orbit: 260, angle: 2.5, radius: 5, color: "#a5b4fc" },
  { orbit: 336, angle: -2.1, radius: 4, color: "#f0abfc" },
].map(({ orbit, angle, radius, color }) => {
  const x = (CENTRE.x + orbit * Math.cos(angle)).toFixed(1);
  const y = (CENTRE.y + orbit * Math.sin(angle)).toFixed(1);
  const disc = (r, opacity) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${color}" opacity="${opacity}"/>`;
  return disc(radius * 2.6, 0.16) + disc(radius, 1);
});

const art = `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="630" viewBox="0 0 700 630">
<defs>
<radialGradient id="glow" gradientUnits="userSpaceOnUse" cx="${CENTRE.x}" cy="${CENTRE.y}" r="430">
<stop offset="0" stop-color="#6366f1" stop-opacity=".85"/><stop offset=".28" stop-color="#4f46e5" stop-opacity=".42"/>
<stop offset=".62" stop-color="#312e81" stop-opacity=".16"/><stop offset="1" stop-color="#312e81" stop-opacity="0"/>
</radialGradient>
<radialGradient id="planet" cx=".36" cy=".3" r=".85">
<stop offset="0" stop-color="#e0f2fe"/><stop offset=".3" stop-color="#a5b4fc"/>
<stop offset=".68" stop-color="#6366f1"/><stop offset="1" stop-color="#3730a3"/>
</radialGradient>
<linearGradient id="orbit" x1="0" y1="0" x2="1" y2="1">
<stop offset="0" stop-color="#67e8f9"/><stop offset=".5" stop-color="#a5b4fc"/><stop offset="1" stop-color="#f0abfc"/>
</linearGradient>
<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="90" y1="0" x2="360" y2="0">
<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/>
</linearGradient>
<mask id="towards-title" maskUnits="userSpaceOnUse" x="0" y="0" width="700" height="630">
<rect width="700" height="630" fill="url(#fade)"/>
</mask>
</defs>
<rect width="700" height="630" fill="url(#glow)"/>
<g mask="url(#towards-title)" fill="none" stroke="url(#orbit)" stroke-width="1.25">${orbits.join("")}</g>
<circle cx="${CENTRE.x}" cy="${CENTRE.y}" r="48" fill="url(#planet)"/>
${moons.join("\n")}
</svg>`;

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="44" height="44" viewBox="0 0 44 44">
<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
<stop stop-color="#67e8f9"/><stop offset="1" stop-color="#818cf8"/>
</linearGradient></defs>
<rect width="44" height="44" rx="12" fill="url(#sky)"/>
<path d="M12 31 22 12l10 19-10-5.5z" fill="#0b1020" stroke="#0b1020" stroke-width="2" stroke-linejoin="round"/>
</svg>`;

const avatar = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="120" viewBox="0 0 120 120">
<defs><linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
<stop stop-color="#fda4af"/><stop offset="1" stop-color="#c084fc"/>
</linearGradient></defs>
<rect width="120" height="120" fill="url(#wall)"/>
<path d="M14 128c0-28 20-44 46-44s46 16 46 44z" fill="#312e81"/>
<path d="M48 70h24v22c0 6-24 6-24 0z" fill="#f5c9ad"/>
<ellipse cx="60" cy="56" rx="21" ry="25" fill="#fbd7bd"/>
<path d="M36 58c-4-26 10-38 26-37 18 0 28 14 22 38-3-10-8-17-14-20-9 6-24 6-30 6-3 4-3 8-4 13z" fill="#3b1d2e"/>
</svg>`;

const template = JSON.parse(await readFile(TEMPLATE, "utf8"));
for (const [name, svg] of Object.entries({ art, logo, avatar })) {
  const layer = template.layers.find((candidate) => candidate.name === name);
  layer.image_url = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
await writeFile(TEMPLATE, `${JSON.stringify(template, null, 2)}\n`);
