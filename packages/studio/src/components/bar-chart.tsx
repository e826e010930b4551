import { formatNumber } from "../messages/format.js";
import { topOfScale } from "./top-of-scale.js";
import "./bar-chart.css";

/** A bar of a chart. */
export interface Bar {
  readonly key: string;
  readonly value: number;
  /** The part of the value that failed. It is drawn above the rest, in another color. @default 0 */
  readonly failed?: number;
  /** The facts in words. Screen readers read them, and others see them under the pointer. */
  readonly tip: string;
  /** Absent for the bars between two labels. */
  readonly label?: string | undefined;
  /** Whether the time span of the bar has not ended yet. */
  readonly isNow: boolean;
}

/** Bars over time, with a scale that ends at a round number. */
export function BarChart({ bars }: { readonly bars: readonly Bar[] }) {
  const top = topOfScale(Math.max(...bars.map(({ value }) => value)));
  return (
    <div class="chart">
      <div class="chart-scale quiet" aria-hidden="true">
        <span>{formatNumber(top)}</span>
        <span>{formatNumber(top / 2)}</span>
        <span>0</span>
      </div>
      <ol class="chart-bars">
        {bars.map(({ key, value, failed = 0, tip, label, isNow }) => (
          <li key={key} class={isNow ? "chart-now" : undefined}>
            <span class="chart-bar" style={{ height: `${(value / top) * 100}%` }}>
              <span class="chart-part failed" style={{ flexGrow: String(failed) }} />
              <span class="chart-part" style={{ flexGrow: String(value - failed) }} />
            </span>
            <span class="chart-tip">{tip}</span>
            <span class="chart-label quiet" aria-hidden="true">
              {label}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
