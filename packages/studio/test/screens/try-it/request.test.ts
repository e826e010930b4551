import { describe, expect, test } from "@jest/globals";
import { ApiError, type LayerSchema } from "@image-render/client";
import { formOf } from "../../../src/screens/try-it/form/form-model.js";
import {
  isChanged,
  NO_VALUES,
  withAttribute,
  withRows,
  withVariable,
} from "../../../src/screens/try-it/form/values.js";
import { messagesAt, placeOf } from "../../../src/screens/try-it/form/place-of-issue.js";
import { contentsOf, DEFAULT_OUTPUT, outputOf } from "../../../src/screens/try-it/request/request-of.js";
import { messagesOf, warningsByLayer } from "../../../src/screens/try-it/request/messages-of.js";
import { previewScale } from "../../../src/screens/try-it/preview/preview-scale.js";

const attribute = (key: string, type: "text" | "number" | "boolean" | "color", value: unknown) => ({
  key,
  type,
  label: key,
  required: false,
  default: value,
});

const schema: Pick<LayerSchema, "variables" | "layers"> = {
  variables: [
    { name: "accent", type: "color", default: "#ff0000", uses: [] },
    { name: "seat", type: "number", default: 1, uses: [] },
    {
      name: "rows",
      type: "list",
      default: [{ label: "Q1", amount: 5 }],
      fields: [
        { name: "label", type: "string", default: "" },
        { name: "amount", type: "number", default: 0 },
      ],
      maxItems: 4,
      uses: [],
    },
  ],
  layers: [
    {
      id: "a",
      layerName: "title",
      type: "text",
      attributes: [
        attribute("x", "number", 10),
        attribute("hide", "boolean", false),
        attribute("color", "color", "#000000"),
        attribute("text", "text", "Hello"),
      ],
    },
    { id: "b", layerName: "title", type: "text", attributes: [attribute("text", "text", "Again")] },
    {
      id: "c",
      layerName: "box",
      type: "rectangle",
      attributes: [attribute("x", "number", 0), attribute("background_color", "color", "#eeeeee")],
    },
  ],
};
const form = formOf(schema);

describe("the form of a template", () => {
  test("a layer shows its content first, and everything else only on demand", () => {
    expect(
      form.layers.map(({ name, main, more }) => [name, main.map(({ key }) => key), more.map(({ key }) => key)]),
    ).toEqual([
      ["title", ["text", "hide"], ["x", "color"]],
      ["box", ["background_color"], ["x"]],
    ]);
  });

  test("a list begins with the rows of the template", () => {
    expect(form.lists).toMatchObject([{ name: "rows", maxItems: 4, fallback: [{ label: "Q1", amount: "5" }] }]);
  });
});

describe("a field of the form", () => {
  test("is edited as its type needs, and begins with the value of the template", () => {
    const types = ["string", "number", "boolean", "color", "image", "date", "enum"] as const;
    const values = ["Hello", 2, true, "#fff", undefined, null, "Gold"];
    const { fields } = formOf({
      variables: types.map((type, index) => ({
        name: type,
        type,
        default: values[index],
        choices: ["Gold"],
        uses: [],
      })),
      layers: [],
    });
    expect(fields.map(({ key, control, fallback, isRequired }) => [key, control, fallback, isRequired])).toEqual([
      ["string", "text", "Hello", false],
      ["number", "number", "2", false],
      ["boolean", "boolean", "true", false],
      ["color", "color", "#fff", false],
      ["image", "image", "", false],
      ["date", "date", "", false],
      ["enum", "choice", "Gold", false],
    ]);
  });

  test("of a layer is a choice if the template knows its values, and is never required", () => {
    const attributes = [
      { ...attribute("text", "text", "Hello") },
      { ...attribute("text_align", "text", "left"), options: ["left", "right"] },
    ];
    const [layer] = formOf({
      variables: [],
      layers: [{ id: "a", layerName: "title", type: "text", attributes }],
    }).layers;
    expect(layer?.main.map(({ control, options, isRequired }) => [control, options, isRequired])).toEqual([
      ["text", [], false],
    ]);
    expect(layer?.more.map(({ control, options }) => [control, options])).toEqual([["choice", ["left", "right"]]]);
  });

  test("of a layer that has only a look is shown at once, and that of a layer with contents is not", () => {
    const fields = [attribute("hide", "boolean", false), attribute("color", "color", "#000")];
    const main = (...more: ReturnType<typeof attribute>[]) =>
      formOf({
        variables: [],
        layers: [{ id: "a", layerName: "a", type: "text", attributes: [...fields, ...more] }],
      }).layers[0]?.main.map(({ key }) => key);
    expect(main()).toEqual(["color", "hide"]);
    expect(main(attribute("data", "text", ""))).toEqual(["data", "hide"]);
  });

  test("leaves nothing behind when it goes back to the template, but other fields of its layer stay", () => {
    const two = withAttribute(withAttribute(NO_VALUES, "title", "text", "Hi"), "title", "hide", "true");
    expect(withAttribute(two, "title", "hide", undefined).layers).toEqual({ title: { text: "Hi" } });
    expect(isChanged(two)).toBe(true);
    expect(isChanged(withVariable(NO_VALUES, "seat", "1"))).toBe(true);
    expect(isChanged(withVariable(withVariable(NO_VALUES, "seat", "1"), "seat", undefined))).toBe(false);
  });
});

