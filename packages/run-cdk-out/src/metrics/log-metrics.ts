/** The metric filters of the template, evaluated on the log lines of the functions. */
import * as z from "zod";
import { ignored, numeric, readProperties } from "../template/properties.js";
import { shortName } from "../template/provisioners/short-name.js";
import type { ProvisionedResource } from "../template/resource.js";
import { type ProvisionedStack, resourcesOfType } from "../template/stack.js";
import { TemplateError } from "../template/template-error.js";
import type { MetricSeries } from "./metric-series.js";
import { compileFilterPattern, fieldOf, type LineFilter, parseLine } from "./filter-pattern.js";

/** A metric that metric filters count into. */
export interface LogMetricValue {
  readonly namespace: string;
  readonly name: string;
  /** The sum of all values since the start. */
  readonly sum: number;
  /** The number of lines that matched. */
  readonly lines: number;
  /** Logical IDs of the alarms on this metric. */
  readonly alarms: readonly string[];
}

interface Counter {
  readonly metric: { readonly namespace: string; readonly name: string; sum: number; lines: number };
  readonly matches: LineFilter;
  /** A number, or a selector such as `$.count`. */
  readonly value: string;
}

const filterSchema = z.strictObject({
  FilterName: z.string().optional(),
  FilterPattern: z.string(),
  LogGroupName: z.string(),
  MetricTransformations: z.array(
    z.strictObject({
      MetricName: z.string(),
      MetricNamespace: z.string(),
      MetricValue: z.string(),
      DefaultValue: numeric.optional(),
      ...ignored("Unit"),
    }),
  ),
});

/**
 * The maximum number of lines that are kept until all resources exist. Custom resources run functions even before that.
 */
const MAX_EARLY_LINES = 1_000;

export class LogMetrics {
  readonly #metrics = new Map<string, Counter["metric"]>();
  /** The counters by the short name of the function. */
  readonly #counters = new Map<string, Counter[]>();
  readonly #alarms = new Map<string, string[]>();
  readonly #series: MetricSeries | undefined;
  #early: (readonly [name: string, line: string])[] | undefined = [];

  /** @param series also receives each value, with its time */
  constructor(series?: MetricSeries) {
    this.#series = series;
  }

  /**
   * Adds the filters of a stack, and counts the lines that came earlier. Throws a TemplateError for an unsupported
   * pattern.
   */
  attach(stack: ProvisionedStack): void {
    const functions = functionsByLogGroup(stack);
    for (const resource of resourcesOfType(stack, "AWS::Logs::MetricFilter")) this.#addFilter(resource, functions);
    for (const { logicalId, properties } of resourcesOfType(stack, "AWS::CloudWatch::Alarm")) {
      const { Namespace: namespace, MetricName: name } = properties;
      if (typeof namespace !== "string" || typeof name !== "string") continue;
      const key = metricKey(namespace, name);
      this.#alarms.set(key, [...(this.#alarms.get(key) ?? []), logicalId]);
    }
    const early = this.#early ?? [];
    this.#early = undefined;
    for (const [name, line] of early) this.record(name, line);
  }

  /** Counts a line of the function with this short name. */
  record(name: string, line: string): void {
    if (this.#early !== undefined) {
      if (this.#early.length < MAX_EARLY_LINES) this.#early.push([name, line]);
      return;
    }
    for (const { metric, matches, value } of this.#counters.get(name) ?? []) {
      if (!matches(line)) continue;
      const amount = Number(value.startsWith("$.") ? fieldOf(parseLine(line), value) : value);
      if (Number.isNaN(amount)) continue;
      metric.sum += amount;
      metric.lines += 1;
      this.#series?.add({ namespace: metric.namespace, name: metric.name, dimensions: {} }, amount);
    }
  }

  /** Returns every metric of the template's filters, including those that are still 0. */
  list(): readonly LogMetricValue[] {
    return [...this.#metrics].map(([key, metric]) => ({ ...metric, alarms: this.#alarms.get(key) ?? [] }));
  }

  #addFilter(resource: ProvisionedResource, functions: ReadonlyMap<string, readonly string[]>): void {
    const { FilterPattern, LogGroupName, MetricTransformations } = readProperties(resource, filterSchema);
    const matches = compile(resource.logicalId, FilterPattern);
    for (const { MetricName: name, MetricNamespace: namespace, MetricValue: value } of MetricTransformations) {
      const key = metricKey(namespace, name);
      const metric = this.#metrics.get(key) ?? { namespace, name, sum: 0, lines: 0 };
      this.#metrics.set(key, metric);
      // Only functions write log lines here. Access logs of an HTTP API are ignored.
      for (const fn of functions.get(LogGroupName) ?? []) {
        this.#counters.set(fn, [...(this.#counters.get(fn) ?? []), { metric, matches, value }]);
      }
    }
  }
}

const metricKey = (namespace: string, name: string): string => `${namespace}\n${name}`;

function compile(logicalId: string, pattern: string): LineFilter {
  try {
    return compileFilterPattern(pattern);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new TemplateError(`${logicalId}.FilterPattern`, message, { cause });
  }
}

/** Short names of the functions by the name of their log group. */
function functionsByLogGroup(stack: ProvisionedStack): ReadonlyMap<string, readonly string[]> {
  const byGroup = new Map<string, string[]>();
  for (const resource of resourcesOfType(stack, "AWS::Lambda::Function")) {
    const config = resource.properties["LoggingConfig"] as { readonly LogGroup?: string } | undefined;
    const group = config?.LogGroup ?? `/aws/lambda/${resource.physicalId}`;
    byGroup.set(group, [...(byGroup.get(group) ?? []), shortName(resource)]);
  }
  return byGroup;
}
