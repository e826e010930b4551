import { describe, expect, test } from "@jest/globals";
import { textIssues } from "../../src/document/text-template/check-text.js";
import { fillText, fillUrl } from "../../src/document/text-template/fill-text.js";
import { parseText } from "../../src/document/text-template/parse-text.js";
import { issuesOf, lists, names, scopeIn } from "./text-support.js";
import fc from "../../../../test/support/fast-check.js";

describe("placeholders", () => {
  test("names between double braces are placeholders and other braces are text", () => {
    const found = parseText("{{a}} {{ b_2 }} { {c} } {{}} {{4d}} {{e f}} {{{g}}} {{h.i}}");
    expect(found.flatMap((part) => (part.kind === "placeholder" ? [part.reference] : []))).toEqual([
      { name: "a", field: undefined },
      { name: "b_2", field: undefined },
      { name: "g", field: undefined },
      { name: "h", field: "i" },
    ]);
  });

  test("the text of a placeholder can have spaces, tabs and line ends between its words", () => {
    const text = '{{\n name \t|\r\n truncate :\n 3 , "-" \t| upper }}';
    expect(parseText(text)).toEqual([
      {
        kind: "placeholder",
        reference: { name: "name", field: undefined },
        filters: [
          { name: "truncate", positional: [3, "-"], named: new Map(), at: 14 },
          { name: "upper", positional: [], named: new Map(), at: 37 },
        ],
        at: 0,
      },
    ]);
  });

  test("the arguments of a filter are numbers, words, truth values and texts, with or without a name", () => {
    const text = "{{a | f: -1.5, word, true, false, 'it\\'s', key = true, other= 2, third =\"x\"}}";
    expect(parseText(text)).toMatchObject([
      {
        filters: [
          {
            positional: [-1.5, "word", true, false, "it's"],
            named: new Map<string, unknown>([
              ["key", true],
              ["other", 2],
              ["third", "x"],
            ]),
          },
        ],
      },
    ]);
  });

  test("a dot without a field makes the braces plain text", () => {
    expect(parseText("{{name.}}{{name.4}}{{name..x}}")).toEqual([
      { kind: "literal", text: "{{name.}}{{name.4}}{{name..x}}" },
    ]);
  });

  test("an inserted value is not searched for placeholders", () => {
    const scope = {
      ...scopeIn("en"),
      variables: new Map([
        ["a", "{{b}}"],
        ["b", "$&"],
      ]),
    };
    expect(fillText("{{a}}-{{b}}", scope)).toBe("{{b}}-$&");
  });

  test("a filled text has at most one character more than the limit", () => {
    const scope = { ...scopeIn("en"), variables: new Map([["a", "x".repeat(10_000)]]) };
    expect(fillText("{{a}}".repeat(1000), scope).length).toBe(10_001);
  });

  test("parsing and filling any text does not throw", () => {
    const words = fc.constantFrom(
      "{{",
      "}}",
      "|",
      ":",
      ",",
      "=",
      "name",
      "price",
      "date",
      "currency",
      '"',
      "'",
      "\\",
      "1",
      " ",
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (list) => {
        const text = list.join("");
        expect(typeof fillText(text, scopeIn("en"))).toBe("string");
        expect(Array.isArray(issuesOf(text))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

describe("issues of placeholders", () => {
  test.each([
    ["{{nmae}}", 'Did you mean "name"?'],
    ["{{price | curency: EUR}}", 'Did you mean "currency"?'],
    ["{{price | currency}}", 'Use it as currency: "EUR"'],
    ["{{price | currency: Euro}}", 'Use it as currency: "EUR"'],
    ["{{price | number: 30}}", "Use it as number"],
    ["{{price | number: 3, 1}}", "Use it as number"],
    ["{{name | date: longest}}", "Use it as date"],
    ["{{name | date: months=long}}", "Use it as date"],
    ["{{ok | number}}", "can't be used on true or false"],
    ["{{items}}", "Join the list"],
    ["{{items | upper}}", "can't be used on a list"],
    ["{{items | join: nmae}}", "Fields: name."],
    ["{{name.first}}", 'has no field "first"'],
    ["{{item.cost}}", "Known: price"],
    ["{{name | }}", "Expected the name of a filter"],
    ["{{name | upper", 'Expected "|" or "}}"'],
    ['{{name | default: "x}}', "no closing quote"],
    [`{{name ${"| upper ".repeat(9)}}}`, "at most 8 filters"],
  ])("the placeholder %s has an issue that says what to do", (text, message) => {
    expect(issuesOf(text)).toEqual([expect.stringContaining(message)]);
  });

  test("an expression in a text cannot ask whether a layer is empty", () => {
    const withLayer = { ...names, layers: new Set(["badge"]) };
    expect(textIssues("{{empty(badge) ? 1 : 2}}", withLayer, lists, true)).toEqual([
      expect.stringMatching(/^At character 3: .*Only visible_if can ask whether a layer is empty/),
    ]);
  });

  test("the issue of a placeholder names the character", () => {
    expect(issuesOf("Price: {{price | curency}}")).toEqual([expect.stringMatching(/^At character 18: /)]);
  });

  test("members of Object.prototype are neither filters nor variables", () => {
    expect(issuesOf("{{name | constructor}}")).toEqual([expect.stringContaining('no filter "constructor"')]);
    expect(issuesOf("{{__proto__}}{{constructor}}")).toEqual([expect.stringContaining("no variable")]);
  });
});

describe("placeholders in a URL", () => {
  const scope = {
    ...scopeIn("en"),
    variables: new Map([
      ["id", "a/../b?c#d"],
      ["url", "https://example.com/x.png"],
    ]),
  };

  test("a value inside a URL is percent-encoded", () => {
    expect(fillUrl("https://example.com/{{id}}.png", scope)).toBe("https://example.com/a%2F..%2Fb%3Fc%23d.png");
  });

  test("a value that is a whole URL is not encoded", () => {
    expect(fillUrl("{{url}}", scope)).toBe("https://example.com/x.png");
  });
});
