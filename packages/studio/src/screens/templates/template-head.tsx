import { LinkTabs } from "../../components/tabs.js";
import { PageHead } from "../../components/page-head.js";
import { pages } from "../../messages/en/common.js";
import { templates as texts } from "../../messages/en/templates.js";
import { pathTo } from "../../router/location.js";
import type { ComponentChildren } from "preact";
import { tabsOf } from "./template-tabs.js";

interface TemplateHeadProps {
  readonly id: string;
  /** Undefined while the template is loading. */
  readonly name: string | undefined;
  readonly children?: ComponentChildren;
}

/** The head of the pages of one template. */
export function TemplateHead({ id, name, children }: TemplateHeadProps) {
  return (
    <PageHead
      title={name ?? "…"}
      up={{ href: pathTo("templates"), label: pages.templates }}
      filters={<LinkTabs label={texts.tabs.label} tabs={tabsOf(id)} />}
    >
      {children}
    </PageHead>
  );
}
