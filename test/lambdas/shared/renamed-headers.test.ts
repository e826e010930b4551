import { expect, test } from "@jest/globals";
import middy from "@middy/core";
import type { HttpAnswer } from "../../../lambdas/shared/http-answer.js";
import type { HttpEvent } from "../../../lambdas/shared/http-event.js";
import { withoutRenamedHeaders } from "../../../lambdas/shared/renamed-headers.js";

const HEADERS = { "content-length": "2", "www-authenticate": "Bearer", "content-type": "image/png" };

test.each<[string, (response: HttpAnswer) => HttpAnswer]>([
  ["a response", (response) => response],
  [
    "an error response",
    () => {
      throw new Error("not found");
    },
  ],
])("the headers that a function URL would rename are removed from %s", async (_, respond) => {
  const response: HttpAnswer = { statusCode: 200, headers: HEADERS, body: "ok" };
  const handler = middy<HttpEvent, HttpAnswer>()
    .use(withoutRenamedHeaders())
    .use({ onError: (request) => void (request.response = response) })
    .handler(() => respond(response));
  const { headers } = await handler({}, {});
  expect(headers).toEqual({ "content-type": "image/png" });
});
