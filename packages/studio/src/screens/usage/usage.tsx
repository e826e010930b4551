import { useResource } from "../../service/use-resource.js";
import { irs } from "../../service/irs.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { FigureList } from "../../components/figure-list.js";
import { PageHead } from "../../components/page-head.js";
import { PageSections } from "../../components/page-sections.js";
import { pages } from "../../messages/en/common.js";
import { formatNumber } from "../../messages/format.js";
import { usage as texts } from "../../messages/en/usage.js";
import { DayFigures } from "./day-figures.js";
import { Ledger } from "./ledger.js";
import { PlanLimits } from "./plan-limits.js";
import "./usage.css";

const monthName = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric", timeZone: "UTC" });

/** The plan, the credits, and the month by day. */
export function Usage() {
  const { data, error, reload } = useResource("usage", (signal) => irs.usage.get({ signal }));
  if (error !== undefined && data === undefined) {
    return (
      <>
        <PageHead title={pages.usage} />
        <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />
      </>
    );
  }
  return (
    <PageSections>
      <PageHead title={pages.usage} />
      <section aria-label={data === undefined ? pages.usage : texts.month(monthName.format(new Date(data.month)))}>
        {data === undefined ? (
          <Skeleton height="72px" />
        ) : (
          <Credits {...data.credits} month={monthName.format(new Date(data.month))} />
        )}
      </section>
      <DayFigures month={data?.month} days={data?.days} />
      {data !== undefined && <PlanLimits plan={data.plan} />}
      <Ledger />
    </PageSections>
  );
}

interface CreditsProps {
  readonly month: string;
  readonly granted: number;
  readonly spent: number;
  readonly remaining: number;
}

function Credits({ month, granted, spent, remaining }: CreditsProps) {
  return (
    <>
      <h2>{texts.month(month)}</h2>
      <FigureList
        figures={[
          { value: formatNumber(spent), label: texts.spent },
          { value: formatNumber(remaining), label: texts.remaining },
          { value: formatNumber(granted), label: texts.granted },
        ]}
      />
      <meter
        class="credits-meter"
        min={0}
        max={granted}
        value={spent}
        aria-label={`${formatNumber(spent)} ${texts.spent}`}
      />
    </>
  );
}