describe("the request of a form", () => {
  test("without a change, it has only the template", () => {
    expect([contentsOf(form, NO_VALUES), outputOf(DEFAULT_OUTPUT)]).toEqual([{}, {}]);
  });

  test("it has only what was changed, with the types of the template", () => {
    let values = withVariable(NO_VALUES, "seat", "12");
    values = withRows(values, "rows", [{ label: "Q2", amount: "7.5" }]);
    values = withAttribute(values, "title", "text", "Hi");
    values = withAttribute(values, "title", "hide", "true");
    expect(contentsOf(form, values)).toEqual({
      variables: { seat: 12, rows: [{ label: "Q2", amount: 7.5 }] },
      layers: { title: { text: "Hi", hide: true } },
    });
  });

  test("it has the shown value of a required variable, for which the service uses no default", () => {
    const title = { name: "title", type: "string", required: true, default: "Hello", uses: [] } as const;
    const empty = { ...title, name: "guest", default: "" };
    const required = formOf({
      variables: [
        { ...title, uses: [] },
        { ...empty, uses: [] },
      ],
      layers: [],
    });
    expect(contentsOf(required, NO_VALUES)).toEqual({ variables: { title: "Hello" } });
    expect(contentsOf(required, withVariable(NO_VALUES, "title", ""))).toEqual({ variables: { title: "" } });
  });

  test("it has the shown rows of a required list, because the service uses no default for it", () => {
    const fields = [{ name: "price", type: "number", default: 0 }] as const;
    const list = { name: "items", type: "list", required: true, fields: [...fields], maxItems: 4, uses: [] } as const;
    const formWith = (rows: { price: number }[]) =>
      formOf({ variables: [{ ...list, fields: [...fields], uses: [], default: rows }], layers: [] });
    expect(contentsOf(formWith([{ price: 3 }]), NO_VALUES)).toEqual({ variables: { items: [{ price: 3 }] } });
    expect(contentsOf(formWith([{ price: 3 }]), withRows(NO_VALUES, "items", []))).toEqual({
      variables: { items: [] },
    });
    expect(contentsOf(formWith([]), NO_VALUES)).toEqual({});
  });

  test("a number that is not complete stays as it was typed, so that the service can say what is wrong", () => {
    expect(contentsOf(form, withVariable(NO_VALUES, "seat", "1,"))).toEqual({ variables: { seat: "1," } });
  });

  test("a value that goes back to the default leaves nothing behind", () => {
    const changed = withAttribute(NO_VALUES, "title", "text", "Hi");
    expect(contentsOf(form, changed)).toEqual({ layers: { title: { text: "Hi" } } });
    expect(withAttribute(changed, "title", "text", undefined)).toEqual(NO_VALUES);
  });

  test("quality and transparency are sent only to formats that have them", () => {
    const output = { format: "png", scale: 2, quality: 80, isTransparent: true } as const;
    expect(outputOf(output)).toEqual({ scale: 2, transparent: true });
    expect(outputOf({ ...output, format: "jpg" })).toEqual({ format: "jpg", scale: 2, quality: 80 });
    expect(outputOf({ ...output, format: "pdf" })).toEqual({ format: "pdf", scale: 2, transparent: true });
  });
});

