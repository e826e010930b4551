import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument, describeOverrides, overridesJsonSchema } from "@image-render/engine/document";
import { layerFacts, type TemplateFacts } from "../../../cli/types/template-facts.js";
import { writeModule } from "../../../cli/types/write-module.js";
import { compileErrors } from "../../support/changed-sources.js";

const TICKET_ID = "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50";
const CARD_ID = "1d6b3e4f-8c52-4a1f-8b7d-3f2e9f8c7b61";
const box = { x: 0, y: 0, width: 100, height: 40 };

const TICKET = {
  width: 400,
  height: 200,
  variables: [
    { name: "row", type: "number" },
    { name: "firstClass", type: "boolean" },
    { name: "stops", type: "list", max_items: 4, fields: [{ name: "city", type: "string" }] },
  ],
  layers: [
    { id: "1", type: "text", name: "guest", text: "Guest", ...box },
    { id: "2", type: "image", name: "photo", image_url: "https://example.com/a.jpg", ...box },
    { id: "3", type: "text", name: "seat A", text: "1", ...box },
  ],
};
const BARE = { width: 100, height: 100, layers: [] };
const BRAND = {
  ...BARE,
  fonts: [{ family: "Brand Sans", src: "/api/v1/uploads/0190c0de-0000-7000-8000-000000000001/file" }],
  layers: [{ id: "1", type: "text", name: "title", text: "Hi", ...box }],
};

function factsOf(id: string, name: string, source: object): TemplateFacts {
  const checked = checkTemplateDocument(source);
  if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
  const { layers, variables } = describeOverrides(checked.document);
  return { id, name, layers: layerFacts(layers, overridesJsonSchema(checked.document).layers), variables };
}

const ticket = factsOf(TICKET_ID, "Ticket", TICKET);
const FROM = "https://images.example.com";

/** A template whose variables have types that no document of this file uses. */
const pass: TemplateFacts = {
  id: "2e7c4f5a-9d63-4b2a-9c8e-4a3fa09d8c72",
  name: "Boarding pass",
  layers: [],
  variables: [
    { name: "class", type: "enum", choices: ["first", "second"], required: true },
    { name: "tint", type: "color" },
    { name: "shape", type: "of a later release" },
  ],
};

/** Each program is the body of a function with `irs` and `templates`. */
const RIGHT: Readonly<Record<string, string>> = {
  "a layer and its attributes":
    'irs.renders.create({ template: templates.Ticket, layers: { guest: { text: "Ada" } } });',
  "a layer whose name is not an identifier": `irs.renders.create({ template: templates.Ticket, layers: { "seat A": { font_size: 12, color: "#fff" } } });`,
  "variables as values and as texts":
    'irs.renders.createAndWait({ template: templates.Ticket, variables: { row: "7", firstClass: true, stops: [{ city: "Rome" }] } });',
  "an output option": 'irs.renders.create({ template: templates.Ticket, format: "pdf", scale: 2 });',
  "a plain ID with any names":
    'irs.renders.create({ template: "0c5a2d3e", layers: { any: { text: 1 } }, variables: { a: 1 } });',
  "an ID as a text": "const id: string = templates.Ticket; irs.renders.create({ template: id, layers: { gest: {} } });",
  "a template without layers": "irs.renders.create({ template: templates.Empty, layers: {}, variables: {} });",
  "a batch of two templates":
    'irs.batches.create([{ template: templates.Ticket, layers: { guest: {} } }, { template: templates["Boarding pass"], variables: { class: "first" } }]);',
  "a signed URL": 'irs.images.sign({ template: templates.Ticket, layers: { photo: { fit: "cover" } } });',
  "a preview": 'irs.templates.preview(templates.Ticket, { layers: { guest: { text: "x" } }, scale: 0.5 });',
  "a font of the template":
    'irs.renders.create({ template: templates.Brand, layers: { title: { font_family: "Brand Sans" } } });',
  "a variable of a type that is newer":
    'irs.renders.create({ template: templates["Boarding pass"], variables: { class: "first", shape: "round" } });',
  "templates of one name": `irs.renders.create({ template: templates["Card (${CARD_ID})"] });`,
};

