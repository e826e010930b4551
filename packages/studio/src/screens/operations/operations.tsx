import { RotateCw } from "lucide";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { FigureList } from "../../components/figure-list.js";
import { PageHead } from "../../components/page-head.js";
import { PageSections } from "../../components/page-sections.js";
import { RelativeTime } from "../../components/relative-time.js";
import { ErrorNotice, Skeleton } from "../../components/states.js";
import { pages } from "../../messages/en/common.js";
import { operations as texts } from "../../messages/en/operations.js";
import { formatNumber } from "../../messages/format.js";
import { useResource } from "../../service/use-resource.js";
import { type Figures, readFigures } from "./figures.js";
import { formatDollars } from "./format-dollars.js";
import { HourChart } from "./hour-chart.js";
import { CostTable, QueueTable, RefusalTable, StageTable } from "./tables.js";
import "./operations.css";

/** The health of the deployment, and the figures of today. */
export function Operations() {
  const { data, error, reload } = useResource("operations", readFigures);
  return (
    <PageSections>
      <PageHead title={pages.operations}>
        {data !== undefined && (
          <span class="quiet">
            {texts.readAt} <RelativeTime at={data.readAt} />
          </span>
        )}
        <Button icon={RotateCw} onClick={() => void reload()}>
          {texts.reload}
        </Button>
      </PageHead>
      {error !== undefined && <ErrorNotice what={texts.failed} error={error} onRetry={() => void reload()} />}
      {(error === undefined || data !== undefined) && <Sections data={data} />}
    </PageSections>
  );
}

function Sections({ data }: { readonly data: Figures | undefined }) {
  if (data === undefined) {
    return (
      <>
        <Skeleton height="72px" />
        <Skeleton height="72px" />
        <Skeleton height="236px" />
        <Skeleton height="180px" />
      </>
    );
  }
  return (
    <>
      <Health data={data} />
      <Today data={data} />
      <HourChart hours={data.hours} />
      <div class="operations-tables">
        <StageTable stages={data.stages} />
        <QueueTable queues={data.queues} />
        <RefusalTable refused={data.today.refused} />
      </div>
      <div class="operations-tables">
        <CostTable id="cost" title={texts.cost} cost={data.cost} />
        <CostTable id="cost-yesterday" title={texts.costOfYesterday} cost={data.yesterday.cost} />
      </div>
    </>
  );
}

function Health({ data: { alarms, version, commit } }: { readonly data: Figures }) {
  return (
    <section aria-labelledby="health">
      <div class="section-head">
        <h2 id="health">{texts.health}</h2>
        <span class="quiet">
          {texts.version} {version}
          {commit !== undefined && `, ${texts.commit} ${commit}`}
        </span>
      </div>
      <p class="operations-health">
        {alarms.length === 0 ? (
          <Badge kind="success">{texts.healthy}</Badge>
        ) : (
          <Badge kind="danger">{texts.alarms(alarms.length)}</Badge>
        )}
        <span class="quiet">{texts.healthyHint}</span>
      </p>
      {alarms.length > 0 && (
        <ul class="operations-alarms">
          {alarms.map(({ name, description }) => (
            <li key={name}>
              <strong>{name}</strong>
              <span>{description}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Today({ data: { today, cost, yesterday } }: { readonly data: Figures }) {
  const { pictures, failed, credits, webhookAttempts, webhooksAccepted, views, coldStarts } = today;
  const share = webhookAttempts === 0 ? undefined : Math.floor((100 * webhooksAccepted) / webhookAttempts);
  const figures = [
    { value: formatNumber(pictures), label: texts.figures.pictures },
    { value: formatNumber(failed), label: texts.figures.failed },
    { value: formatNumber(credits), label: texts.figures.credits },
    { value: share === undefined ? texts.noAttempts : `${formatNumber(share)} %`, label: texts.figures.webhooks },
    { value: formatNumber(views), label: texts.figures.views },
    { value: formatNumber(coldStarts), label: texts.figures.coldStarts },
    { value: formatDollars(cost.dollars), label: texts.figures.cost },
    { value: formatDollars(yesterday.cost.dollars), label: texts.figures.costOfYesterday },
  ];
  return (
    <section aria-labelledby="today">
      <h2 id="today">{texts.today}</h2>
      <FigureList figures={figures} />
    </section>
  );
}