describe("the place of a message", () => {
  test.each([
    ["variables.seat", { kind: "variable", name: "seat" }],
    ["variables.rows[2].amount", { kind: "variable", name: "rows", row: 2, field: "amount" }],
    ["layers.title.text", { kind: "attribute", layer: "title", key: "text" }],
    ["layers.v1.2 title.shadows[0].blur", { kind: "attribute", layer: "v1.2 title", key: "shadows" }],
    ["layers.gest.text", undefined],
    ["", undefined],
  ])("the path %s belongs to %j", (path, place) => {
    expect(placeOf(path, ["title", "v1.2 title"])).toEqual(place);
  });

  test("a field shows only its own messages", () => {
    const at = { kind: "variable", name: "seat" } as const;
    const messages = [
      { message: "It must be a number.", place: at },
      { message: "Unknown layer.", place: undefined },
    ];
    expect(messagesAt(messages, at)).toBe("It must be a number.");
    expect(messagesAt(messages, { kind: "variable", name: "accent" })).toBeUndefined();
  });

  test("a cell of a list shows the messages about its row and its field, and a layer those about its attribute", () => {
    const cell = { kind: "variable", name: "rows", row: 1, field: "amount" } as const;
    const attribute = { kind: "attribute", layer: "title", key: "text" } as const;
    const messages = [
      { message: "It must be a number.", place: cell },
      { message: "It is too large.", place: cell },
      { message: "It is too long.", place: attribute },
    ];
    expect(messagesAt(messages, cell)).toBe("It must be a number. It is too large.");
    expect(messagesAt(messages, { ...cell, row: 0 })).toBeUndefined();
    expect(messagesAt(messages, { ...cell, field: "label" })).toBeUndefined();
    expect(messagesAt(messages, { ...cell, name: "others" })).toBeUndefined();
    expect(messagesAt(messages, { kind: "variable", name: "rows" })).toBeUndefined();
    expect(messagesAt(messages, attribute)).toBe("It is too long.");
    expect(messagesAt(messages, { ...attribute, layer: "note" })).toBeUndefined();
    expect(messagesAt(messages, { ...attribute, key: "color" })).toBeUndefined();
  });
});

test("a preview has the scale of the picture, up to two megapixels", () => {
  expect(previewScale({ width: 1200, height: 630 }, 1)).toBe(1);
  const scale = previewScale({ width: 2480, height: 3508 }, 1);
  expect(scale).toBeGreaterThan(0.45);
  expect(Math.round(2480 * scale) * Math.round(3508 * scale)).toBeLessThanOrEqual(2_000_000);
  // The largest scale of a square of one megapixel is 1.4142. Close to it, rounding could pass the limit.
  expect([1.41, 1.413, 1.5].map((scale) => previewScale({ width: 1000, height: 1000 }, scale))).toEqual([
    1.41, 1.41, 1.41,
  ]);
});

describe("the messages of the service", () => {
  const refusal = (...issues: { path: string; message: string }[]) =>
    new ApiError("It is not valid.", { status: 422, details: { issues } });

  test("are at their places in the form, and each of them is there once", () => {
    const long = { path: "layers.title.text", message: "It is too long." };
    const dark = { path: "layers.title.text", message: "It is too dark." };
    expect(messagesOf([refusal(long, dark), undefined, refusal(long)], ["title"])).toEqual([
      { message: "It is too long.", place: { kind: "attribute", layer: "title", key: "text" } },
      { message: "It is too dark.", place: { kind: "attribute", layer: "title", key: "text" } },
    ]);
  });

  test("are about the whole request if they name no place", () => {
    expect(messagesOf([refusal(), new Error("The connection is lost."), undefined], [])).toEqual([
      { message: "It is not valid.", place: undefined },
      { message: "The connection is lost.", place: undefined },
    ]);
  });

  test("that only warn are one text for each layer", () => {
    const warning = (layer: string, message: string) => ({ code: "TEXT_CUT" as const, layer, message });
    const warnings = [warning("title", "It is cut."), warning("note", "It is small."), warning("title", "It is long.")];
    expect(warningsByLayer(warnings)).toEqual({ title: "It is cut. It is long.", note: "It is small." });
  });
});
