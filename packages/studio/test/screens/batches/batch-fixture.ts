/** A template with each kind of value, and sheets for it. */
import type { Batch, Render } from "@image-render/client";
import type { FieldModel, FormModel } from "../../../src/screens/try-it/form/form-model.js";
import { newSheet, type Sheet } from "../../../src/screens/batches/model/sheet.js";
import { targetsOf } from "../../../src/screens/batches/model/targets.js";

/** Creates a field of a form. */
export function field(
  key: string,
  control: FieldModel["control"] = "text",
  options: readonly string[] = [],
): FieldModel {
  const limits = { isRequired: false, min: undefined, max: undefined, maxLength: undefined };
  return { key, label: key, control, fallback: "", options, ...limits };
}

export const FORM: FormModel = {
  fields: [field("guestName"), field("seat", "number"), field("tier", "choice", ["Gold", "Silver"])],
  lists: [{ name: "items", fields: [field("price", "number")], isRequired: false, maxItems: undefined, fallback: [] }],
  layers: [
    { name: "title", type: "text", main: [field("text"), field("hide", "boolean")], more: [field("color", "color")] },
    { name: "photo", type: "image", main: [field("image_url", "image"), field("hide", "boolean")], more: [] },
    { name: "v1.2 note", type: "text", main: [field("text"), field("hide", "boolean")], more: [] },
  ],
};

export const TARGETS = targetsOf(FORM);
export const TARGETS_BY_ID = new Map(TARGETS.map((target) => [target.id, target]));

export const FRAME = { template: "3b241101-e2bb-4255-8caf-4136c566a962", version: 4, output: {} };

/** Creates a sheet with a column `Title` and rows of one cell. */
export function sheetOf(titles: readonly string[]): Sheet {
  return newSheet({
    id: "8f14e45f-ceea-467f-a0e6-5d3a2b1c4d5e",
    workspaceId: "workspace",
    name: "guests.csv",
    createdAt: "2026-11-28T08:00:00.000Z",
    template: { id: FRAME.template, name: "Badge", version: 4, width: 600, height: 400 },
    mapping: ["layers.title.text"],
    columns: ["Title"],
    rows: titles.map((title, index) => ({ number: index + 2, cells: [title] })),
  });
}

/** Creates the body of a job. */
export function job(id: string, status: Render["status"], more: Partial<Render> = {}): Render {
  return {
    id,
    status,
    template: FRAME.template,
    version: 4,
    format: "png",
    scale: 1,
    width: 600,
    height: 400,
    attempts: 0,
    priority: 3,
    createdAt: "2026-11-28T08:00:00.000Z",
    ...more,
  };
}

/** Creates the body of a batch. */
export function batch(id: string, jobs: readonly Render[]): Batch {
  return { id, status: "queued", jobs, createdAt: "2026-11-28T08:00:00.000Z" } as unknown as Batch;
}

/** Returns a function that makes the keys k1, k2 and so on. */
export function keys(): () => string {
  let last = 0;
  return () => `k${++last}`;
}
