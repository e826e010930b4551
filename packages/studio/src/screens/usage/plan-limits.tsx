import type { Usage } from "@image-render/client";
import { usage as texts } from "../../messages/en/usage.js";
import { formatDuration, formatNumber } from "../../messages/format.js";

/** The limits of the plan. */
export function PlanLimits({ plan }: { readonly plan: Usage["plan"] }) {
  const names = texts.limitNames;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [names.batch, formatNumber(plan.maxBatchSize)],
    [names.scale, formatNumber(plan.maxScale)],
    [names.formats, plan.formats.join(", ")],
    [names.create, texts.rate(plan.rates.create.perSecond, plan.rates.create.burst)],
    [names.previews, texts.rate(plan.rates.preview.perSecond, plan.rates.preview.burst)],
    [names.previewTime, formatDuration(plan.previewSecondsPerDay * 1000)],
  ];
  return (
    <section class="plan-limits" aria-labelledby="plan-limits">
      <div class="section-head">
        <h2 id="plan-limits">{texts.limits}</h2>
        <span class="quiet">
          {texts.plan} {plan.name}
        </span>
      </div>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
