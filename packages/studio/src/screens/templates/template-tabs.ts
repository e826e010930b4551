import { templates as texts } from "../../messages/en/templates.js";
import { path, pathTo } from "../../router/location.js";
import { hasScope } from "../../session/session.js";

/** A page of one template. */
export interface TemplateTab {
  readonly href: string;
  readonly label: string;
  readonly isCurrent: boolean;
}

/** Returns the pages of a template that the session can use. */
export function tabsOf(id: string): readonly TemplateTab[] {
  const tabs = [
    { href: pathTo("templates", id), label: texts.tabs.tryIt },
    ...(hasScope("templates") ? [{ href: pathTo("templates", id, "edit"), label: texts.tabs.edit }] : []),
    { href: pathTo("templates", id, "versions"), label: texts.tabs.versions },
  ];
  return tabs.map((tab) => ({ ...tab, isCurrent: tab.href === path.value }));
}
