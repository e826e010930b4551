import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument } from "../../src/document/check-template-document.js";
import { withOwnUploads } from "../../src/document/own-uploads.js";

const BASE = "https://images.example.com";
const PATH = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";
const URL_OF_UPLOAD = `${BASE}${PATH}`;

const checked = checkTemplateDocument({
  width: 100,
  height: 50,
  background: { type: "image", image_url: "{{ground}}" },
  variables: [
    { name: "photo", type: "string" },
    { name: "ground", type: "string" },
    { name: "host", type: "string" },
    { name: "link", type: "string" },
    { name: "people", type: "list", fields: ["face", "page"].map((name) => ({ name, type: "string" })) },
  ],
  layers: [
    { id: "a", name: "a", type: "image", width: 9, height: 9, image_url: "{{photo}}" },
    { id: "b", type: "image", width: 9, height: 9, image_url: "https://cdn.example.com/{{host}}" },
    { id: "t", name: "t", type: "text", text: "{{link}}" },
    {
      id: "g",
      type: "group",
      width: 90,
      height: 9,
      layout: "row",
      repeat: "people",
      repeat_as: "person",
      children: [
        { id: "f", type: "image", width: 9, height: 9, image_url: "{{person.face}}" },
        { id: "p", type: "text", text: "{{person.page}}" },
      ],
    },
  ],
});
if ("issues" in checked) throw new Error(JSON.stringify(checked.issues));
const { document } = checked;

const replaced = (request: { layers?: Record<string, Record<string, unknown>>; variables?: Record<string, unknown> }) =>
  withOwnUploads(document, { layers: {}, variables: {}, ...request }, BASE);

describe("absolute URLs of own uploads", () => {
  test("the image_url of a layer becomes the path of the upload", () => {
    const { layers } = replaced({ layers: { a: { image_url: URL_OF_UPLOAD, opacity: 1 } } });
    expect(layers).toEqual({ a: { image_url: PATH, opacity: 1 } });
  });

  test.each([
    ["an older path", `${BASE}/api/uploads/files/11111111-2222-4333-8444-000000000001`],
    ["a host in upper case, with the default port", `https://IMAGES.example.com:443${PATH.replace("/file", "")}/file`],
  ])("%s becomes the path as well", (_what, url) => {
    expect(replaced({ layers: { a: { image_url: url } } }).layers).toEqual({ a: { image_url: PATH } });
  });

  test.each([
    `https://elsewhere.example.com${PATH}`,
    `http://images.example.com${PATH}`,
    `https://user@images.example.com${PATH}`,
    `${URL_OF_UPLOAD}?x=1`,
    `${BASE}/api/v1/templates`,
    PATH,
    "data:image/png;base64,iVBORw0KGgo=",
    "https://",
  ])("%s stays as it is", (url) => {
    expect(replaced({ layers: { a: { image_url: url } } }).layers).toEqual({ a: { image_url: url } });
  });

  test("variables and fields of lists that alone make the URL of an image become paths", () => {
    const people = [{ face: URL_OF_UPLOAD, page: URL_OF_UPLOAD }];
    const { variables } = replaced({ variables: { photo: URL_OF_UPLOAD, ground: URL_OF_UPLOAD, people } });
    expect(variables).toEqual({ photo: PATH, ground: PATH, people: [{ face: PATH, page: URL_OF_UPLOAD }] });
  });

  test("texts, and variables that are a part of a URL, stay as they are", () => {
    const request = {
      layers: { t: { text: URL_OF_UPLOAD } },
      variables: { host: URL_OF_UPLOAD, link: URL_OF_UPLOAD, unknown: URL_OF_UPLOAD, photo: 7 },
    };
    expect(replaced(request)).toEqual(request);
  });

  test("a layer and a variable with the name __proto__ stay in the request, so that the check names them", () => {
    const odd = JSON.parse(`{ "__proto__": { "image_url": "${URL_OF_UPLOAD}" } }`) as Record<
      string,
      Record<string, unknown>
    >;
    expect(Object.keys(replaced({ layers: odd, variables: odd }).layers)).toEqual(["__proto__"]);
  });
});
