import { type Column, DataTable } from "../../components/data-table.js";
import { operations as texts } from "../../messages/en/operations.js";
import { formatDuration, formatNumber } from "../../messages/format.js";
import { formatDollars } from "./format-dollars.js";
import type { Figures } from "./figures.js";

type Stage = Figures["stages"][number];
type Queue = Figures["queues"][number];
type CostLine = Figures["cost"]["lines"][number];
type Reason = keyof Figures["today"]["refused"];

const STAGE_COLUMNS: readonly Column<Stage>[] = [
  { label: texts.stage, cell: ({ name }) => texts.stageNames[name] },
  { label: texts.median, cell: ({ p50Ms }) => formatDuration(p50Ms), isNumber: true, width: "88px" },
  { label: texts.slow, cell: ({ p95Ms }) => formatDuration(p95Ms), isNumber: true, width: "120px" },
];

/** How long each stage of a picture takes. */
export function StageTable({ stages }: Pick<Figures, "stages">) {
  return (
    <section aria-labelledby="stages">
      <h2 id="stages">{texts.stages}</h2>
      {stages.length === 0 ? (
        <p class="quiet">{texts.noStages}</p>
      ) : (
        <DataTable label={texts.stages} columns={STAGE_COLUMNS} rows={stages} keyOf={({ name }) => name} />
      )}
    </section>
  );
}

const QUEUE_COLUMNS: readonly Column<Queue>[] = [
  { label: texts.queue, cell: ({ name }) => name },
  { label: texts.waiting, cell: ({ waiting }) => formatNumber(waiting), isNumber: true, width: "88px" },
  {
    label: texts.oldest,
    cell: ({ oldestSeconds }) => (oldestSeconds === 0 ? texts.empty : formatDuration(oldestSeconds * 1_000)),
    isNumber: true,
    width: "120px",
  },
];

/** The messages that wait in each queue. */
export function QueueTable({ queues }: Pick<Figures, "queues">) {
  return (
    <section aria-labelledby="queues">
      <h2 id="queues">{texts.queues}</h2>
      <DataTable label={texts.queues} columns={QUEUE_COLUMNS} rows={queues} keyOf={({ name }) => name} />
    </section>
  );
}

const REFUSAL_COLUMNS: readonly Column<readonly [Reason, number]>[] = [
  { label: texts.reason, cell: ([reason]) => texts.reasons[reason] },
  { label: texts.requests, cell: ([, requests]) => formatNumber(requests), isNumber: true, width: "88px" },
];

/** Why requests were refused today. */
export function RefusalTable({ refused }: Pick<Figures["today"], "refused">) {
  const rows = Object.entries(refused) as [Reason, number][];
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">{texts.refused}</h2>
      <DataTable label={texts.refused} columns={REFUSAL_COLUMNS} rows={rows} keyOf={([reason]) => reason} />
    </section>
  );
}

const COST_COLUMNS: readonly Column<CostLine>[] = [
  { label: texts.line, cell: ({ name }) => name },
  { label: texts.quantity, cell: ({ quantity }) => quantity, isExtra: true },
  { label: texts.amount, cell: ({ dollars }) => formatDollars(dollars), isNumber: true, width: "96px" },
];

interface CostTableProps extends Pick<Figures, "cost"> {
  readonly id: string;
  readonly title: string;
}

/** The estimated bill of a day, line by line. */
export function CostTable({ id, title, cost: { dollars, lines, pricesOf } }: CostTableProps) {
  const rows = [...lines, { name: texts.total, quantity: "", dollars }];
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="quiet">{texts.costHint(pricesOf)}</p>
      <DataTable
        label={title}
        columns={COST_COLUMNS}
        rows={rows}
        keyOf={({ name, quantity }) => `${name} ${quantity}`}
      />
    </section>
  );
}