/** The text after the program is a part of the error. */
const WRONG: Readonly<Record<string, readonly [program: string, error: string]>> = {
  "a layer that does not exist": [
    'irs.renders.create({ template: templates.Ticket, layers: { gest: { text: "Ada" } } });',
    "'gest' does not exist",
  ],
  "an attribute that the layer type does not have": [
    'irs.renders.create({ template: templates.Ticket, layers: { photo: { text: "Ada" } } });',
    "'text' does not exist",
  ],
  "a value of another type": [
    "irs.renders.create({ template: templates.Ticket, layers: { guest: { text: 7 } } });",
    "'number' is not assignable to type 'string'",
  ],
  "a choice that does not exist": [
    'irs.renders.create({ template: templates.Ticket, layers: { guest: { align: "middle" } } });',
    `"middle"' is not assignable`,
  ],
  "a variable that does not exist": [
    "irs.renders.create({ template: templates.Ticket, variables: { rov: 7 } });",
    "'rov' does not exist",
  ],
  "a text that is not a number": [
    'irs.renders.create({ template: templates.Ticket, variables: { row: "seven" } });',
    `"seven"' is not assignable`,
  ],
  "a field of a list that does not exist": [
    'irs.renders.create({ template: templates.Ticket, variables: { stops: [{ town: "Rome" }] } });',
    "'town' does not exist",
  ],
  "a value that is not among the choices": [
    'irs.renders.create({ template: templates["Boarding pass"], variables: { class: "third" } });',
    `"third"' is not assignable`,
  ],
  "a request without a variable that is required": [
    'irs.renders.create({ template: templates["Boarding pass"] });',
    "'variables' is missing",
  ],
  "a layer of a template without layers": [
    "irs.renders.create({ template: templates.Empty, layers: { gest: {} } });",
    "not assignable to type 'never'",
  ],
  "a font of another template": [
    'irs.renders.create({ template: templates.Brand, layers: { title: { font_family: "Other Sans" } } });',
    `"Other Sans"' is not assignable`,
  ],
  "a template that does not exist": ["irs.renders.create({ template: templates.Tiket });", "'Tiket' does not exist"],
  "a wrong item of a batch": [
    "irs.batches.create([{ template: templates.Ticket, layers: { gest: {} } }]);",
    "'gest' does not exist",
  ],
  "a wrong layer of a signed URL": [
    "irs.images.sign({ template: templates.Ticket, layers: { gest: {} } });",
    "'gest' does not exist",
  ],
  "a wrong layer of a preview": [
    "irs.templates.preview(templates.Ticket, { layers: { gest: {} } });",
    "'gest' does not exist",
  ],
};

const templates: TemplateFacts[] = [
  ticket,
  pass,
  factsOf("3f8d5a6b-0e74-4c3b-8d9f-5b40b1ae9d83", "Empty", BARE),
  factsOf("4a9e6b7c-1f85-4d4c-9eaf-6c51c2bfae94", "Brand", BRAND),
  factsOf(CARD_ID, "Card", BARE),
  factsOf("5baf7c8d-2a96-4e5d-8fbf-7d62d3c0bfa5", "Card", TICKET),
];
const FOLDER = "test/cli/types";

const NAMES_LIKE_CODE = ["__proto__", "constructor", "*/ alert(1) /*", "a\u2028b", "${x}`", "\\"];
const HOSTILE = writeModule(
  NAMES_LIKE_CODE.map((name, index) => ({
    id: `5baf7c8d-2a96-4e5d-8fbf-7d62d3c0bfb${index}`,
    name,
    layers: NAMES_LIKE_CODE.map((layer) => ({
      name: layer,
      type: "text",
      attributes: { text: { type: "string", description: "*/ alert(2) /*" } },
    })),
    variables: NAMES_LIKE_CODE.map((variable) => ({ name: variable, type: "enum", choices: NAMES_LIKE_CODE })),
  })),
  "https://x.example/*/\nalert(3)",
);
const HOSTILE_READER = `import { templates } from "./hostile.js";
  export const ids: readonly string[] = [${NAMES_LIKE_CODE.map((name) => `templates[${JSON.stringify(name)}]`).join(", ")}];`;

