import { expect, test } from "@jest/globals";
import middy from "@middy/core";
import type { HttpResponse } from "../../../lambdas/shared/http-response.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import { withoutRenamedHeaders } from "../../../lambdas/shared/renamed-headers.js";

const HEADERS = { "content-length": "2", "www-authenticate": "Bearer", "content-type": "image/png" };

test.each<[string, (response: HttpResponse) => HttpResponse]>([
  ["a response", (response) => response],
  [
    "an error response",
    () => {
      throw new Error("not found");
    },
  ],
])("the headers that a function URL would rename are removed from %s", async (_, respond) => {
  const response: HttpResponse = { statusCode: 200, headers: HEADERS, body: "ok" };
  const handler = middy<HttpEvent, HttpResponse>()
    .use(withoutRenamedHeaders())
    .use({ onError: (request) => void (request.response = response) })
    .handler(() => respond(response));
  const { headers } = await handler({}, {});
  expect(headers).toEqual({ "content-type": "image/png" });
});
