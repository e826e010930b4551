import { Empty } from "../../components/states.js";
import { operations as texts } from "../../messages/en/operations.js";
import { formatNumber } from "../../messages/format.js";
import { topOfScale } from "../usage/top-of-scale.js";
import type { Figures } from "./figures.js";

const hourOf = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Each label covers this many hours. */
const LABEL_HOURS = 6;

/** Pictures and failed renders of the last hours, as bars of two parts. */
export function HourChart({ hours }: Pick<Figures, "hours">) {
  const most = Math.max(...hours.map(({ pictures, failed }) => pictures + failed));
  return (
    <section class="day-figures" aria-labelledby="by-hour">
      <h2 id="by-hour">{texts.hours}</h2>
      {most === 0 ? (
        <Empty title={texts.noRendersTitle}>{texts.noRenders}</Empty>
      ) : (
        <Chart hours={hours} top={topOfScale(most)} />
      )}
    </section>
  );
}

function Chart({ hours, top }: Pick<Figures, "hours"> & { readonly top: number }) {
  const height = (value: number) => ({ height: `${(value / top) * 100}%` });
  return (
    <div class="chart">
      <div class="chart-scale quiet" aria-hidden="true">
        <span>{formatNumber(top)}</span>
        <span>{formatNumber(top / 2)}</span>
        <span>0</span>
      </div>
      <ol class="chart-bars">
        {hours.map(({ start, pictures, failed }, index) => (
          <li key={start} class={index === hours.length - 1 ? "today" : undefined}>
            <span class="hour-bar" style={height(pictures + failed)}>
              <span class="hour-failed" style={{ flexGrow: String(failed) }} />
              <span class="hour-done" style={{ flexGrow: String(pictures) }} />
            </span>
            <span class="chart-tip">{texts.hour(hourOf.format(new Date(start)), pictures, failed)}</span>
            <span class="chart-day quiet" aria-hidden="true">
              {index % LABEL_HOURS === LABEL_HOURS - 1 && hourOf.format(new Date(start))}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
