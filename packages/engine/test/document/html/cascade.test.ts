import { describe, expect, test } from "@jest/globals";
import { knownHtml } from "../../../src/document/html/html-facts.js";

describe("the cascade", () => {
  const stylesOf = (html: string) => {
    const read = knownHtml(html);
    expect(read.issues).toEqual([]);
    return read.html.children.map((node) => ("text" in node ? node.text : Object.fromEntries(node.style)));
  };

  test("later rules, more specific selectors, own styles and important declarations have ascending priority", () => {
    const rules = "#i { color: red } .c { color: green } p { color: blue } p { color: black; opacity: 1 }";
    expect(stylesOf(`<style>${rules}</style><p id="i" class="c">a</p>`)).toEqual([{ color: "red", opacity: "1" }]);
    expect(stylesOf(`<style>${rules}</style><p class="c">a</p>`)).toEqual([{ color: "green", opacity: "1" }]);
    expect(stylesOf(`<style>${rules}</style><p>a</p>`)).toEqual([{ color: "black", opacity: "1" }]);
    expect(stylesOf(`<style>${rules}</style><p id="i" style="color: white">a</p>`)).toEqual([
      { color: "white", opacity: "1" },
    ]);
    expect(stylesOf(`<style>p { color: red !important }</style><p style="color: white">a</p>`)).toEqual([
      { color: "red" },
    ]);
  });

  test("a selector with several parts selects only elements inside of the required ancestors", () => {
    const rules = "<style>.a p { color: red } .a > b { color: blue }</style>";
    const [, inner] = stylesOf(`${rules}<p>out</p><div class="a"><i><p>in</p><b>no</b></i><b>yes</b></div>`);
    expect(inner).toEqual({});
    const { children } = knownHtml(`${rules}<div class="a"><i><p>in</p><b>no</b></i><b>yes</b></div>`).html;
    expect(children).toMatchObject([
      {
        children: [
          { children: [{ style: new Map([["color", "red"]]) }, { style: new Map() }] },
          { style: new Map([["color", "blue"]]) },
        ],
      },
    ]);
  });

  test("a child combinator can match a farther ancestor than the nearest one with the same name", () => {
    const html = '<style>.a > p b { color: red }</style><div class="a"><p><i><p><b>x</b></p></i></p></div>';
    const styles = JSON.stringify(knownHtml(html).html, (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    );
    expect(styles).toContain('"name":"b","style":[["color","red"]]');
  });

  test("a selector with eight parts matches deeply nested elements, and a selector with nine parts is refused", () => {
    const deep = "<b>".repeat(24) + "x" + "</b>".repeat(24);
    const html = `<style>${"b ".repeat(8)}{ color: red } i ${"b ".repeat(7)}{ color: blue }</style>${deep}`;
    const styles = JSON.stringify(knownHtml(html).html, (_, value: unknown) =>
      value instanceof Map ? [...value] : value,
    );
    expect([styles.split('"red"').length - 1, styles.includes('"blue"')]).toEqual([17, false]);
    expect(knownHtml(`<style>${"b ".repeat(9)}{ color: red }</style>`).issues.join()).toContain("at most 8 parts");
  });

  test("selectors that would be compared with too many elements are an issue", () => {
    const rules = "* * * * * * * * { color: red }".repeat(200);
    const html = `<style>${rules}</style>${"<b>".repeat(22)}${"<i></i>".repeat(270)}${"</b>".repeat(22)}`;
    expect(knownHtml(html).issues.join()).toContain("Line 1, column 1: Its styles take too much work");
  });
});
