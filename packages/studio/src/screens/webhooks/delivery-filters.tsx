import type { WebhookDelivery, WebhookEndpoint } from "@image-render/client";
import { SelectField } from "../../components/field.js";
import { deliveryTexts as texts, eventNames, TEST_EVENT } from "../../messages/en/webhooks.js";
import { setQuery } from "../../router/location.js";
import type { ListPage } from "../../service/use-pages.js";
import { shortUrl } from "./explain-attempt.js";
import { type DeliveryFilter, REQUESTS } from "./filter-deliveries.js";

const STATUSES = ["pending", "delivered", "failed"] as const;

interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly endpoints: readonly WebhookEndpoint[];
  readonly list: ListPage<WebhookDelivery, string> | undefined;
}

/** The filters of the log, and how many deliveries it shows. */
export function DeliveryFilters({ filter, endpoints, list }: DeliveryFiltersProps) {
  const { filters } = texts;
  const targets = [
    ...endpoints.map(({ id, url }) => ({ value: id, label: shortUrl(url) })),
    { value: REQUESTS, label: filters.requests },
  ];
  const isDeleted = filter.target !== undefined && !targets.some(({ value }) => value === filter.target);
  if (isDeleted) targets.push({ value: filter.target, label: texts.deletedEndpoint });
  return (
    <>
      <SelectField
        label={filters.status}
        isLabelHidden
        value={filter.status ?? ""}
        choices={[
          { value: "", label: filters.anyStatus },
          ...STATUSES.map((value) => ({ value, label: texts.states[value] })),
        ]}
        onInput={(status) => setQuery({ status })}
      />
      <SelectField
        label={filters.endpoint}
        isLabelHidden
        value={filter.target ?? ""}
        choices={[{ value: "", label: filters.anyTarget }, ...targets]}
        onInput={(target) => setQuery({ target })}
      />
      <SelectField
        label={filters.event}
        isLabelHidden
        value={filter.event ?? ""}
        choices={[
          { value: "", label: filters.anyEvent },
          ...[...Object.keys(eventNames), TEST_EVENT].map((value) => ({ value, label: value })),
        ]}
        onInput={(event) => setQuery({ event })}
      />
      <span class="quiet">{list !== undefined && texts.shown(list.items.length, list.next !== undefined)}</span>
    </>
  );
}

/** Reads the filters of the address. */
export function readFilter(parameters: URLSearchParams): DeliveryFilter {
  return {
    status: STATUSES.find((known) => known === parameters.get("status")),
    target: parameters.get("target") ?? undefined,
    event: parameters.get("event") ?? undefined,
  };
}
