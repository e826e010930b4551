import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import type { TemplateDocument } from "../../src/document/document.js";
import { expandLayers } from "../../src/document/expand-layers.js";
import { checkOverrides, checkRequired } from "../../src/document/overrides.js";

const UPLOAD = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";

const check = (variables: object[], layers: object[] = []) =>
  checkTemplateDocument({ width: 100, height: 100, variables, layers });

function read(variables: object[], layers: object[] = []): TemplateDocument {
  const checked = check(variables, layers);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  return checked.document;
}

function issuesOf(variables: object[], layers: object[] = []): string[] {
  const checked = check(variables, layers);
  return "issues" in checked ? checked.issues.map(({ path, message }) => `${path}: ${message}`) : [];
}

const fields = [
  { name: "accent", type: "color", default: "navy" },
  { name: "photo", type: "image" },
  { name: "day", type: "date", default: "2026-02-28" },
  { name: "plan", type: "enum", choices: ["basic", "pro", "team"] },
  { name: "stars", type: "number", min: 1, max: 5, default: 3 },
  { name: "title", type: "string", min_length: 2, max_length: 4, default: "Café" },
];
const document = read([...fields, { name: "people", type: "list", fields }]);

const DATE = "It must be a date such as 2026-11-24 or 2026-11-24T18:30:00Z.";
const PLAN = 'It must be "basic", "pro" or "team".';
const LENGTH = "It must have at least 2 and at most 4 characters; it has";

const WRONG = [
  ["accent", "bright", "It must be a color such as #ff0000."],
  ["accent", 0, "It must be a color such as #ff0000."],
  ["photo", 7, "It must be the address of an image, such as https://…."],
  ["photo", "photo.jpg", expect.stringMatching(/^It must be an https:\/\/ address.*path of an upload/)],
  ["day", "24.11.2026", DATE],
  ["day", "2026-02-29", DATE],
  ["day", "2026-02-28T25:00", DATE],
  ["day", 1_700_000_000, DATE],
  ["plan", "gold", PLAN],
  ["plan", "tema", `${PLAN} Did you mean "team"?`],
  ["plan", true, PLAN],
  ["stars", 0, "It must be at least 1; it is 0."],
  ["stars", "5.5", "It must be at most 5; it is 5.5."],
  ["title", "A", `${LENGTH} 1.`],
  ["title", "Alpha", `${LENGTH} 5.`],
] as const;

describe("the value of a variable", () => {
  test.each(WRONG)("%s refuses %j with a sentence that says what it must be", (name, value, message) => {
    expect(checkOverrides(document, { variables: { [name]: value } })).toEqual([
      { path: `variables.${name}`, message },
    ]);
  });

  test.each(WRONG)("the field %s of a list refuses %j with the same sentence", (name, value, message) => {
    const variables = { people: [{}, { [name]: value }] };
    expect(checkOverrides(document, { variables })).toEqual([{ path: `variables.people[1].${name}`, message }]);
  });

  test.each([
    ["accent", "rgb(1, 2, 3)"],
    ["accent", "transparent"],
    ["photo", "https://example.com/a.png"],
    ["photo", UPLOAD],
    ["photo", ""],
    ["day", "2028-02-29"],
    ["day", "2026-02-28 18:30"],
    ["day", "2026-02-28T18:30:00+01:00"],
    ["day", ""],
    ["plan", "pro"],
    ["stars", "5"],
    ["title", "a😀b👍"],
  ])("%s accepts %j", (name, value) => {
    expect(checkOverrides(document, { variables: { [name]: value } })).toEqual([]);
  });

  test("a list as the JSON text of a signed URL has the same types and limits", () => {
    const people = JSON.stringify([{ plan: "gold", stars: "9", accent: "#f00" }]);
    expect(checkOverrides(document, { variables: { people } }).map(({ path }) => path)).toEqual([
      "variables.people[0].plan",
      "variables.people[0].stars",
    ]);
  });

  test("a message lists at most twelve of the choices", () => {
    const choices = Array.from({ length: 40 }, (_, index) => `c${index}`);
    const many = read([{ name: "size", type: "enum", choices }]);
    const [issue] = checkOverrides(many, { variables: { size: "huge" } });
    expect(issue?.message).toMatch(/^It must be one of "c0", .* "c11" and 28 others\.$/);
  });
});

