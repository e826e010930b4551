import { expect, test } from "@jest/globals";
import { parseXml } from "../../../src/document/svg/parse-xml.js";

const linkOf = (use: string) => {
  const declarations = `xmlns:x="http://www.w3.org/1999/xlink" xmlns:other="https://example.com/other"`;
  return parseXml(`<svg ${declarations}>${use}</svg>`).root.children[0]?.attributes.get("href");
};

test("a link of XLink is the element's link, whatever prefix the file declares for XLink", () => {
  expect(linkOf(`<use x:href="#a"/>`)).toBe("#a");
  expect(linkOf(`<use xlink:href="#a"/>`)).toBe("#a");
});

test("a link of another namespace is not the element's link", () => {
  expect(linkOf(`<use other:href="#a"/>`)).toBeUndefined();
});

test("SVG's own link has priority over the link of XLink, in both orders", () => {
  expect(linkOf(`<use href="#own" x:href="#a"/>`)).toBe("#own");
  expect(linkOf(`<use x:href="#a" href="#own"/>`)).toBe("#own");
});
