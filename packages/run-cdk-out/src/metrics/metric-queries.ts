/** Reads metrics and sums of metrics, as alarms and `GetMetricData` name them. */
import * as z from "zod";
import { numeric } from "../template/properties.js";
import { type MetricId, type MetricSeries, statisticOf } from "./metric-series.js";

const dimensionsSchema = z.array(z.strictObject({ Name: z.string(), Value: z.string() })).default([]);

export const metricSchema = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: dimensionsSchema,
});

export const metricQuerySchema = z.object({
  Id: z.string(),
  Label: z.string().optional(),
  ReturnData: z.boolean().default(true),
  Period: numeric.optional(),
  Expression: z.string().optional(),
  MetricStat: z.object({ Metric: metricSchema, Period: numeric, Stat: z.string() }).optional(),
});
export type MetricQuery = z.infer<typeof metricQuerySchema>;

export function metricIdOf({ Namespace, MetricName, Dimensions }: z.infer<typeof metricSchema>): MetricId {
  const dimensions = Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, Value]));
  return { namespace: Namespace, name: MetricName, dimensions };
}

/**
 * Returns the value of a query in a window of time. Undefined if there is none.
 *
 * @throws RangeError for an expression that is not a sum of IDs and `FILL(id, number)`
 */
export function valueOf(
  query: MetricQuery,
  queries: readonly MetricQuery[],
  series: MetricSeries,
  [fromMs, toMs]: readonly [fromMs: number, toMs: number],
): number | undefined {
  const { MetricStat, Expression = "" } = query;
  if (MetricStat !== undefined) {
    return statisticOf(series.values(metricIdOf(MetricStat.Metric), fromMs, toMs), MetricStat.Stat);
  }
  const terms = Expression.split("+").map((term) => term.trim());
  const values = terms.map((term) => {
    const [, filled = term, fill] = /^FILL\((\w+), (\d+)\)$/.exec(term) ?? [];
    const named = queries.find(({ Id }) => Id === filled);
    if (named === undefined) throw new RangeError(`run-cdk-out does not support the metric expression ${Expression}.`);
    return valueOf(named, queries, series, [fromMs, toMs]) ?? (fill === undefined ? undefined : Number(fill));
  });
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
