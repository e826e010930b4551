import type { Render } from "@image-render/client";

/** Returns a render that is done, with some fields of its own. */
export function renderWith(fields: Partial<Render> = {}): Render {
  return {
    id: "3d5b1c0e-9f42-4c1a-8b77-5e2f6a9d0c31",
    status: "done",
    template: "0c5a2d3e-7b41-4f0e-9a6c-2f1d8e7b6a50",
    version: 3,
    format: "png",
    width: 1200,
    height: 630,
    scale: 1,
    attempts: 1,
    priority: 5,
    createdAt: "2026-03-02T09:30:00.000Z",
    finishedAt: "2026-03-02T09:30:00.214Z",
    ...fields,
  };
}
