import type { WebhookDelivery } from "@image-render/client";
import { Badge } from "../../components/badge.js";
import { Button } from "../../components/button.js";
import { type Column, DataTable } from "../../components/data-table.js";
import { MoreButton } from "../../components/more-button.js";
import { RelativeTime } from "../../components/relative-time.js";
import { Empty, ErrorNotice } from "../../components/states.js";
import { deliveryTexts as texts } from "../../messages/en/webhooks.js";
import { formatNumber } from "../../messages/format.js";
import { pathTo, query, setQuery } from "../../router/location.js";
import { DeliveryFilters, readFilter } from "./delivery-filters.js";
import { eventPath } from "./event-path.js";
import { describeDelivery, shortUrl } from "./explain-attempt.js";
import { useDeliveries, useEndpoints } from "./service/use-deliveries.js";
import { WebhookHead } from "./webhook-head.js";

const NO_FILTER = { status: undefined, target: undefined, event: undefined };

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    label: texts.columns.event,
    cell: ({ event, url }) => (
      <>
        {event}
        <span class="delivery-where quiet truncate">{shortUrl(url)}</span>
      </>
    ),
    width: "160px",
  },
  {
    label: texts.columns.target,
    cell: ({ url }) => <span title={url}>{shortUrl(url)}</span>,
    isExtra: true,
  },
  { label: texts.columns.status, cell: (delivery) => <DeliveryBadge delivery={delivery} />, width: "120px" },
  {
    label: texts.columns.attempts,
    cell: ({ attempts }) => formatNumber(attempts.length),
    width: "92px",
    isNumber: true,
    isExtra: true,
  },
  {
    label: texts.columns.last,
    cell: ({ attempts, occurredAt }) => <RelativeTime at={attempts.at(-1)?.at ?? occurredAt} />,
    width: "124px",
    isNumber: true,
  },
];

/** The deliveries of webhooks, the latest attempt first. */
export function Deliveries() {
  const filter = readFilter(query.value);
  const { data: endpoints = [] } = useEndpoints();
  const list = useDeliveries(filter);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const items = list.data?.items;
  return (
    <>
      <WebhookHead filters={<DeliveryFilters filter={filter} endpoints={endpoints} list={list.data} />} />
      {list.error !== undefined && (
        <ErrorNotice what={texts.loadFailed} error={list.error} onRetry={() => void list.reload()} />
      )}
      {items?.length === 0 && <NoDeliveries isFiltered={isFiltered} hasMore={list.data?.next !== undefined} />}
      {items?.length !== 0 && (items !== undefined || list.error === undefined) && (
        <div class="deliveries">
          <DataTable
            label={texts.label}
            columns={COLUMNS}
            rows={items}
            keyOf={({ eventId, endpointId = "" }) => `${eventId} ${endpointId}`}
            hrefOf={({ eventId }) => eventPath(eventId)}
            isLoading={list.isLoading}
          />
        </div>
      )}
      <MoreButton
        hasMore={list.data?.next !== undefined}
        isLoading={list.isLoadingMore}
        error={list.moreError}
        onMore={list.more}
      />
    </>
  );
}

function DeliveryBadge({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { kind, label } = describeDelivery(delivery);
  return <Badge kind={kind}>{label}</Badge>;
}

function NoDeliveries({ isFiltered, hasMore }: { readonly isFiltered: boolean; readonly hasMore: boolean }) {
  if (!isFiltered) {
    const action = <Button href={pathTo("webhooks")}>{texts.emptyAction}</Button>;
    return (
      <Empty title={texts.emptyTitle} action={action}>
        {texts.empty}
      </Empty>
    );
  }
  const action = <Button onClick={() => setQuery(NO_FILTER)}>{texts.filters.clear}</Button>;
  return (
    <Empty title={texts.noneTitle} action={action}>
      {hasMore ? texts.noneYet : texts.none}
    </Empty>
  );
}
