import { type Bar, BarChart } from "../../components/bar-chart.js";
import { Empty } from "../../components/states.js";
import { operations as texts } from "../../messages/en/operations.js";
import type { Figures } from "./figures.js";

const hourOf = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Each label covers this many hours. */
const LABEL_HOURS = 6;

/** Pictures and failed renders of the last hours, as bars of two parts. */
export function HourChart({ hours }: Pick<Figures, "hours">) {
  const hasRenders = hours.some(({ pictures, failed }) => pictures + failed > 0);
  return (
    <section aria-labelledby="by-hour">
      <h2 id="by-hour">{texts.hours}</h2>
      {hasRenders ? <BarChart bars={barsOf(hours)} /> : <Empty title={texts.noRendersTitle}>{texts.noRenders}</Empty>}
    </section>
  );
}

function barsOf(hours: Figures["hours"]): readonly Bar[] {
  return hours.map(({ start, pictures, failed }, index) => {
    const hour = hourOf.format(new Date(start));
    return {
      key: start,
      value: pictures + failed,
      failed,
      tip: texts.hour(hour, pictures, failed),
      label: index % LABEL_HOURS === LABEL_HOURS - 1 ? hour : undefined,
      isNow: index === hours.length - 1,
    };
  });
}
