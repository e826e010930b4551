/** The references of XML 1.0, fifth edition: sections 2.2, 4.1 and 4.6. */
import { describe, expect, test } from "@jest/globals";
import { parseXml } from "../../../src/document/svg/parse-xml.js";
import { SvgError } from "../../../src/document/svg/svg-error.js";
import { referenceText } from "../../../src/document/svg/xml-references.js";

function refusalOf(run: () => unknown): readonly [message: string, at: number | undefined] {
  try {
    run();
  } catch (error) {
    if (error instanceof SvgError) return [error.message.replace("This is not well-formed XML: ", ""), error.at];
    throw error;
  }
  throw new Error("It was accepted");
}

describe("the text of a reference", () => {
  test.each([
    ["amp", "&"],
    ["lt", "<"],
    ["gt", ">"],
    ["quot", '"'],
    ["apos", "'"],
    ["#65", "A"],
    ["#0000000065", "A"],
    ["#x41", "A"],
    ["#x4A", "J"],
    ["#x4a", "J"],
    ["#9", "\t"],
    ["#10", "\n"],
    ["#13", "\r"],
    ["#32", " "],
    ["#xD7FF", "\uD7FF"],
    ["#xE000", "\uE000"],
    ["#xFFFD", "\uFFFD"],
    ["#x10000", "\u{10000}"],
    ["#x10FFFF", "\u{10FFFF}"],
  ])("the reference %s is the character %j", (name, text) => {
    expect(referenceText(name, 7)).toBe(text);
  });

  test.each([
    "#0 #8 #11 #12 #14 #31 #xD800 #xDFFF #xFFFE #xFFFF #x110000 #x99999999999999999999",
    "# #x #X41 #a #-5 #6a #x4g #1.5 #1e3 #0x41 ##65",
  ])("none of the references %s is a character", (names) => {
    for (const name of names.split(" ")) {
      expect([name, ...refusalOf(() => referenceText(name, 7))]).toEqual([name, "malformed character entity.", 7]);
    }
  });

  test.each(["nbsp", "AMP", "Lt", "constructor", "__proto__", "hasOwnProperty", "é"])(
    "the entity %s is not defined, because a document type cannot define it",
    (name) => {
      expect(refusalOf(() => referenceText(name, 7))).toEqual(["undefined entity.", 7]);
    },
  );

  test.each(["a b", " amp", "1a", "a&", "<", "a;b", "-"])("%j is no name of an entity", (name) => {
    expect(refusalOf(() => referenceText(name, 7))).toEqual(["disallowed character in entity name.", 7]);
  });

  test("a reference without a name is refused", () => {
    expect(refusalOf(() => referenceText("", 7))).toEqual(["empty entity name.", 7]);
  });
});

describe("the limits of the tree", () => {
  const nested = (levels: number) => "<g>".repeat(levels) + "</g>".repeat(levels);

  test("64 levels and 5,000 elements are read, and one more of each is refused at its place", () => {
    expect(parseXml(nested(64)).root.name).toBe("g");
    expect(refusalOf(() => parseXml(nested(65)))).toEqual(["Elements are nested over 64 deep", 64 * 3]);
    const flat = (count: number) => `<g>${"<g/>".repeat(count - 1)}</g>`;
    expect(parseXml(flat(5000)).root.children).toHaveLength(4999);
    expect(refusalOf(() => parseXml(flat(5001)))).toEqual(["There are more than 5000 elements", 3 + 4 * 4999]);
  });

  test("elements that are closed do not count as levels", () => {
    expect(parseXml(`<g>${nested(63)}${nested(63)}<g/></g>`).root.children).toHaveLength(3);
  });
});

describe("the places of a tree", () => {
  test("each element has the place of its tag, and the tree the length of its source", () => {
    const { root, characters } = parseXml('<?xml version="1.0"?> <svg><g/><g>\n<a/></g></svg>\n');
    expect([root.at, ...root.children.map(({ at }) => at), root.children[1]?.children[0]?.at]).toEqual([
      22, 27, 31, 35,
    ]);
    expect(characters).toBe(50);
  });

  test("style sheets are found in order at any depth, in any namespace, and with all of their pieces", () => {
    const { styleSheets } = parseXml(
      "<svg><style>a<!-- b -->c<![CDATA[&d]]></style><g><x:style>e</x:style></g><style/><styles>f</styles></svg>",
    );
    expect(styleSheets.map(({ text }) => text)).toEqual(["ac&d", "e", ""]);
  });

  test("the default namespace ends with the element that declares it", () => {
    const { root } = parseXml('<svg><g xmlns="urn:a"><g/><svg:g/></g><g/><g xmlns="urn:a"/><g/></svg>');
    const [first, ...others] = root.children;
    expect([first, ...(first?.children ?? []), ...others].map((each) => each?.isSvg)).toEqual([
      ...[false, false, true],
      ...[true, false, true],
    ]);
  });
});
