import { expect, test } from "@jest/globals";
import { ServiceError } from "../../../core/contract/errors.js";
import { TEMPLATE, templateVersion } from "../../support/render-fixture.js";
import { createViewFixture } from "./view-fixture.js";

const document = JSON.stringify({
  width: 10,
  height: 10,
  variables: [
    { name: "accent", type: "color", required: true },
    { name: "day", type: "date" },
    { name: "plan", type: "enum", choices: ["basic", "pro"] },
    { name: "stars", type: "number", max: 5 },
  ],
  layers: [],
});

/** Views an image whose URL has these values. */
async function view(query: Record<string, string>): Promise<unknown> {
  const fixture = createViewFixture();
  fixture.templates.versions.splice(0, 1, templateVersion({ document }));
  const pairs = Object.entries(query).map(([key, value]) => ({ key, value }));
  return await fixture.view({ image: { templateId: TEMPLATE, pairs } }).catch((error: unknown) => error);
}

test("a signed URL gives variables of each type as text", async () => {
  const query = { accent: "#ff0000", day: "2026-11-24", plan: "pro", stars: "4" };
  expect(await view(query)).toMatchObject({ status: 200 });
});

test("a signed URL without a required variable, or with values that the template does not allow, is refused", async () => {
  const error = await view({ day: "soon", plan: "gold", stars: "6" });
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({
    details: {
      issues: [
        {
          path: "variables.accent",
          message: 'The template requires the variable "accent". Set it to a value that is not empty.',
        },
        { path: "variables.day", message: "It must be a date such as 2026-11-24 or 2026-11-24T18:30:00Z." },
        { path: "variables.plan", message: 'It must be "basic" or "pro".' },
        { path: "variables.stars", message: "It must be at most 5; it is 6." },
      ],
    },
  });
});
