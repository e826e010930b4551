import { describe, expect, test } from "@jest/globals";
import { applyPatch, type Operation } from "../../src/patch/apply-patch.js";

const operation = (op: Operation["op"], path: string, rest: Partial<Operation> = {}): Operation => ({
  op,
  path,
  ...rest,
});

/** The examples of RFC 6902, appendix A, with their expected results, or "error". */
const RFC: readonly (readonly [name: string, document: unknown, patch: readonly Operation[], expected: unknown])[] = [
  ["A.1", { foo: "bar" }, [operation("add", "/baz", { value: "qux" })], { baz: "qux", foo: "bar" }],
  ["A.2", { foo: ["bar", "baz"] }, [operation("add", "/foo/1", { value: "qux" })], { foo: ["bar", "qux", "baz"] }],
  ["A.3", { baz: "qux", foo: "bar" }, [operation("remove", "/baz")], { foo: "bar" }],
  ["A.4", { foo: ["bar", "qux", "baz"] }, [operation("remove", "/foo/1")], { foo: ["bar", "baz"] }],
  ["A.5", { baz: "qux", foo: "bar" }, [operation("replace", "/baz", { value: "boo" })], { baz: "boo", foo: "bar" }],
  [
    "A.6",
    { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    [operation("move", "/qux/thud", { from: "/foo/waldo" })],
    { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  ],
  [
    "A.7",
    { foo: ["all", "grass", "cows", "eat"] },
    [operation("move", "/foo/3", { from: "/foo/1" })],
    { foo: ["all", "cows", "eat", "grass"] },
  ],
  [
    "A.8",
    { baz: "qux", foo: ["a", 2, "c"] },
    [operation("test", "/baz", { value: "qux" }), operation("test", "/foo/1", { value: 2 })],
    { baz: "qux", foo: ["a", 2, "c"] },
  ],
  ["A.9", { baz: "qux" }, [operation("test", "/baz", { value: "bar" })], "error"],
  [
    "A.10",
    { foo: "bar" },
    [operation("add", "/child", { value: { grandchild: {} } })],
    { foo: "bar", child: { grandchild: {} } },
  ],
  ["A.12", { foo: "bar" }, [operation("add", "/baz/bat", { value: "qux" })], "error"],
  ["A.14", { "/": 9, "~1": 10 }, [operation("test", "/~01", { value: 10 })], { "/": 9, "~1": 10 }],
  ["A.15", { "/": 9, "~1": 10 }, [operation("test", "/~01", { value: "10" })], "error"],
  ["A.16", { foo: ["bar"] }, [operation("add", "/foo/-", { value: ["abc", "def"] })], { foo: ["bar", ["abc", "def"]] }],
];

test.each(RFC)("a patch does what example %s of RFC 6902 says", (_name, document, patch, expected) => {
  if (expected === "error") expect(() => applyPatch(document, patch)).toThrow();
  else expect(applyPatch(document, patch)).toEqual(expected);
});

const CARD = {
  width: 100,
  layers: [
    { id: "back", type: "rectangle", fill: "#fff" },
    { id: "title", type: "text", text: "Hello" },
  ],
};

describe("a patch of a template", () => {
  test("a layer is found by its id, wherever earlier operations have moved it", () => {
    const patch = [
      operation("add", "/layers/0", { value: { id: "new", type: "line" } }),
      operation("replace", "/layers/title/text", { value: "Bye" }),
      operation("replace", "/layers/back", { value: { id: "front", type: "ellipse" } }),
    ];
    expect(applyPatch(CARD, patch)).toEqual({
      width: 100,
      layers: [
        { id: "new", type: "line" },
        { id: "front", type: "ellipse" },
        { id: "title", type: "text", text: "Bye" },
      ],
    });
    expect(CARD.layers).toHaveLength(2);
  });

  test.each([
    [[operation("replace", "/layers/titel/text", { value: "x" })], /patch\[0\].*"titel".*back, title/],
    [[operation("replace", "/layers/title/texts", { value: "x" })], /patch\[0\].*nothing at "texts"/],
    [[operation("remove", "/layers/7")], /index 7 of a list with 2 items/],
    [[operation("add", "/layers/9", { value: 1 })], /only 2 items/],
    [[operation("replace", "width", { value: 1 })], /must start with "\/"/],
    [[operation("add", "/width/x", { value: 1 })], /\/width is neither a list nor an object/],
    [[operation("add", "/name")], /add needs a value/],
    [[operation("move", "/name")], /move needs "from"/],
    [[operation("move", "/layers/title/text/x", { from: "/layers/title/text" })], /into itself/],
    [[operation("remove", "")], /whole document/],
    [[operation("add", "/__proto__/polluted", { value: 1 })], /not allowed/],
    [[operation("add", "/constructor/prototype", { value: 1 })], /nothing at "constructor"/],
  ] as const)("a patch that cannot be applied is refused with its place: %j", (patch, message) => {
    expect(() => applyPatch(CARD, patch)).toThrow(message);
  });

  test("a patch that doubles the document again and again ends early", () => {
    const patch = Array.from({ length: 60 }, (_, index) => operation("copy", `/copy${index}`, { from: "" }));
    expect(() => applyPatch(CARD, patch)).toThrow(/copies of this patch are too large/);
  });
});
