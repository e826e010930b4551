import { describe, expect, test } from "@jest/globals";
import { boundParts } from "../../src/document/bound-layers.js";
import { checkParts } from "../../src/document/check-parts.js";
import { LAYERS } from "../../src/document/layers/registry.js";
import { outlineOf } from "../../src/document/outline.js";
import { read, box } from "./bound-support.js";

/** Returns the issues between the parts of a document as `path: message`. */
function issuesOf(more: object): string[] {
  const result = outlineOf({ width: 100, height: 100, edition: 2, ...more });
  if ("issue" in result) throw new Error(result.issue.message);
  return checkParts(result.outline, LAYERS).map(({ path, message }) => `${path}: ${message}`);
}

const pathsOf = (more: object) => issuesOf(more).map((issue) => issue.split(":")[0]);
const LIST = { name: "rows", type: "list", fields: [{ name: "price", type: "number" }] };
const TITLE = { name: "title", type: "string" };
const repeat = (more: object, children: readonly object[] = []) => ({
  ...{ id: "g", type: "group", layout: "row", repeat: "rows", children },
  ...more,
});

describe("names that occur twice", () => {
  test("the second variable, field, layer and font with a name is an issue at its place", () => {
    const layers = [{ id: "a" }, { id: "b", type: "group", children: [{ id: "a" }] }, { id: "b" }];
    expect(issuesOf({ layers })).toEqual([
      'layers[1].children[0].id: An earlier entry already has the id "a".',
      'layers[2].id: An earlier entry already has the id "b".',
    ]);
    expect(issuesOf({ variables: [TITLE, { ...TITLE, type: "number" }, TITLE] })).toEqual([
      'variables[1].name: An earlier entry already has the name "title".',
      'variables[2].name: An earlier entry already has the name "title".',
    ]);
    const fields = ["a", "b", "a"].map((name) => ({ name, type: "string" }));
    expect(pathsOf({ variables: [TITLE, { ...LIST, fields }] })).toEqual(["variables[1].fields[2].name"]);
  });

  test("a name that is missing or empty, and names that objects have, are no duplicates", () => {
    expect(issuesOf({ layers: [{}, {}, { id: "" }, { id: "" }, { id: 5 }, { id: 5 }] })).toEqual([]);
    expect(issuesOf({ layers: [{ id: "constructor" }, { id: "toString" }] })).toEqual([]);
  });

  test("two files of one family are different if their address, weight or style differs", () => {
    const font = { family: "Brand", src: "/a" };
    const issues = (other: object) => issuesOf({ fonts: [font, { ...font, ...other }] });
    for (const other of [{}, { weight: 400 }, { style: "normal" }]) {
      expect(issues(other)).toEqual(["fonts[1]: An earlier entry is the same."]);
    }
    for (const other of [{ weight: 700 }, { style: "italic" }, { src: "/b" }, { family: "Other" }]) {
      expect(issues(other)).toEqual([]);
    }
    expect(issuesOf({ fonts: [{}, {}, { family: "A" }, { family: "A" }, { src: "/a" }, { src: "/a" }] })).toEqual([]);
  });
});

