import { describe, expect, test } from "@jest/globals";
import { EXAMPLES, exampleContents } from "../../src/resources/examples.js";
import { fakeService, refusal } from "../fake-service.js";

const NAME = EXAMPLES[0]?.name ?? "";
const URI = `example://${NAME}`;
const CREATOR = ["render", "templates"] as const;

describe("the contents of an example", () => {
  test("are its document, and its picture by a preview of this document", async () => {
    const service = fakeService();
    const [document, picture, ...others] = await exampleContents(URI, NAME, { service, scopes: CREATOR });
    expect(document).toMatchObject({ uri: URI, mimeType: "application/json" });
    const text = document !== undefined && "text" in document ? document.text : "";
    const { document: template } = JSON.parse(text) as { readonly document: unknown };
    const sent = service.calls.map(({ method, args }) => [method, args[0]]);
    expect(sent).toEqual([["previewDocument", expect.objectContaining({ document: template })]]);
    expect(picture).toEqual({
      uri: `${URI}/picture`,
      mimeType: "image/jpeg",
      blob: Buffer.from("document").toString("base64"),
    });
    expect(others).toEqual([]);
  });

  test("are only its document if the key may not preview", async () => {
    const service = fakeService();
    const contents = await exampleContents(URI, NAME, { service, scopes: ["render"] });
    expect(contents.map(({ mimeType }) => mimeType)).toEqual(["application/json"]);
    expect(service.calls).toEqual([]);
  });

  test("are only its document if the service refuses the preview", async () => {
    const previewDocument = async () => {
      throw refusal(429, "RATE_LIMITED", "The previews of the day are used up.");
    };
    const contents = await exampleContents(URI, NAME, { service: fakeService({ previewDocument }), scopes: CREATOR });
    expect(contents.map(({ mimeType }) => mimeType)).toEqual(["application/json"]);
  });

  test("do not hide a fault of the program behind a missing picture", async () => {
    const previewDocument = async () => {
      throw new TypeError("x is not a function");
    };
    const contents = exampleContents(URI, NAME, { service: fakeService({ previewDocument }), scopes: CREATOR });
    await expect(contents).rejects.toThrow("x is not a function");
  });

  test("of an unknown name are refused with this name", async () => {
    const contents = exampleContents("example://none", "none", { service: fakeService(), scopes: CREATOR });
    await expect(contents).rejects.toThrow("There is no example none.");
  });
});
