import { describe, expect, test } from "@jest/globals";
import { targetsOf } from "../../../src/screens/batches/model/targets.js";
import { requestOf } from "../../../src/screens/batches/model/row-request.js";
import { FORM, FRAME, TARGETS_BY_ID } from "./batch-fixture.js";

/** Creates the request of a row whose cells fill some targets. */
function rowOf(cells: Readonly<Record<string, string>>) {
  const mapping = Object.keys(cells);
  const { request, problems } = requestOf({ number: 2, cells: Object.values(cells) }, mapping, TARGETS_BY_ID, FRAME);
  const { layers, variables } = request;
  return { ...(layers && { layers }), ...(variables && { variables }), ...(problems.length > 0 && { problems }) };
}

describe("the request of a row", () => {
  test("cells fill variables and layers, with values of their types", () => {
    expect(rowOf({ "variables.guestName": "Ada", "variables.seat": " 12 ", "layers.title.color": " #fff " })).toEqual({
      variables: { guestName: "Ada", seat: 12 },
      layers: { title: { color: "#fff" } },
    });
  });

  test("an empty cell leaves the value of the template", () => {
    expect(rowOf({ "variables.guestName": "  ", "layers.title.text": "" })).toEqual({});
  });

  test("columns without a target are not sent", () => {
    const { request } = requestOf({ number: 2, cells: ["secret"] }, [null], TARGETS_BY_ID, FRAME);
    expect(request).toEqual({ template: FRAME.template, version: 4 });
  });

  test("__HIDDEN__ hides the layer of its column, whatever the other columns set", () => {
    expect(rowOf({ "layers.photo.image_url": "__HIDDEN__", "layers.title.text": "Hello" })).toEqual({
      layers: { photo: { hide: true }, title: { text: "Hello" } },
    });
    expect(rowOf({ "layers.photo.image_url": "__HIDDEN__", "layers.photo.hide": "false" })).toEqual({
      layers: { photo: { hide: true } },
    });
    expect(rowOf({ "layers.photo.hide": "no", "layers.photo.image_url": "__HIDDEN__" })).toEqual({
      layers: { photo: { hide: true } },
    });
  });

  test("__HIDDEN__ in the column of a variable is a problem, because a variable is not a layer", () => {
    expect(rowOf({ "variables.guestName": "__HIDDEN__" })).toEqual({
      problems: [{ column: 0, kind: "hides-variable" }],
    });
  });

  test("truth values can be words or digits", () => {
    expect(rowOf({ "layers.title.hide": "Yes" })).toEqual({ layers: { title: { hide: true } } });
    expect(rowOf({ "layers.title.hide": "0" })).toEqual({ layers: { title: { hide: false } } });
    expect(rowOf({ "layers.title.hide": "maybe" })).toEqual({ layers: { title: { hide: "maybe" } } });
  });

  test("a text that is not a number is sent as it is, so that the service says what is wrong", () => {
    expect(rowOf({ "variables.seat": "twelve" })).toEqual({ variables: { seat: "twelve" } });
  });

  test("a choice is sent as the template writes it", () => {
    expect(rowOf({ "variables.tier": "gold" })).toEqual({ variables: { tier: "Gold" } });
  });

  test("a list is JSON, and another text in its cell is a problem", () => {
    expect(rowOf({ "variables.items": '[{"price": 3}]' })).toEqual({ variables: { items: [{ price: 3 }] } });
    expect(rowOf({ "variables.items": "3 pieces" })).toEqual({ problems: [{ column: 0, kind: "no-list" }] });
  });

  test("line breaks and spaces of a text are kept", () => {
    expect(rowOf({ "layers.title.text": " two\nlines " })).toEqual({ layers: { title: { text: " two\nlines " } } });
  });

  test("the output of the sheet is in each request", () => {
    const { request } = requestOf({ number: 2, cells: [] }, [], TARGETS_BY_ID, { ...FRAME, output: { format: "pdf" } });
    expect(request).toEqual({ template: FRAME.template, version: 4, format: "pdf" });
  });
});

describe("the values that columns can fill", () => {
  test("are variables, lists and attributes of layers, the most used ones first", () => {
    expect(targetsOf(FORM).map(({ id, isMain, isList }) => [id, isMain, isList])).toEqual([
      ["variables.guestName", true, false],
      ["variables.seat", true, false],
      ["variables.tier", true, false],
      ["variables.items", true, true],
      ["layers.title.text", true, false],
      ["layers.title.hide", true, false],
      ["layers.photo.image_url", true, false],
      ["layers.photo.hide", true, false],
      ["layers.v1.2 note.text", true, false],
      ["layers.v1.2 note.hide", true, false],
      ["layers.title.color", false, false],
    ]);
  });

  test("are required if the template requires them, including lists", () => {
    const required = { ...FORM, lists: FORM.lists.map((list) => ({ ...list, isRequired: true })) };
    const listOf = (form: typeof FORM) => targetsOf(form).find(({ isList }) => isList);
    expect([listOf(FORM)?.field.isRequired, listOf(required)?.field.isRequired]).toEqual([false, true]);
  });
});
