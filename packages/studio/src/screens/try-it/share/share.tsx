import type { CreateRender } from "@image-render/client";
import type { Ref } from "preact";
import { useId, useState } from "preact/hooks";
import { Code } from "../../../components/code.js";
import { Tabs } from "../../../components/tabs.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { irs } from "../../../service/irs.js";
import { codeOf, type Language, LANGUAGES } from "./code-of.js";
import { SignedUrl } from "./signed-url.js";

type Tab = Language | "url";
const TABS: readonly Tab[] = [...LANGUAGES, "url"];
const KEY = "studio-language";

interface ShareProps {
  /** The heading of the section. It gets the focus when a person asks for the section. */
  readonly title: Ref<HTMLHeadingElement>;
  readonly request: CreateRender;
  readonly name: string;
  /** The size of the template in pixels. */
  readonly size: { readonly width: number; readonly height: number };
}

/** Shows how to get the same picture from a program or a page. The chosen language is kept. */
export function Share({ title, request, name, size }: ShareProps) {
  const [tab, setTab] = useState<Tab>(() => TABS.find((one) => one === localStorage.getItem(KEY)) ?? "curl");
  const panelId = useId();
  const choose = (value: Tab): void => {
    setTab(value);
    localStorage.setItem(KEY, value);
  };
  return (
    <section class="share" aria-labelledby={`${panelId}-title`}>
      <h2 id={`${panelId}-title`} ref={title} tabIndex={-1}>
        {texts.use}
      </h2>
      <p class="quiet">{texts.useLead}</p>
      <Tabs
        label={texts.languageTabs}
        value={tab}
        onChange={choose}
        tabs={TABS.map((value) => ({ value, label: texts.languages[value] }))}
        panelId={panelId}
      />
      <div id={panelId} role="tabpanel" aria-label={texts.languages[tab]} class="share-panel">
        {tab === "url" ? (
          <SignedUrl request={request} name={name} size={size} />
        ) : (
          <>
            <Code text={codeOf(tab, irs.baseUrl, request)} label={texts.codeOf(texts.languages[tab])} />
            <p class="quiet">{tab === "n8n" ? texts.n8nHint : tab === "mcp" ? texts.mcpHint : texts.keyHint}</p>
          </>
        )}
      </div>
    </section>
  );
}
