import { describe, expect, test } from "@jest/globals";
import { checkTemplateDocument, type TemplateDocument } from "@image-render/engine/document";
import type { Issue } from "@image-render/engine/issues";
import { checkRequest, type RequestTerms } from "../../../core/renders/check-request.js";
import type { FindUploadImages } from "../../../core/uploads/find-upload-images.js";
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

  describe("photos that a document shows", () => {
    const idOf = (index: number) => `11111111-2222-4333-8444-${String(index).padStart(12, "0")}`;
    const photos = checkTemplateDocument({
      ...DOCUMENT,
      layers: Array.from({ length: 60 }, (_, index) => ({
        ...{ type: "image", id: `p${index}`, name: `photo${index}`, width: 96, height: 96 },
        image_url: `/api/v1/uploads/${idOf(index)}/file`,
      })),
    });
    const document = ("document" in photos && photos.document) as TemplateDocument;
    const sized =
      (width: number): FindUploadImages =>
      async (_workspaceId, ids) =>
        Promise.resolve(
          new Map(
            [...ids].map((id) => [
              id,
              { type: "image/avif", width, height: 900, bytes: width * 300, isProgressive: false } as const,
            ]),
          ),
        );

    test("60 small uploads are accepted, and large ones are refused with the paths of the largest parts", async () => {
      expect(await pathsOf({ document, findUploadImages: sized(1200) }, request)).toEqual([]);
      expect(await pathsOf({ document, findUploadImages: sized(9000) }, request)).toEqual([
        "layers.photo0",
        "layers.photo1",
        "layers.photo2",
      ]);
    });

    test("uploads whose size is not stored count as typical photos", async () => {
      const findUploadImages: FindUploadImages = async () => Promise.resolve(new Map());
      const few = { ...terms, document: { ...document, layers: document.layers.slice(0, 10) } };
      const typical = (await checkRequest({ ...few, findUploadImages }, request)).estimate.cpuMs;
      const free = (await checkRequest(few, request)).estimate.cpuMs;
      // 12 megapixels of 25 ns each.
      expect(typical - free).toBeCloseTo(10 * 300, 0);
    });

    test("the first view of a signed URL is not refused because of uploads, whose size counted when it was minted", async () => {
      expect(await pathsOf({ document }, request)).toEqual([]);
    });
  });
});