describe("a variable in a document", () => {
  test.each([
    ["a color", { type: "color", default: "bright" }, "default: It must be a color such as #ff0000."],
    ["a date", { type: "date", default: "soon" }, `default: ${DATE}`],
    ["a choice", { type: "enum", choices: ["S", "M"], default: "L" }, 'default: It must be "S" or "M".'],
    ["a number", { type: "number", min: 1 }, "default: It must be at least 1; it is 0."],
    ["a text", { type: "string", min_length: 1 }, "default: It must have at least 1 character; it has 0."],
  ])("the default of %s must be a value of its type and within its limits", (_what, variable, message) => {
    expect(issuesOf([{ name: "x", ...variable }])).toEqual([`variables[0].${message}`]);
    expect(issuesOf([{ name: "list", type: "list", fields: [{ name: "x", ...variable }] }])).toEqual([
      `variables[0].fields[0].${message}`,
    ]);
  });

  test.each([
    [{ type: "number", min: 3, max: 2 }, "min: It must not be greater than max, which is 2."],
    [
      { type: "string", min_length: 3, max_length: 2 },
      "min_length: It must not be greater than max_length, which is 2.",
    ],
    [{ type: "enum", choices: ["S", "M", "S"] }, 'choices[2]: The choice "S" is there twice.'],
  ])("limits and choices that contradict are an issue: %j", (variable, message) => {
    expect(issuesOf([{ name: "x", ...variable }])).toEqual([`variables[0].${message}`]);
  });

  test("the fallback of an image must be an image", () => {
    expect(issuesOf([{ name: "x", type: "image", fallback: "photo.jpg" }])).toEqual([
      expect.stringMatching(/^variables\[0\]\.fallback: It must be an https:/),
    ]);
  });

  test("a variable without a default is black, no image, no date, or its first choice", () => {
    const text = { type: "text", width: 90, height: 20 };
    const bare = read(
      [
        { name: "accent", type: "color" },
        { name: "photo", type: "image" },
        { name: "day", type: "date" },
        { name: "plan", type: "enum", choices: ["basic", "pro"] },
      ],
      [{ ...text, id: "t", text: "{{accent}} {{photo}} {{day}} {{plan}}" }],
    );
    expect(expandLayers(bare, {}).layers[0]).toMatchObject({ text: "#000000   basic" });
  });
});

describe("values in texts and expressions", () => {
  const text = { type: "text", width: 90, height: 20 };

  test("a date goes through the filter for dates, and a day is the same in every time zone", () => {
    const dated = read(fields, [{ ...text, id: "t", text: "{{day | date: long}}" }]);
    const shown = (day: string) => expandLayers(dated, { variables: { day }, timeZone: "America/New_York" }).layers[0];
    expect(shown("2026-11-24")).toMatchObject({ text: "November 24, 2026" });
    expect(shown("2026-11-24T02:00:00Z")).toMatchObject({ text: "November 23, 2026" });
  });

  test.each([
    ["de", "24. November 2026"],
    ["fr-CH", "24 novembre 2026"],
    ["ja", "2026年11月24日"],
  ])("in the language %s, a date has the form of that language", (locale, shown) => {
    const dated = read(fields, [{ ...text, id: "t", text: "{{day | date: long}}" }]);
    expect(expandLayers(dated, { variables: { day: "2026-11-24" }, locale }).layers[0]).toMatchObject({ text: shown });
  });

  test("a color and a choice are texts in expressions", () => {
    const bound = read(fields, [{ ...text, id: "t", color: "{{ plan == 'pro' ? accent : '#ffffff' }}" }]);
    const colorOf = (plan: string) => expandLayers(bound, { variables: { plan, accent: "#ff0000" } }).layers[0];
    expect([colorOf("pro"), colorOf("team")]).toMatchObject([{ color: "#ff0000" }, { color: "#ffffff" }]);
  });

  test.each([
    ["plan == 'Pro'", 'visible_if: At character 9: "Pro" is not a choice of "plan". Did you mean "pro"?'],
    ["'gold' != plan", 'visible_if: At character 1: "gold" is not a choice of "plan". It is "basic", "pro" or "team"'],
  ])("the condition %s is an issue, because the text is not a choice", (condition, message) => {
    const [issue] = issuesOf(fields, [{ ...text, id: "t", visible_if: condition }]);
    expect(issue).toContain(`layers[0].${message}`);
  });

  test("the choices of a field are checked inside the repeat of its list", () => {
    const child = { ...text, id: "t", visible_if: "person.plan == 'gold'" };
    const group = { id: "g", type: "group", layout: "row", repeat: "people", repeat_as: "person", children: [child] };
    const [issue, ...more] = issuesOf([{ name: "people", type: "list", fields }], [group]);
    expect(issue).toContain(
      'layers[0].children[0].visible_if: At character 16: "gold" is not a choice of "person.plan".',
    );
    expect(more).toEqual([]);
  });
});

