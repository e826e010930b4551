import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument, type TemplateDocument } from "@image-render/engine/document";
import type { Issue } from "@image-render/engine/issues";
import { checkRequest, type RequestTerms } from "../../../core/renders/check-request.js";
import { DOCUMENT, WORKSPACE } from "../../support/render-fixture.js";

const checked = checkTemplateDocument({
  ...DOCUMENT,
  layers: [...DOCUMENT.layers, { id: "photo", type: "image", name: "photo", x: 0, y: 0, width: 9, height: 9 }],
});
const terms: RequestTerms = {
  document: ("document" in checked && checked.document) as TemplateDocument,
  workspaceId: WORKSPACE,
  baseUrl: "https://images.example.com",
  needsVariables: true,
  refusal: "The request cannot be rendered.",
};
const UPLOAD = "11111111-2222-4333-8444-000000000001";
const request = { layers: {}, variables: {}, format: "png", scale: 2, transparent: false } as const;
const withPhoto = { ...request, layers: { photo: { image_url: `/api/v1/uploads/${UPLOAD}/file` } } };
const pathsOf = async (more: Partial<RequestTerms>, given: Parameters<typeof checkRequest>[1]) =>
  await checkRequest({ ...terms, ...more }, given).then(
    () => [],
    (error: unknown) => (error as { details: { issues: Issue[] } }).details.issues.map(({ path }) => path),
  );

describe("checkRequest", () => {
  test("a valid request has the size of its picture", async () => {
    expect(await checkRequest(terms, request)).toMatchObject({ width: 800, height: 400, request });
  });

  test("one error has the issues of the body, of the layers and of the caller's own checks, in this order", async () => {
    const faulty = { ...request, layers: { titel: { text: "x" } } };
    const issues = {
      bodyIssues: [{ path: "metadata", message: "It must be an object." }],
      ownIssues: [{ path: "webhookUrl", message: "It must be a public URL." }],
    };
    expect(await pathsOf(issues, faulty)).toEqual(["metadata", "layers.titel", "webhookUrl"]);
  });

  test("uploads are checked only if nothing else is wrong, and only if the caller asks for it", async () => {
    const asked: string[] = [];
    const checkUploads: RequestTerms["checkUploads"] = async (_workspaceId, named) => {
      asked.push(...named.map(({ uploadId }) => uploadId));
      return Promise.resolve(named.map(({ path }) => ({ path, message: "There is no such upload." })));
    };
    const ownIssues = [{ path: "webhookUrl", message: "It must be a public URL." }];
    expect(await pathsOf({ checkUploads, ownIssues }, withPhoto)).toEqual(["webhookUrl"]);
    expect(asked).toEqual([]);
    expect(await pathsOf({ checkUploads }, withPhoto)).toEqual(["layers.photo.image_url"]);
    expect(asked).toEqual([UPLOAD]);
    expect(await pathsOf({}, withPhoto)).toEqual([]);
  });
});
