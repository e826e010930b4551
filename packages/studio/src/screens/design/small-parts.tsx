import { useState } from "preact/hooks";
import { Badge, type BadgeKind } from "../../components/badge.js";
import { BarChart } from "../../components/bar-chart.js";
import { Code } from "../../components/code.js";
import { CopyButton, CopyId } from "../../components/copy.js";
import { FigureList } from "../../components/figure-list.js";
import { RelativeTime } from "../../components/relative-time.js";
import { LinkTabs, Tabs } from "../../components/tabs.js";
import { design as texts } from "../../messages/en/design.js";
import { Part, Specimen } from "./specimen.js";

const ID = "0190c0de-0000-7000-8000-000000000001";
const AGES_S = [0, 90, 7_200, 400_000];
const KINDS = Object.keys(texts.badges) as readonly BadgeKind[];
const CODE = `curl "$BASE/api/v1/render" \\
  -H "Authorization: Bearer $IRS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{ "template": "${ID}", "layers": { "title": { "text": "Designs in, pictures out" } } }'`;

const HEIGHTS = [3, 8, 21, 34, 55, 40, 12];
const BARS = HEIGHTS.map((value, index) => ({
  key: String(index),
  value,
  failed: index === 4 ? 9 : 0,
  tip: texts.bar(value),
  label: index % 3 === 0 ? String(index) : undefined,
  isNow: index === HEIGHTS.length - 1,
}));
const FIGURES = [
  { value: "2,310", label: texts.table.credits },
  { value: "99 %", label: texts.badges.success },
];

/** Components of a line or two. */
export function SmallParts() {
  const [tab, setTab] = useState(texts.tabs[0] ?? "");
  return (
    <Part id="small" title={texts.small} lead={texts.smallLead}>
      <div class="specimen-grid">
        <Specimen label={texts.table.state} isRow>
          {KINDS.map((kind) => (
            <Badge key={kind} kind={kind}>
              {texts.badges[kind]}
            </Badge>
          ))}
        </Specimen>
        <Specimen label={texts.table.time} isRow>
          {AGES_S.map((age) => (
            <RelativeTime key={age} at={new Date(Date.now() - age * 1000).toISOString()} />
          ))}
        </Specimen>
        <Specimen label={texts.table.id} isRow>
          <CopyId id={ID} />
          <CopyId id={ID} isWhole />
          <CopyButton text={ID} />
          <CopyButton text={ID} label={texts.copyAll} />
        </Specimen>
        <Specimen label={texts.pagesLabel}>
          <LinkTabs
            label={texts.pagesLabel}
            tabs={texts.pages.map((label, index) => ({ label, href: `#small-${index}`, isCurrent: index === 0 }))}
          />
        </Specimen>
      </div>
      <Specimen label={texts.tabsLabel}>
        <Tabs
          label={texts.tabsLabel}
          value={tab}
          onChange={setTab}
          tabs={texts.tabs.map((value) => ({ value, label: value }))}
          panelId="design-code"
        />
        <div id="design-code" role="tabpanel" aria-label={tab}>
          <Code text={CODE} label={texts.codeLabel} />
        </div>
      </Specimen>
      <Specimen label={texts.figures}>
        <FigureList figures={FIGURES} />
      </Specimen>
      <Specimen label={texts.chart}>
        <BarChart bars={BARS} />
      </Specimen>
    </Part>
  );
}