const pathOf = (name: string) => `${FOLDER}/${name.replaceAll(" ", "-")}.ts`;

/** Compiles all programs together, because the compiler needs seconds for the types of the client. */
const compileAll = once(() => {
  const programs = [...Object.entries(RIGHT), ...Object.entries(WRONG).map(([name, [program]]) => [name, program])];
  const files = programs.map(([name = "", program = ""]) => [
    pathOf(name),
    `import type { ImageRenderService } from "@image-render/client";
     import { templates } from "./irs.js";
     export async function run(irs: ImageRenderService) { ${program.replace(/(^|; )irs/g, "$1await irs")} }`,
  ]);
  const [errors = []] = compileErrors(
    [],
    [
      {
        ...(Object.fromEntries(files) as Record<string, string>),
        [`${FOLDER}/irs.ts`]: writeModule(templates, FROM),
        [`${FOLDER}/hostile.ts`]: HOSTILE,
        [`${FOLDER}/reads-hostile.ts`]: HOSTILE_READER,
      },
    ],
  );
  return errors;
});

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns the errors of the program with this name. */
const errorsOf = (name: string) => compileAll().filter((error) => error.startsWith(`${pathOf(name)}: `));

describe("the types of templates", () => {
  test.each(Object.keys(RIGHT))("the compiler accepts %s", (name) => {
    expect(errorsOf(name)).toEqual([]);
  });

  test.each(Object.entries(WRONG))("the compiler refuses %s", (name, [, error]) => {
    expect(errorsOf(name)).toEqual([expect.stringContaining(error)]);
  });

  test("the module contains names as they are, and each ID once", () => {
    const text = writeModule([ticket], FROM);
    expect(text.split("\n").slice(0, 4)).toEqual([
      "/** Written by `irs types`. Do not edit it: run the command again. */",
      "/* eslint-disable */",
      "// Templates of https://images.example.com",
      'import type { TemplateId } from "@image-render/client";',
    ]);
    expect(text).toContain(`
export const templates = {
  Ticket: "${TICKET_ID}" as TemplateId<Templates["Ticket"]>,
} as const;
`);
    expect(text).toContain(`    readonly layers: {
      readonly guest?: TextLayer;
      readonly photo?: ImageLayer;
      readonly "seat A"?: TextLayer;
    };
    readonly variables: {
      readonly firstClass?: boolean | "true" | "false";
      readonly row?: number | \`\${number}\`;
      readonly stops?: readonly {
        readonly city?: string | number | boolean;
      }[];
    };
`);
    expect(text).toContain("  /** Text */\n  readonly text?: string;\n");
  });

  test("the module is the same for every order of templates and layers", () => {
    const turned = templates
      .map((template) => ({
        ...template,
        layers: [...template.layers].reverse(),
        variables: [...template.variables].reverse(),
      }))
      .reverse();
    expect(writeModule(turned, FROM)).toBe(writeModule(templates, FROM));
  });

  test("templates with the same name have their IDs in their names, so deleting one does not rename the other", () => {
    const keys = [...writeModule(templates, FROM).matchAll(/^ {2}(.*): ".*" as TemplateId/gm)].map(([, key]) => key);
    expect(keys).toEqual([
      '"Boarding pass"',
      "Brand",
      `"Card (${CARD_ID})"`,
      '"Card (5baf7c8d-2a96-4e5d-8fbf-7d62d3c0bfa5)"',
      "Empty",
      "Ticket",
    ]);
  });

  test("names and labels that look like code stay names and comments", () => {
    expect([...errorsOf("irs"), ...errorsOf("hostile"), ...errorsOf("reads-hostile")]).toEqual([]);
    expect(HOSTILE.match(/alert\(3\)/g)).toHaveLength(1);
    expect(HOSTILE).toContain("// Templates of https://x.example/*\\/ alert(3)");
  });

  test("a workspace without templates has a module without templates", () => {
    expect(writeModule([], FROM)).toMatch(/export const templates = \{\n\} as const;\n$/);
  });
});
