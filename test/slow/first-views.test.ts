/** First views in a new account, as a page with ten images asks for them. It needs a machine with little else to do. */
import { beforeAll, expect, test } from "@jest/globals";
import { createViewer, type Viewer } from "../end-to-end/image-viewer.js";
import { useService } from "../end-to-end/use-service.js";

const { service, stack } = useService({}, ["--account-concurrency", "10"]);
let viewer: Viewer;

beforeAll(async () => {
  viewer = await createViewer(service, stack);
});

test("ten first views on one page show ten pictures and no 503 in an account with ten concurrent executions", async () => {
  const urls = Array.from({ length: 10 }, (_, index) => viewer.signed({ title: `Image ${index}` }).url);
  const views = await Promise.all(urls.map((url) => viewer.view(url)));
  expect(views.map(({ status }) => status)).toEqual(urls.map(() => 200));
  expect(new Set(views.map(({ hash }) => hash)).size).toBe(10);
});
