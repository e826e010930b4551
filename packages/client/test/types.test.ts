/** Types that programs rely on. The compiler checks this file: \`@ts-expect-error\` fails if there is no error. */
import { expect, test } from "@jest/globals";
import type { ApiError, ImageRenderService, TemplateId, WebhookEvent } from "../src/index.js";

type Ticket = TemplateId<{
  readonly layers: { readonly guest?: { readonly text?: string }; readonly seat?: { readonly text?: string } };
  readonly variables: { readonly class?: "first" | "second" };
}>;

type Pass = TemplateId<{
  readonly layers: { readonly [name: string]: never };
  readonly variables: { readonly gate: string; readonly row?: number };
}>;

/** This function is compiled and never run. */
export const programs = async (
  irs: ImageRenderService,
  ticket: Ticket,
  pass: Pass,
  event: WebhookEvent,
  error: ApiError,
) => {
  await irs.renders.createAndWait({
    template: ticket,
    layers: { guest: { text: "Ada" } },
    variables: { class: "first" },
  });
  // @ts-expect-error The template has no layer gest.
  await irs.renders.create({ template: ticket, layers: { gest: { text: "Ada" } } });
  // A request must set a required variable. All other variables are optional.
  await irs.renders.create({ template: pass, variables: { gate: "B7" } });
  // @ts-expect-error The variable gate is missing.
  await irs.renders.create({ template: pass });
  // @ts-expect-error The variable has no third class.
  await irs.renders.create({ template: ticket, variables: { class: "third" } });
  // @ts-expect-error The value of `text` must be a string.
  await irs.images.sign({ template: ticket, layers: { guest: { text: 1 } } });
  // @ts-expect-error The template has no layer gest.
  await irs.templates.preview(ticket, { layers: { gest: {} } });
  // A plain ID is typed loosely.
  await irs.renders.create({ template: "0c5a2d3e", layers: { anything: { text: "x" } }, variables: { a: 1 } });
  await irs.batches.create([
    { template: ticket, layers: { guest: { text: "Ada" } } },
    { template: "0c5a2d3e", layers: { anything: { text: "x" } } },
  ]);
  // @ts-expect-error The template has no layer gest.
  await irs.batches.create([{ template: ticket, layers: { gest: { text: "Ada" } } }]);
  // @ts-expect-error There is no format gif.
  await irs.renders.create({ template: "a", format: "gif" });
  // @ts-expect-error A webhook about credits has no render.
  const attribute = event.event === "credits.low" ? ("assetUrl" satisfies keyof typeof event.data) : "";
  if (event.event === "render.completed") event.data.assetUrl?.startsWith("https:");
  // @ts-expect-error There is no such code.
  return error.code === "TEAPOT" || attribute === "";
};

test("a program that names a layer that a template does not have is refused by the compiler", () => {
  expect(typeof programs).toBe("function");
});
