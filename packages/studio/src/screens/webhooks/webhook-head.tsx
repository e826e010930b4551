import type { ComponentChildren } from "preact";
import { PageHead } from "../../components/page-head.js";
import { LinkTabs } from "../../components/tabs.js";
import { pages } from "../../messages/en/common.js";
import { webhookTabs as texts } from "../../messages/en/webhooks.js";
import { path, pathTo } from "../../router/location.js";
import "./webhooks.css";

interface WebhookHeadProps {
  readonly children?: ComponentChildren;
  readonly filters?: ComponentChildren;
}

/** The title of the pages about webhooks, with the links between them. */
export function WebhookHead({ children, filters }: WebhookHeadProps) {
  const tabs = [
    { href: pathTo("webhooks"), label: texts.endpoints },
    { href: pathTo("webhooks", "deliveries"), label: texts.deliveries },
  ].map((tab) => ({ ...tab, isCurrent: path.value === tab.href }));
  return (
    <>
      <PageHead title={pages.webhooks}>{children}</PageHead>
      <div class="webhook-tabs">
        <LinkTabs label={texts.label} tabs={tabs} />
        {filters !== undefined && <div class="page-filters">{filters}</div>}
      </div>
    </>
  );
}
