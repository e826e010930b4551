import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { withOwnUploads } from "../../src/document/own-uploads.js";
import { uploadsOf, uploadsOfRequest } from "../../src/document/uploads-of.js";

const idOf = (n: number) => `11111111-2222-4333-8444-00000000000${n}`;
const pathOf = (n: number) => `/api/v1/uploads/${idOf(n)}/file`;

const checked = checkTemplateDocument({
  width: 100,
  height: 50,
  variables: [
    { name: "photo", type: "image", default: pathOf(1), fallback: pathOf(2) },
    { name: "note", type: "string", default: pathOf(3) },
    {
      name: "people",
      type: "list",
      fields: [
        { name: "face", type: "image", fallback: pathOf(4) },
        { name: "page", type: "string" },
      ],
    },
  ],
  // Nothing shows the images: a condition hides the only layer.
  layers: [{ id: "a", type: "image", width: 9, height: 9, image_url: "{{photo}}", visible_if: "note == 'shown'" }],
});
if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
const { document } = checked;

describe("the uploads that image variables name", () => {
  test("a document names those in defaults and fallbacks, shown or not, but not those in texts", () => {
    expect(uploadsOf(document)).toEqual([
      { path: "variables[0].fallback", uploadId: idOf(2) },
      { path: "variables[2].fields[0].fallback", uploadId: idOf(4) },
      { path: "variables[0].default", uploadId: idOf(1) },
    ]);
  });

  test("a request names those in its values and the fields of its lists, shown or not", () => {
    const variables = { photo: pathOf(5), note: pathOf(6), people: [{}, { face: pathOf(7), page: pathOf(8) }] };
    expect(uploadsOfRequest(document, { variables })).toEqual([
      { path: "variables.photo", uploadId: idOf(5) },
      { path: "variables.people[1].face", uploadId: idOf(7) },
    ]);
  });

  test("the absolute URL of an own upload becomes its path", () => {
    const url = `https://images.example.com${pathOf(5)}`;
    const given = { layers: {}, variables: { photo: url, note: url, people: [{ face: url, page: url }] } };
    expect(withOwnUploads(document, given, "https://images.example.com").variables).toEqual({
      photo: pathOf(5),
      note: url,
      people: [{ face: pathOf(5), page: url }],
    });
  });
});
