/** Synthesizes the template without bundling code. */
import { readFileSync } from "node:fs";
import { App } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";

export interface Resource {
  readonly Type: string;
  readonly Properties: Record<string, unknown>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Condition?: string;
  readonly DependsOn?: readonly string[];
}

const { context } = JSON.parse(readFileSync("cdk.json", "utf8")) as { context: Record<string, unknown> };

/** The context of a deployment with changed settings. */
export function contextWith(settings: Record<string, unknown>): Record<string, unknown> {
  return { ...context, ...settings };
}

/** The CDK's own check of templates takes several times as long as the synthesis. `npm run synth` runs it. */
export const WITHOUT_CHECK = { builtinCloudFormationValidation: false } as const;

export function appWith(settings: Record<string, unknown> = {}): App {
  return new App({ ...WITHOUT_CHECK, context: { ...contextWith(settings), "aws:cdk:bundling-stacks": [] } });
}

export function synthesize(settings: Record<string, unknown> = {}): Template {
  const app = appWith({ nativeLayer: "host", ...settings });
  return Template.fromStack(new ImageRenderStack(app, "Test", { settings: readSettings(app) }));
}

export function resourcesOf(template: Template, type: string): [string, Resource][] {
  return Object.entries(template.findResources(type) as Record<string, Resource>);
}

/** The metric filters on a log group: the pattern, and the metric that it counts into. */
export function metricFiltersOn(
  template: Template,
  logGroupId: string,
): { filter: string; metricName: string | undefined }[] {
  return resourcesOf(template, "AWS::Logs::MetricFilter")
    .filter(([, { Properties }]) => referencesIn(Properties.LogGroupName).includes(logGroupId))
    .map(([, { Properties }]) => {
      const [transformation] = Properties.MetricTransformations as { MetricName: string }[];
      return { filter: String(Properties.FilterPattern), metricName: transformation?.MetricName };
    });
}

/** Logical IDs that a value refers to, at any depth. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (value === null || typeof value !== "object") return [];
  const { Ref, "Fn::GetAtt": getAtt } = value as { Ref?: string; "Fn::GetAtt"?: [string, string] };
  if (Ref !== undefined) return [Ref];
  if (getAtt !== undefined) return [getAtt[0]];
  return Object.values(value).flatMap(referencesIn);
}
