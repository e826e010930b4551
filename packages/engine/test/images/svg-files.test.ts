/**
 * SVG files that other programs export look the same after sanitizing. For comparison, sharp draws the original file.
 */
import { describe, expect, test } from "@jest/globals";
import sharp from "sharp";
import { readSvgFile } from "../../src/document/svg/read-svg.js";
import { dataUri, makeImage, renderLayers } from "../support.js";

const png = dataUri(await makeImage(4, 4, () => [0, 170, 0, 255]));

const EXPORTS: Readonly<Record<string, string>> = {
  Figma: `<svg width="80" height="60" viewBox="0 0 80 60" fill="none" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g clip-path="url(#clip0_1_2)"><g filter="url(#filter0_d_1_2)"><rect x="10" y="8" width="50" height="30" rx="6" fill="white"/></g>
<mask id="mask0_1_2" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="20" y="20" width="40" height="30"><circle cx="40" cy="35" r="14" fill="#D9D9D9"/></mask>
<g mask="url(#mask0_1_2)"><rect x="20" y="20" width="40" height="30" fill="url(#paint0_linear_1_2)"/></g>
<rect x="62" y="2" width="16" height="16" fill="url(#pattern0)"/><path style="mix-blend-mode:multiply" d="M0 40h30v20H0z" fill="#FF5500"/></g>
<defs><filter id="filter0_d_1_2" x="4" y="6" width="62" height="42" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB"><feFlood flood-opacity="0" result="BackgroundImageFix"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/><feMorphology radius="1" operator="dilate" in="SourceAlpha" result="effect1"/><feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/><feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5 0"/><feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow"/><feBlend mode="normal" in="SourceGraphic" in2="effect1_dropShadow" result="shape"/></filter>
<pattern id="pattern0" patternContentUnits="objectBoundingBox" width="1" height="1"><use xlink:href="#image0" transform="scale(0.25)"/></pattern>
<linearGradient id="paint0_linear_1_2" x1="20" y1="20" x2="60" y2="50" gradientUnits="userSpaceOnUse"><stop stop-color="#FF0000"/><stop offset="1" stop-color="#0000FF" stop-opacity="0.5"/></linearGradient>
<clipPath id="clip0_1_2"><rect width="80" height="60" rx="8" fill="white"/></clipPath><image id="image0" width="4" height="4" xlink:href="${png}"/></defs></svg>`,
  Illustrator: `<?xml version="1.0" encoding="utf-8"?><!-- Generator: Adobe Illustrator 27.0 --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns:x="http://ns.adobe.com/Extensibility/1.0/" xmlns:i="http://ns.adobe.com/AdobeIllustrator/10.0/" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px" viewBox="0 0 80 60" style="enable-background:new 0 0 80 60;" xml:space="preserve">
<style type="text/css">.st0{fill:#E30613;}.st1{fill:none;stroke:#1D1D1B;stroke-width:3;stroke-dasharray:6,3;}.st2{clip-path:url(#SVGID_2_);}.st0,.st1{stroke-miterlimit:10;}</style>
<switch><foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/" x="0" y="0" width="1" height="1"><i:aipgfRef xlink:href="#a"/></foreignObject>
<g i:extraneous="self"><circle class="st0" cx="25" cy="25" r="18"/><path class="st1" d="M5,50c10-20,30,10,70-5"/><g><defs><rect id="SVGID_1_" x="45" y="5" width="20" height="20"/></defs><clipPath id="SVGID_2_"><use xlink:href="#SVGID_1_" style="overflow:visible;"/></clipPath><g class="st2"><circle class="st0" cx="65" cy="15" r="15"/></g></g></g></switch></svg>`,
  Inkscape: `<?xml version="1.0"?><svg width="80" height="60" viewBox="0 0 80 60" version="1.1" id="svg5" inkscape:version="1.2" sodipodi:docname="a.svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" xmlns:ns1="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg" xmlns:svg="http://www.w3.org/2000/svg" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:cc="http://creativecommons.org/ns#">
<sodipodi:namedview id="namedview7" pagecolor="#ffffff"><inkscape:grid type="xygrid" id="grid1"/></sodipodi:namedview><metadata id="m1"><rdf:RDF><cc:Work rdf:about=""/></rdf:RDF></metadata>
<defs id="defs2"><linearGradient id="lg1"><stop style="stop-color:#0000ff;stop-opacity:1" offset="0" id="s1"/><stop style="stop-color:#00ff00;stop-opacity:0" offset="1" id="s2"/></linearGradient><linearGradient ns1:href="#lg1" id="lg2" x1="5" y1="5" x2="70" y2="50" gradientUnits="userSpaceOnUse"/>
<marker style="overflow:visible" id="Arrow1" refX="0" refY="0" orient="auto" inkscape:stockid="Arrow1"><path transform="scale(0.5)" style="fill:context-stroke;fill-rule:evenodd;stroke:none" d="M 0,0 5,-5 -12.5,0 5,5 Z" id="p9"/></marker><filter id="blur1" x="-.2" y="-.2" width="1.4" height="1.4" inkscape:collect="always"><feGaussianBlur stdDeviation="1.5" id="fe1"/></filter></defs>
<g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" transform="translate(2,1)"><rect style="fill:url(#lg2);stroke:#000;stroke-width:1.5;filter:url(#blur1)" id="rect1" width="60" height="40" x="5" y="5"/><path style="fill:none;stroke:#c00;stroke-width:2;marker-end:url(#Arrow1);paint-order:stroke" d="m 10,50 20,-15 30,10" id="path3" sodipodi:nodetypes="ccc"/><use ns1:href="#path3" transform="matrix(0.8,0,0,0.8,4,-12)" id="u1"/></g></svg>`,
};

const rawOf = async (bytes: Uint8Array) =>
  await sharp(bytes).flatten({ background: "#fff" }).removeAlpha().raw().toBuffer();

describe("SVG files of other programs", () => {
  test.each(Object.entries(EXPORTS))("a file exported by %s is drawn like its original", async (_program, text) => {
    expect(readSvgFile(text)).toHaveProperty("svg");
    const original = await rawOf(Buffer.from(text));
    const layer = {
      id: "a",
      type: "image",
      width: 80,
      height: 60,
      image_url: dataUri(Buffer.from(text), "svg+xml"),
      fit: "none",
    };
    const { picture } = await renderLayers([layer as never]);
    expect(picture.warnings).toEqual([]);
    const drawn = await sharp(picture.bytes)
      .extract({ left: 0, top: 0, width: 80, height: 60 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const worst = original.reduce((most, value, at) => Math.max(most, Math.abs(value - (drawn[at] ?? -999))), 0);
    expect(worst).toBeLessThanOrEqual(2);
  });

  test("an SVG that is embedded in an SVG file is not drawn, and the warning names the layer", async () => {
    const inner = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
    const text = `<svg xmlns="http://www.w3.org/2000/svg"><image href="data:image/svg+xml;base64,${inner}"/></svg>`;
    const url = dataUri(Buffer.from(text), "svg+xml");
    const { picture } = await renderLayers([{ id: "a", type: "image", width: 80, height: 60, image_url: url }]);
    expect(picture.warnings).toEqual([expect.objectContaining({ code: "IMAGE_UNAVAILABLE", layer: "a" })]);
  });
});
