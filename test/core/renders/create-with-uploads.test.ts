import { expect, test } from "@jest/globals";
import { createRenderFixture, templateVersion } from "../../support/render-fixture.js";
import { CONTEXT, created, request } from "./create-fixture.js";

test("createRender checks and stores the absolute URL of an upload as the upload's path, in layers and variables", async () => {
  const path = "/api/v1/uploads/11111111-2222-4333-8444-000000000001/file";
  const photo = { id: "p", type: "image", name: "photo", width: 10, height: 10 };
  const document = {
    width: 100,
    height: 100,
    variables: [{ name: "face", type: "string" }],
    layers: [photo, { ...photo, id: "f", name: "face", image_url: "{{face}}" }],
  };
  const fixture = createRenderFixture([], [templateVersion({ document: JSON.stringify(document) })]);
  const named: string[] = [];
  const checkUploads: typeof fixture.checkUploads = async (_workspaceId, uploads) => {
    named.push(...uploads.map(({ path: place }) => place));
    return Promise.resolve([]);
  };
  const url = `${CONTEXT.baseUrl}${path}`;
  const body = request({ layers: { photo: { image_url: url } }, variables: { face: url } });
  const job = await created({ ...fixture, checkUploads }, body);
  expect(named).toEqual(["layers.photo.image_url", "variables.face"]);
  expect(job.inputs).toEqual({ layers: { photo: { image_url: path } }, variables: { face: path } });
});
