import { LinkTabs } from "../../components/tabs.js";
import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { path, pathTo } from "../../router/location.js";
import type { ComponentChildren } from "preact";

interface TemplateHeadProps {
  readonly id: string;
  /** Undefined while the template is loading. */
  readonly name: string | undefined;
  readonly children?: ComponentChildren;
}

/** The head of the pages of one template. */
export function TemplateHead({ id, name, children }: TemplateHeadProps) {
  const tabs = [
    { href: pathTo("templates", id), label: texts.tabs.tryIt },
    { href: pathTo("templates", id, "versions"), label: texts.tabs.versions },
  ];
  return (
    <PageHead
      title={name ?? "…"}
      up={{ href: pathTo("templates"), label: pages.templates }}
      filters={
        <LinkTabs label={texts.tabs.label} tabs={tabs.map((tab) => ({ ...tab, isCurrent: tab.href === path.value }))} />
      }
    >
      {children}
    </PageHead>
  );
}
