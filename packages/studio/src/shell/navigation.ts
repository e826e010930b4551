import {
  Activity,
  ChartColumn,
  Building2,
  Image,
  KeyRound,
  LayoutTemplate,
  Table2,
  Type,
  Upload,
  Webhook,
} from "lucide";
import { pages } from "../messages/en/common.js";
import { pathTo } from "../router/location.js";
import type { Scope } from "../session/session.js";

/** A page in the side bar. */
export interface NavigationItem {
  readonly label: string;
  readonly href: string;
  readonly icon: unknown;
  /** A session needs one of these scopes to see it. */
  readonly scopes: readonly Scope[];
}

/** The pages in the side bar, in groups. */
export const NAVIGATION: readonly (readonly NavigationItem[])[] = [
  [
    { label: pages.templates, href: pathTo("templates"), icon: LayoutTemplate, scopes: ["render", "templates"] },
    { label: pages.renders, href: pathTo("renders"), icon: Image, scopes: ["render"] },
    { label: pages.batches, href: pathTo("batches"), icon: Table2, scopes: ["render"] },
    { label: pages.webhooks, href: pathTo("webhooks"), icon: Webhook, scopes: ["admin"] },
  ],
  [
    { label: pages.uploads, href: pathTo("uploads"), icon: Upload, scopes: ["render", "templates"] },
    { label: pages.fonts, href: pathTo("fonts"), icon: Type, scopes: ["render", "templates"] },
  ],
  [
    { label: pages.usage, href: pathTo("usage"), icon: ChartColumn, scopes: ["render", "admin"] },
    { label: pages.keys, href: pathTo("keys"), icon: KeyRound, scopes: ["admin"] },
    { label: pages.operations, href: pathTo("operations"), icon: Activity, scopes: ["operator"] },
    { label: pages.workspaces, href: pathTo("workspaces"), icon: Building2, scopes: ["operator"] },
  ],
];