describe("required variables", () => {
  const needed = read([
    { name: "title", type: "string", required: true, default: "Preview" },
    { name: "photo", type: "image", required: true },
    { name: "stars", type: "number", required: true },
    { name: "note", type: "string" },
    { name: "people", type: "list", required: true, fields: [{ name: "face", type: "image", required: true }] },
  ]);
  const complete = { title: "A", photo: UPLOAD, stars: 0, people: [{ face: UPLOAD }] };
  const missing = (variables: Record<string, unknown>) => checkRequired(needed, { variables });

  test("a request without a required variable has one issue for each of them", () => {
    expect(missing({ note: "x" })).toEqual(
      ["title", "photo", "stars", "people"].map((name) => ({
        path: `variables.${name}`,
        message: `The template requires the variable "${name}". Set it to a value that is not empty.`,
      })),
    );
    expect(missing(complete)).toEqual([]);
  });

  test.each([
    ["a blank text", { title: "  " }, "variables.title"],
    ["no image", { photo: "" }, "variables.photo"],
    ["a list without items", { people: [] }, "variables.people"],
    ["a list without items as JSON text", { people: "[]" }, "variables.people"],
    ["an item without a required field", { people: [{ face: UPLOAD }, {}] }, "variables.people[1].face"],
  ])("%s does not set a required variable", (_what, changed, path) => {
    expect(missing({ ...complete, ...changed }).map((issue) => issue.path)).toEqual([path]);
  });

  test("a value that the variable cannot have is reported once", () => {
    const short = read([{ name: "title", type: "string", required: true, min_length: 1, default: "x" }]);
    const overrides = { variables: { title: "" } };
    expect([...checkOverrides(short, overrides), ...checkRequired(short, overrides)]).toHaveLength(1);
  });

  test("the message about a field names the field", () => {
    const people = [{ face: UPLOAD }, {}];
    const message = 'The template requires the field "face" of each object. Set it to a value that is not empty.';
    expect(missing({ ...complete, people })).toEqual([{ path: "variables.people[1].face", message }]);
  });

  test("checks that unsaved documents share with renders do not need required variables", () => {
    expect(checkOverrides(needed, {})).toEqual([]);
  });
});

describe("the fallback of an image variable", () => {
  const image = { type: "image", width: 10, height: 10 };
  const FALLBACK = "https://example.com/fallback.png";
  const OWN = "https://example.com/own.png";
  const photo = { name: "photo", type: "image", fallback: FALLBACK };
  const layers = [
    { ...image, id: "a", name: "a", image_url: "{{photo}}" },
    { ...image, id: "b", image_url: "{{ photo }}", fallback_image_url: OWN },
    { ...image, id: "c", image_url: "https://example.com/{{photo}}" },
    {
      id: "g",
      type: "group",
      layout: "row",
      repeat: "people",
      children: [{ ...image, id: "d", image_url: "{{item.face}}" }],
    },
  ];
  const people = { name: "people", type: "list", fields: [{ ...photo, name: "face" }] };
  const pictured = read([photo, people], layers);
  const fallbacksOf = (overrides: object) => {
    const { layers: shown } = expandLayers(pictured, overrides);
    return shown
      .flatMap((layer) => layer.children ?? [layer])
      .map((layer) => (layer as unknown as { fallback_image_url: string }).fallback_image_url);
  };

  test("it becomes that of the layers that show the variable, unless they have their own", () => {
    expect(fallbacksOf({ variables: { people: [{}, {}] } })).toEqual([FALLBACK, OWN, "", FALLBACK, FALLBACK]);
  });

  test("it does not replace an image that the request sets on the layer itself", () => {
    expect(fallbacksOf({ layers: { a: { image_url: OWN } } })).toEqual(["", OWN, ""]);
  });

  test("a background that shows the variable has its fallback, too", () => {
    const checked = checkTemplateDocument({
      width: 9,
      height: 9,
      variables: [photo],
      background: { type: "image", image_url: "{{photo}}" },
      layers: [],
    });
    if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
    expect(expandLayers(checked.document, {}).background).toMatchObject({ fallback_image_url: FALLBACK });
  });
});