describe("groups that repeat", () => {
  const variables = [LIST, TITLE];

  test.each([
    [{}, []],
    [{ layout: "column" }, []],
    [{ layout: undefined }, ["layers[0].layout"]],
    [{ layout: "grid" }, ["layers[0].layout"]],
    [{ layout: "{{ title }}" }, []],
    [{ repeat: "title" }, ["layers[0].repeat"]],
    [{ repeat: "constructor" }, ["layers[0].repeat"]],
    [{ repeat_as: "title" }, ["layers[0].repeat_as"]],
    [{ repeat_as: "rows" }, ["layers[0].repeat_as"]],
    [{ repeat_as: "row" }, []],
    [{ type: "text", layout: undefined, repeat: "title" }, []],
  ])("the group with %j has issues at %j", (more, paths) => {
    expect(pathsOf({ variables, layers: [repeat(more)] })).toEqual(paths);
  });

  test("the reason says whether the variable is not a list or does not exist", () => {
    const issueOf = (list: string) => issuesOf({ variables, layers: [repeat({ repeat: list })] })[0];
    expect(issueOf("title")).toBe('layers[0].repeat: The variable "title" is not a list.');
    expect(issueOf("rosw")).toBe('layers[0].repeat: There is no list variable "rosw". Did you mean "rows"?');
  });

  test("copies can overlap unless an expression gives a layer inside its place", () => {
    const paths = (child: object | null) =>
      pathsOf({ variables, layers: [repeat({ layout: "free" }, [{ id: "b" }, child ?? { id: "c" }])] });
    expect(paths(null)).toEqual(["layers[0].layout"]);
    for (const key of ["x", "y", "rotation"]) expect(paths({ id: "c", [key]: "{{ index * 40 }}" })).toEqual([]);
    expect(paths({ id: "c", width: "{{ index * 40 }}" })).toEqual(["layers[0].layout"]);
    expect(paths({ id: "c", x: 40 })).toEqual(["layers[0].layout"]);
  });

  test("a group inside of another must name its items differently", () => {
    const inner = (more: object) => [repeat({}, [repeat({ id: "h", ...more })])];
    expect(pathsOf({ variables, layers: inner({}) })).toEqual(["layers[0].children[0].repeat_as"]);
    expect(pathsOf({ variables, layers: inner({ repeat_as: "row" }) })).toEqual([]);
  });

  test("the fields of items are known inside of the group only", () => {
    const text = { id: "t", type: "text", text: "{{item.price}}" };
    expect(pathsOf({ variables, layers: [repeat({}, [text])] })).toEqual([]);
    expect(pathsOf({ variables, layers: [text] })).toEqual(["layers[0].text"]);
    const wrong = { ...text, text: "{{item.prize}}" };
    expect(issuesOf({ variables, layers: [repeat({}, [wrong])] })).toEqual([
      expect.stringContaining('Did you mean "price"?'),
    ]);
  });
});

describe("layers that fill their group", () => {
  const issues = (group: object, layer: object) =>
    issuesOf({ layers: [{ id: "g", type: "group", ...group, children: [{ id: "a", ...layer }] }] });
  const message = (side: string) =>
    `layers[0].children[0].${side}: It cannot fill a group that hugs its content; give the group a ${side}.`;

  test.each([
    [{}, { width: "fill" }, ["width"]],
    [{ width: "hug" }, { width: "fill" }, ["width"]],
    [{ width: 50 }, { width: "fill" }, []],
    [{ width: "fill" }, { width: "fill" }, []],
    [{ height: 50 }, { width: "fill", height: "fill" }, ["width"]],
    [{}, { width: "fill", height: "fill" }, ["width", "height"]],
    [{ layout: "column" }, { width: "fill" }, []],
    [{ layout: "column" }, { height: "fill" }, ["height"]],
    [{ layout: "row" }, { height: "fill" }, []],
    [{ layout: "row" }, { width: "fill" }, ["width"]],
    [{}, { width: "hug" }, []],
  ])("in the group %j, the layer %j cannot fill the sides %j", (group, layer, sides) => {
    expect(issues(group, layer)).toEqual(sides.map(message));
  });

  test("a layer outside of groups can fill the document", () => {
    expect(issuesOf({ layers: [{ id: "a", width: "fill", height: "fill" }] })).toEqual([]);
  });
});

describe("the parts of a document that expressions change", () => {
  test("a layer, its copies and everything inside of it are such parts", () => {
    const children = [box({ id: "in", name: "in" })];
    const group = { id: "g", type: "group", name: "g", opacity: "{{ sold / total }}", children };
    const parts = boundParts(read([box({ id: "a" }), group, box({ id: "b", name: "b", x: "{{ sold }}" })]), LAYERS);
    for (const id of ["g", "g-ground", "in", "in[0]", "in[0][12]", "b"])
      expect([id, parts.hasLayer(id)]).toEqual([id, true]);
    for (const id of ["a", "a-ground", "a[0]", "constructor", ""])
      expect([id, parts.hasLayer(id)]).toEqual([id, false]);
    expect(parts.background).toBe(false);
  });

  test("a group without an expression is no such part, although a layer inside of it is one", () => {
    const children = [box({ id: "in", name: "in", x: "{{ sold }}" }), box({ id: "other", name: "other" })];
    const { hasLayer } = boundParts(read([{ id: "g", type: "group", name: "g", children }]), LAYERS);
    expect([hasLayer("in"), hasLayer("g"), hasLayer("g-ground"), hasLayer("other")]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test("the background can be such a part without any layer", () => {
    const parts = boundParts(read([box({})], { background: "{{ accent }}" }), LAYERS);
    expect([parts.background, parts.hasLayer("box")]).toEqual([true, false]);
  });
});
