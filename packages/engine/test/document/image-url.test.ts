import { describe, expect, test } from "@jest/globals";
import { imageUrlIssue, MAX_DATA_URI_BYTES, uploadIdOf } from "../../src/document/attributes/image-url.js";

describe("imageUrlIssue", () => {
  test.each([
    "https://example.com/a.png",
    "data:image/png;base64,iVBORw0KGgo=",
    "data:image/svg+xml;base64,PHN2Zy8+",
    "/api/v1/uploads/0190c0de-0000-7000-8000-000000000000/file",
    "/api/uploads/files/0190C0DE-0000-7000-8000-000000000000",
    "http://127.0.0.1:3000/a.png",
  ])("the image address %s has no issue", (url) => {
    expect(imageUrlIssue(url)).toBeUndefined();
  });

  test.each([
    "http://example.com/a.png",
    "ftp://example.com/a.png",
    "file:///etc/passwd",
    "/etc/passwd",
    "/api/v1/uploads/../../secret/file",
    "/api/v1/uploads/abc/file",
    "/api/v1/uploads/0190c0de-0000-7000-8000-000000000000/file?x=1",
    "/api/v1/uploads/0190c0de-0000-7000-8000-000000000000",
    "/api/uploads/files/0190c0de-0000-7000-8000-000000000000/../secret",
    "data:text/html;base64,AAAA",
    "data:image/png,plain",
    "javascript:alert(1)",
    "nonsense",
    `https://example.com/${"a".repeat(3000)}`,
  ])("the image address %s has an issue", (url) => {
    expect(imageUrlIssue(url)).toEqual(expect.any(String));
  });

  test("a data URI can have 1 MB but not more", () => {
    const uri = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString("base64")}`;
    expect(imageUrlIssue(uri(MAX_DATA_URI_BYTES))).toBeUndefined();
    expect(imageUrlIssue(uri(MAX_DATA_URI_BYTES + 10))).toContain("1 MB");
  });
});

describe("uploadIdOf", () => {
  test.each([
    "/api/v1/uploads/0190C0DE-0000-7000-8000-00000000000A/file",
    "/api/uploads/files/0190c0de-0000-7000-8000-00000000000a",
  ])("the upload id in %s is found, in lower case", (path) => {
    expect(uploadIdOf(path)).toBe("0190c0de-0000-7000-8000-00000000000a");
  });

  test.each([
    "",
    "0190c0de-0000-7000-8000-00000000000a",
    "https://example.com/api/v1/uploads/0190c0de-0000-7000-8000-00000000000a/file",
    "/api/v1/uploads/0190c0de-0000-7000-8000-00000000000a/file\n",
  ])("there is no upload id in %j", (path) => {
    expect(uploadIdOf(path)).toBeUndefined();
  });
});
