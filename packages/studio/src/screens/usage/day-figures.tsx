import { useState } from "preact/hooks";
import { type Bar, BarChart } from "../../components/bar-chart.js";
import { Empty, Skeleton } from "../../components/states.js";
import { Tabs } from "../../components/tabs.js";
import { usage as texts } from "../../messages/en/usage.js";
import { formatDay, formatNumber } from "../../messages/format.js";
import { type DayFigure, daysOfMonth } from "./days-of-month.js";

interface DayFiguresProps {
  /** Undefined while they are loading. */
  readonly month: string | undefined;
  readonly days: readonly DayFigure[] | undefined;
}

/** The credits by day, as a chart or as a table. */
export function DayFigures({ month, days }: DayFiguresProps) {
  const [view, setView] = useState<"chart" | "table">("chart");
  if (month === undefined || days === undefined) return <Skeleton height="236px" />;
  if (days.length === 0) return <Empty title={texts.emptyTitle}>{texts.empty}</Empty>;
  const tabs = [
    { value: "chart" as const, label: texts.asChart },
    { value: "table" as const, label: texts.asTable },
  ];
  return (
    <section class="day-figures" aria-labelledby="by-day">
      <div class="section-head">
        <h2 id="by-day">{texts.byDay}</h2>
        <Tabs label={texts.view} value={view} onChange={setView} tabs={tabs} panelId="day-figures" />
      </div>
      <div id="day-figures">
        {view === "chart" ? <BarChart bars={barsOf(daysOfMonth(month, days))} /> : <DayTable days={days} />}
      </div>
    </section>
  );
}

/** Every seventh day has its number. */
const LABEL_DAYS = 7;

function barsOf(days: readonly DayFigure[]): readonly Bar[] {
  const today = new Date().toISOString().slice(0, 10);
  return days.map(({ date, spent, refunded }, index) => ({
    key: date,
    value: spent,
    tip: texts.barLabel(formatDay(date), spent, refunded),
    label: index % LABEL_DAYS === 0 ? String(index + 1) : undefined,
    isNow: date === today,
  }));
}

function DayTable({ days }: { readonly days: readonly DayFigure[] }) {
  return (
    <div class="data-table">
      <table aria-label={texts.byDay}>
        <thead>
          <tr>
            <th scope="col">{texts.day}</th>
            <th scope="col" class="number">
              {texts.daySpent}
            </th>
            <th scope="col" class="number">
              {texts.dayRefunded}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ date, spent, refunded }) => (
            <tr key={date}>
              <td>{formatDay(date)}</td>
              <td class="number">{formatNumber(spent)}</td>
              <td class="number">{formatNumber(refunded)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
