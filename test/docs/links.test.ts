import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "@jest/globals";

const PAGES = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/**/*.md"]).filter(
  (page) => !page.includes("node_modules"),
);

/** Code can contain text that looks like a link or a heading. */
const withoutCode = (page: string) => readFileSync(page, "utf8").replaceAll(/^(````?)\w*[^`]*?$[^]*?^\1$/gm, "");

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(page).matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
    let name = anchor;
    for (let count = 1; anchors.has(name); count += 1) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

/** Returns the relative links of a page that lead to no file or to no heading. */
function brokenLinks(page: string): string[] {
  const links = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path, anchor] = link.split("#");
    const target = path ? normalize(join(dirname(page), path)) : page;
    if (!existsSync(target)) return true;
    return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).has(anchor);
  });
}

test("every relative link in the documentation leads to a file and to a heading", () => {
  expect(PAGES.length).toBeGreaterThan(100);
  expect(PAGES.flatMap((page) => brokenLinks(page).map((link) => `${page}: ${link}`))).toEqual([]);
});
