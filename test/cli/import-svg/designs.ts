/** SVG exports in the style of four design tools. */

/** A PNG of 16 × 16 pixels: four squares of one color each. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAKklEQVQokWM4YWODFdksCMCKGEY12NAilGwCTmBFH05oYEUMoxoCaBBKAN4BaBDIQGLjAAAAAElFTkSuQmCC";

/** As Illustrator writes it: classes in `<style>`, `data-name`, `<tspan>` lines, and words placed one by one. */
export const ILLUSTRATOR = `<?xml version="1.0" encoding="UTF-8"?>
<svg id="Layer_1" data-name="Layer 1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 400 240">
  <defs>
    <style>
      .cls-1 { fill: #123c4a; }
      .cls-2, .cls-3 { fill: #fff; font-family: Inter-Bold, Inter; font-weight: 700; }
      .cls-2 { font-size: 30px; }
      .cls-3 { font-size: 16px; font-weight: 400; font-family: Inter-Regular, Inter; }
      .cls-4 { fill: none; stroke: #f2b84b; stroke-miterlimit: 10; stroke-width: 4px; }
      .cls-5 { fill: url(#linear-gradient); }
      .cls-6 { fill: #f2b84b; opacity: .6; }
    </style>
    <linearGradient id="linear-gradient" x1="280" y1="120" x2="380" y2="120" gradientUnits="userSpaceOnUse">
      <stop offset="0" stop-color="#f2b84b"/>
      <stop offset="1" stop-color="#d1495b"/>
    </linearGradient>
  </defs>
  <rect class="cls-1" width="400" height="240"/>
  <rect id="Frame_x20_line" class="cls-4" x="12" y="12" width="376" height="216" rx="10"/>
  <ellipse class="cls-5" cx="330" cy="120" rx="50" ry="30"/>
  <polygon class="cls-6" points="40 200 60 165.359 80 200"/>
  <text id="Headline" class="cls-2" transform="translate(36 80)"><tspan x="0" y="0">Open</tspan><tspan x="86" y="0">house</tspan></text>
  <text class="cls-3" transform="translate(36 112)"><tspan x="0" y="0">Saturday, ten to four</tspan><tspan x="0" y="22">Harbor street 12</tspan></text>
  <g>
    <path class="cls-6" d="M110,200c10-30,30-30,40,0s30,30,40,0"/>
    <line class="cls-4" x1="220" y1="190" x2="260" y2="170"/>
  </g>
</svg>`;

/** As Inkscape writes it: millimeters, `style` attributes, labels, matrices, and `text-anchor`. */
export const INKSCAPE = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="105.83334mm" height="52.916669mm" viewBox="0 0 105.83334 52.916669" version="1.1" id="svg1"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
  xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview1" pagecolor="#ffffff"/>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1">
    <rect style="fill:#f4f1ea;fill-opacity:1;stroke:none" id="rect1" width="105.83334" height="52.916669" x="0" y="0"/>
    <g id="g5" transform="rotate(-8,26,26)" style="opacity:0.9">
      <rect style="fill:#2f4858;stroke:#f26419;stroke-width:1" id="rect2" inkscape:label="Ticket" width="36" height="20" x="8" y="16" ry="2"/>
      <circle style="fill:#f26419" id="path3" cx="44" cy="26" r="3"/>
    </g>
    <text xml:space="preserve" style="font-size:6.35px;line-height:1.25;font-family:Inter;font-weight:bold;text-anchor:middle;fill:#2f4858"
      x="78" y="24" id="text4"><tspan sodipodi:role="line" id="tspan4" x="78" y="24">Admit one</tspan><tspan
      sodipodi:role="line" id="tspan5" x="78" y="31.9375">Row seven</tspan></text>
    <image width="12" height="12" preserveAspectRatio="none" inkscape:label="Seal" xlink:href="data:image/png;base64,${PNG}" id="image6" x="72" y="36"/>
    <use xlink:href="#path3" transform="translate(-34,12)" id="use7"/>
  </g>
</svg>`;

/** As Canva writes it: a path for the page, clip paths of paths, and letters as outlines. */
export const CANVA = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="400" zoomAndPan="magnify" viewBox="0 0 300 150" height="200" preserveAspectRatio="xMidYMid meet" version="1.0">
<defs><clipPath id="a1"><path d="M 20 20 L 120 20 L 120 130 L 20 130 Z M 20 20 " clip-rule="nonzero"/></clipPath></defs>
<rect x="-30" width="360" fill="#ffffff" y="-15" height="180" fill-opacity="1"/>
<g clip-path="url(#a1)"><image x="0" y="10" width="140" height="140" preserveAspectRatio="none" xlink:href="data:image/png;base64,${PNG}"/></g>
<g fill="#222222" fill-opacity="1">${Array.from(
  { length: 8 },
  (_, index) =>
    `<g transform="translate(${150 + index * 14}, 80)"><g><path d="M 1 0 L 1 -20 L 9 -20 C 12 -12 12 -8 9 0 Z"/></g></g>`,
).join("")}</g>
</svg>`;
