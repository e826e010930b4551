/**
 * Compares our XML reader with saxes, which follows the specification. Both refuse the same sources, with the same
 * message and place, and read the same from all others. The sources are mutated with fixed seeds.
 */
import { describe, expect, test } from "@jest/globals";
import { SaxesParser } from "saxes";
import { parseXml } from "../../../src/document/svg/parse-xml.js";
import { SvgError } from "../../../src/document/svg/svg-error.js";
import type { XmlElement } from "../../../src/document/svg/xml-tree.js";
import { randomSvg } from "../../fuzz/edge-svg.js";
import { type RandomSource, randomSource } from "../../oracle/random-source.js";

/** The result of a reader: the elements as nested lists, or the refusal. */
type Read = readonly [element: unknown] | { readonly message: string; readonly at: number };

function readByUs(source: string): Read {
  try {
    return [listOf(parseXml(source).root)];
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    return { message: error.message, at: error.at ?? -1 };
  }
}

function listOf({ name, attributes, children, text }: XmlElement): unknown {
  return [name, Object.fromEntries(attributes), text, children.map(listOf)];
}

interface Reference {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: Reference[];
  text: string;
}

/** Reads a source with saxes. The result has only the attributes and texts that our reader keeps. */
function readBySaxes(source: string): Read {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const outside: Reference = { name: "", attributes: {}, children: [], text: "" };
  const open = [outside];
  const add = (text: string) => {
    const around = open.at(-1) ?? outside;
    const last = around.children.at(-1);
    if (around.name === "style") around.text += text;
    else if (!["text", "tspan"].includes(around.name) || text === "") return;
    else if (last?.name === "#text") last.text += text;
    else around.children.push({ name: "#text", attributes: {}, children: [], text });
  };
  parser.on("error", ({ message }) => {
    throw new SvgError(`This is not well-formed XML: ${message}`, Math.max(0, parser.position - 1));
  });
  parser.on("doctype", (declaration) => {
    if (declaration.includes("[")) throw new SvgError("Entity declarations are not allowed", 0);
  });
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("opentag", ({ name, attributes }) => {
    const own = Object.entries(attributes).filter(([key]) => !key.includes(":") || key.startsWith("xml:"));
    const element = { name: localOf(name), attributes: Object.fromEntries(own), children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => open.pop());
  try {
    parser.write(source).close();
  } catch (error) {
    if (!(error instanceof SvgError)) throw error;
    return { message: error.message, at: error.at ?? -1 };
  }
  const list = ({ name, attributes, children, text }: Reference): unknown => [
    name,
    attributes,
    text,
    children.map(list),
  ];
  return [outside.children.map(list)[0]];
}

const localOf = (name: string) => name.slice(name.indexOf(":") + 1);

const DOCUMENTS = [
  '<?xml version="1.0" encoding="utf-8"?><!-- a --><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg>\n<g/></svg>\n',
  "<svg><style><![CDATA[.a{fill:red}]]>.b{}</style><text>a &amp; b<tspan x='1'>c</tspan>\r\nd&#x41;&#66;</text></svg>",
  '<svg xmlns="http://www.w3.org/2000/svg"\n\tviewBox="0 0\r\n9 9"><?php echo 1 ?><g a="&lt;&quot;" b=\'"\'></g ></svg>',
  "<svg><text><!-- a -->b<!-- c -->d<![CDATA[]]]]><![CDATA[>]]></text><desc>a ]] &gt; b</desc></svg>",
];

const PIECES = [
  ...["<", ">", "&", ";", '"', "'", "=", "/", "!", "?", "[", "]", "-", "--", "]]>", "<![CDATA[", "<!--", "-->"],
  ...["<?", "?>", "<?a?>", '<?xml version="1.0"?>', "<!DOCTYPE svg>", "&lt;", "&#65;", "&#x41;", "&#0;", "&bad;", "&;"],
  ...[" ", "\n", "\r\n", "\r", "\t", "<g>", "</g>", "<g/>", "<style>", "</style>", "<text>", "</text>", "</>", "<g"],
  ...[' a="b"', " a='b'", " é='ü'", ":", "a", "1", "é", "·", "</svg>", "<svg>", "<?xml?>", "<?XML ?>"],
];

function mutate(source: string, random: RandomSource): string {
  let text = source;
  for (let count = random.whole(1, 3); count > 0; count--) {
    const at = random.whole(0, text.length);
    const removed = random.chance(0.5) ? random.whole(0, 12) : 0;
    const added = random.chance(0.7) ? random.pick(PIECES) : "";
    text = text.slice(0, at) + added + text.slice(at + removed);
  }
  // After the first half of a surrogate pair, saxes accepts any unit as the second half.
  return text.toWellFormed();
}

/** The two readers count the halves of a surrogate pair differently, if a mutation divides it. */
function withoutPairs(source: string): string {
  return source.replace(/[\u{10000}-\u{10FFFF}]/gu, "ö");
}

/** Our message about an XML declaration does not say what is wrong. Our message about entities has a better place. */
const OUR_OWN = ["XML declaration", "Entity declarations"];

describe("the reader of XML", () => {
  test("our reader refuses what saxes refuses, with the same message and place, and reads the rest as saxes does", () => {
    const random = randomSource(99);
    let [refused, accepted] = [0, 0];
    for (let index = 0; index < 3000; index++) {
      const source = mutate(random.chance(0.5) ? random.pick(DOCUMENTS) : withoutPairs(randomSvg(random)), random);
      const [ours, theirs] = [readByUs(source), readBySaxes(source)];
      if ("message" in ours) refused += 1;
      else accepted += 1;
      const isOurOwn = "message" in ours && OUR_OWN.some((words) => ours.message.includes(words));
      if (isOurOwn) expect([source, theirs]).toEqual([source, { message: expect.any(String), at: expect.any(Number) }]);
      // At a carriage return, the place that saxes reports is one character further.
      else if ("message" in ours && source.includes("\r"))
        expect([source, theirs]).toMatchObject([source, { message: ours.message }]);
      else expect([source, ours]).toEqual([source, theirs]);
    }
    expect(Math.min(refused, accepted)).toBeGreaterThan(500);
  });

  test.each([
    ["a control character", "<svg>\u0001</svg>", "disallowed character.", 5],
    ["a character that is none", '<svg a="\uFFFF"/>', "disallowed character.", 8],
    ["half of a pair that makes one character", "<svg>\uD800a</svg>", "disallowed character.", 5],
    ["a reference to a control character", '<?xml version="1.1"?><svg a="&#1;"/>', "malformed character entity.", 32],
    [
      "an XML declaration without a version",
      "<?xml encoding='utf-8'?><svg/>",
      "the XML declaration is not correct.",
      0,
    ],
    ["an XML declaration after a space", " <?xml version='1.0'?><svg/>", "must be at the start of the document.", 6],
    ["an XML declaration in uppercase", "<?XML version='1.0'?><svg/>", "must be at the start of the document.", 5],
  ])("%s is refused at its place", (_, source, message, at) => {
    expect(readByUs(source)).toEqual({ message: expect.stringContaining(message), at });
  });

  test("an entity declaration is refused at its bracket", () => {
    const source = '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>';
    expect(readByUs(source)).toEqual({ message: "Entity declarations are not allowed", at: source.indexOf("[") });
  });

  test("characters of any script, and those beyond 16 bits, can be in names, values and texts", () => {
    const source = '<svg><text 名前="\u{1F600}" \u{20000}="é">\u{1F600} ü</text></svg>';
    const attributes = { 名前: "\u{1F600}", "\u{20000}": "é" };
    const text = ["#text", {}, "\u{1F600} ü", []];
    expect(readByUs(source)).toEqual([["svg", {}, "", [["text", attributes, "", [text]]]]]);
  });

  test("thousands of declared namespaces and thousands of elements inside of them are read in one pass", () => {
    const declared = Array.from({ length: 50_000 }, (_, index) => ` xmlns:p${index}="urn:a"`).join("");
    const inside = `<g xmlns:p0="http://www.w3.org/2000/svg"><p0:g/></g><p0:g/>`.repeat(1500);
    const { root } = parseXml(`<svg><g${declared}>${inside}</g></svg>`);
    const [first, second] = root.children[0]?.children ?? [];
    expect([first?.children[0]?.isSvg, second?.isSvg]).toEqual([true, false]);
  });
});
