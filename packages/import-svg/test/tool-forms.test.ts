import { describe, expect, test } from "@jest/globals";
import { importSvg } from "@image-render/import-svg/node";

/** Imports an SVG. Returns its layers, and the notes about the parts that were not kept. */
async function imported(svg: string) {
  const options = { name: "design", imageFolder: "design-images", linked: (path: string) => path };
  const { document, notes } = await importSvg(svg, options);
  return {
    layers: document["layers"] as readonly Readonly<Record<string, unknown>>[],
    notes: notes.map(({ message }) => message),
  };
}

const svgOf = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${content}</svg>`;

/** An SVG from Illustrator with "Preserve Illustrator Editing Capabilities": entities, a switch, and private data. */
const ILLUSTRATOR_EDITABLE = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
	<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
	<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns:i="&ns_ai;" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 200" xml:space="preserve">
<style type="text/css">.st1{font-family:'Inter-Bold';}.st2{font-size:32px;}</style>
<switch>
	<foreignObject requiredExtensions="&ns_ai;" x="0" y="0" width="1" height="1"><i:pgfRef xlink:href="#pgf" xmlns:xlink="http://www.w3.org/1999/xlink"></i:pgfRef></foreignObject>
	<g i:extraneous="self"><text transform="matrix(1 0 0 1 30 80)" class="st1 st2">Spring fair</text></g>
</switch>
<i:pgf id="pgf"><![CDATA[KLUv/QBYLCADHg==]]></i:pgf>
</svg>`;

/** A shape from Figma with two drop shadows, one of them with a spread, and an inner shadow. */
const FIGMA_EFFECTS =
  svgOf(`<g filter="url(#f)"><rect x="100" y="40" width="200" height="90" rx="12" fill="#ffffff"/></g>
<defs><filter id="f" x="0" y="0" width="400" height="200" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
<feFlood flood-opacity="0" result="BackgroundImageFix"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feMorphology radius="3" operator="dilate" in="SourceAlpha" result="effect1_dropShadow"/>
<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feComposite in2="hardAlpha" operator="out"/>
<feColorMatrix type="matrix" values="0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5 0"/>
<feBlend mode="normal" in2="BackgroundImageFix" result="effect1_dropShadow"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dy="16"/><feGaussianBlur stdDeviation="12"/><feComposite in2="hardAlpha" operator="out"/>
<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0.25 0"/>
<feBlend mode="normal" in2="effect1_dropShadow" result="effect2_dropShadow"/>
<feBlend mode="normal" in="SourceGraphic" in2="effect2_dropShadow" result="shape"/>
<feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="hardAlpha"/>
<feOffset dy="-2"/><feGaussianBlur stdDeviation="3"/><feComposite in2="hardAlpha" operator="arithmetic" k2="-1" k3="1"/>
<feColorMatrix type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 1 0"/>
<feBlend mode="normal" in2="shape" result="effect3_innerShadow"/>
</filter></defs>`);

const SHADOW = '<filter id="s"><feDropShadow dx="0" dy="4" stdDeviation="3" flood-color="#000"/></filter>';

describe("the forms of design tools", () => {
  test("an SVG with Illustrator's editing data is read: entities for addresses, a switch, and private data", async () => {
    const { layers, notes } = await imported(ILLUSTRATOR_EDITABLE);
    expect(layers).toMatchObject([{ type: "text", text: "Spring fair", font_weight: 700, font_size: 32 }]);
    expect(notes).toEqual([]);
  });

  test.each([
    ["a text", "<!ENTITY a 'b'>"],
    ["another entity", '<!ENTITY a "http://a"><!ENTITY b "&a;&a;">'],
    ["a file", '<!ENTITY a SYSTEM "http://a">'],
  ])("an entity that contains %s is refused", async (_, declaration) => {
    const svg = `<!DOCTYPE svg [${declaration}]>${svgOf("<text x='&a;'>a</text>")}`;
    await expect(imported(svg)).rejects.toThrow("Entity declarations are not allowed");
  });

  test("Figma's drop shadows, spread and inner shadow become the shadows of a layer, the last one first", async () => {
    const { layers, notes } = await imported(FIGMA_EFFECTS);
    expect(layers).toMatchObject([
      {
        type: "rectangle",
        shadows: [
          { color: "#0000ff", y: -2, blur: 6, inset: true },
          { color: "#00000040", y: 16, blur: 24 },
          { color: "#ff000080", y: 4, blur: 4, spread: 3 },
        ],
      },
    ]);
    expect(notes).toEqual([]);
  });

  test("a single drop shadow becomes the attributes shadow_color, shadow_y and shadow_blur", async () => {
    const { layers } = await imported(svgOf(`${SHADOW}<rect x="9" y="9" width="50" height="20" filter="url(#s)"/>`));
    expect(layers).toMatchObject([{ shadow_color: "#000000", shadow_y: 4, shadow_blur: 6 }]);
    expect(layers[0]).not.toHaveProperty("shadows");
  });

  test("a note says that the shadow of a line is not kept", async () => {
    const content = `<text x="9" y="90">a</text><line x1="9" y1="20" x2="90" y2="20" stroke="#000" stroke-width="4"/>`;
    const { notes } = await imported(svgOf(`${SHADOW}<g filter="url(#s)">${content}</g>`));
    expect(notes).toEqual(["The shadow of a line or a drawing is not kept. Only other layers have shadows."]);
  });

  test("a note says that the positions of single letters are not kept, unless they are a list of zeros", async () => {
    const { notes } = await imported(svgOf('<text x="30 46 62" y="40">ABC</text>'));
    expect(notes).toEqual([
      "The positions of single letters are not kept. The font determines the distance from letter to letter.",
    ]);
    expect((await imported(svgOf('<text x="30" y="40" dy="0 0 0">ABC</text>'))).notes).toEqual([]);
  });

  test("the note about a text that only Inkscape draws says what to do", async () => {
    const flowed = "<flowRoot><flowRegion><rect width='9' height='9'/></flowRegion><flowPara>a</flowPara></flowRoot>";
    const { layers, notes } = await imported(svgOf(flowed));
    expect(layers).toEqual([]);
    expect(notes[0]).toContain("choose Text > Convert to Text");
  });

  test.each([
    ["Open Sans", "Open Sans"],
    ["Calibri", "Lato"],
    ["Gotham-Bold", "Montserrat"],
    ["Futura", "Poppins"],
    ["Georgia", "Lora"],
    ["Times New Roman", "Libre Baskerville"],
    ["Adobe Garamond Pro", "EB Garamond"],
    ["Rockwell", "Zilla Slab"],
    ["Courier New", "IBM Plex Mono"],
    ["Impact", "Anton"],
    ["Bradley Hand", "Caveat"],
    ["Edwardian Script ITC", "Pinyon Script"],
    ["Didot", "Playfair Display"],
    ["HelveticaNeue-Medium", "Roboto"],
    ["Wingdings", "Inter"],
  ])("a text in %s gets the family %s", async (wanted, family) => {
    const { layers, notes } = await imported(svgOf(`<text x="9" y="40" font-family="${wanted}">A</text>`));
    expect(layers).toMatchObject([{ font_family: family }]);
    expect(notes).toHaveLength(wanted === family ? 0 : 1);
  });

  test("a generic family name such as sans-serif gives no warning", async () => {
    expect((await imported(svgOf('<text x="9" y="40" font-family="sans-serif">A</text>'))).notes).toEqual([]);
  });
});
