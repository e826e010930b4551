/** The pages of the studio, by their paths. The code of each is loaded when it is opened. */
import type { ComponentType } from "preact";
import type { PageProps } from "./router/page-props.js";
import type { Scope } from "./session/session.js";

/** A page, loaded. */
export type Page = ComponentType<PageProps>;

/** A page of the studio. */
export interface Route {
  readonly pattern: string;
  readonly load: () => Promise<Page>;
  /** A session needs one of these scopes. */
  readonly scopes: readonly Scope[];
}

const READING: readonly Scope[] = ["render", "templates"];
const gallery = async (): Promise<Page> => (await import("./screens/templates/gallery.js")).Gallery;

/** All components in all their states. A build replaces the condition with `false`, and leaves the page out. */
const DEVELOPMENT_ROUTES: readonly Route[] = import.meta.env.DEV
  ? [
      {
        pattern: "/studio/design",
        scopes: ["render", "templates", "admin"],
        load: async () => (await import("./screens/design/design.js")).Design,
      },
    ]
  : [];

/** The first route that matches a path is shown. */
export const ROUTES: readonly Route[] = [
  ...DEVELOPMENT_ROUTES,
  { pattern: "/studio", scopes: READING, load: gallery },
  { pattern: "/studio/templates", scopes: READING, load: gallery },
  {
    pattern: "/studio/templates/new",
    scopes: ["templates"],
    load: async () => (await import("./screens/templates/new-template.js")).NewTemplate,
  },
  {
    pattern: "/studio/templates/:id",
    scopes: READING,
    load: async () => (await import("./screens/try-it/try-it.js")).TryIt,
  },
  {
    pattern: "/studio/templates/:id/edit",
    scopes: ["templates"],
    load: async () => (await import("./screens/editor/editor.js")).Editor,
  },
  {
    pattern: "/studio/templates/:id/versions",
    scopes: READING,
    load: async () => (await import("./screens/templates/versions.js")).Versions,
  },
  {
    pattern: "/studio/renders",
    scopes: ["render"],
    load: async () => (await import("./screens/renders/render-list.js")).RenderList,
  },
  {
    pattern: "/studio/renders/:id",
    scopes: ["render"],
    load: async () => (await import("./screens/renders/render-detail.js")).RenderDetail,
  },
  {
    pattern: "/studio/batches",
    scopes: ["render"],
    load: async () => (await import("./screens/batches/batch-list.js")).BatchList,
  },
  {
    pattern: "/studio/batches/new",
    scopes: ["render"],
    load: async () => (await import("./screens/batches/new-batch.js")).NewBatch,
  },
  {
    pattern: "/studio/batches/:id",
    scopes: ["render"],
    load: async () => (await import("./screens/batches/batch-page.js")).BatchPage,
  },
  {
    pattern: "/studio/webhooks",
    scopes: ["admin"],
    load: async () => (await import("./screens/webhooks/endpoints.js")).Endpoints,
  },
  {
    pattern: "/studio/webhooks/deliveries",
    scopes: ["admin"],
    load: async () => (await import("./screens/webhooks/deliveries.js")).Deliveries,
  },
  {
    pattern: "/studio/webhooks/events/:id",
    scopes: ["admin"],
    load: async () => (await import("./screens/webhooks/event-detail.js")).EventDetail,
  },
  {
    pattern: "/studio/uploads",
    scopes: READING,
    load: async () => (await import("./screens/uploads/upload-list.js")).UploadList,
  },
  {
    pattern: "/studio/fonts",
    scopes: READING,
    load: async () => (await import("./screens/fonts/font-list.js")).FontList,
  },
  {
    pattern: "/studio/usage",
    scopes: ["render", "admin"],
    load: async () => (await import("./screens/usage/usage.js")).Usage,
  },
  {
    pattern: "/studio/keys",
    scopes: ["admin"],
    load: async () => (await import("./screens/keys/key-list.js")).KeyList,
  },
  {
    pattern: "/studio/operations",
    scopes: ["operator"],
    load: async () => (await import("./screens/operations/operations.js")).Operations,
  },
  {
    pattern: "/studio/workspaces",
    scopes: ["operator"],
    load: async () => (await import("./screens/workspaces/workspace-list.js")).WorkspaceList,
  },
];
