/** The template of the stack, as JSON, for tests. */
import { mkdirSync, readFileSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { hashInputs } from "run-cdk-out/testing";
import { INPUTS } from "../../local/synthesis-inputs.js";
import type { NagReport } from "./nag-report.js";
import type { Resource, TemplateJson } from "./template-json.js";

export type { Resource, TemplateJson } from "./template-json.js";

const KEPT_DIR = join(".local", "test-templates");

/**
 * Returns the template of a deployment with changed settings. A template is kept until a source changes, because loading the CDK
 * takes longer than a whole test file. See docs/decisions/0062-tests-share-what-is-synthesized.md.
 */
export async function synthesize(settings: Record<string, unknown> = {}): Promise<TemplateJson> {
  return keepUntilChange("template", settings, async () => {
    const { synthesizeNow } = await import("./app-with.js");
    return synthesizeNow(settings);
  });
}

/** Returns what cdk-nag reports about a deployment with changed settings. It is kept in the same way. */
export async function checkSecurityRules(settings: Record<string, unknown> = {}): Promise<NagReport> {
  return keepUntilChange("nag", settings, async () => {
    const { nagReportNow } = await import("./nag-report.js");
    return nagReportNow(settings);
  });
}

/** Returns the kept value of a kind, or creates and keeps it. */
async function keepUntilChange<Value>(
  kind: "template" | "nag",
  settings: Record<string, unknown>,
  make: () => Promise<Value>,
): Promise<Value> {
  const sources = hashInputs(".", [...INPUTS, "test/lib/app-with.ts", "test/lib/nag-report.ts"], settings);
  const name = createHash("sha256").update(JSON.stringify(settings)).digest("hex").slice(0, 16);
  const file = join(KEPT_DIR, `${kind}-${name}.json`);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, "utf8")) as { readonly sources: string; readonly value: Value };
    if (kept.sources === sources) return kept.value;
  }
  const value = await make();
  keep(file, JSON.stringify({ sources, value }));
  return value;
}

/** Writes a file in one step, because another worker may read it. */
function keep(file: string, text: string): void {
  mkdirSync(KEPT_DIR, { recursive: true });
  const staging = mkdtempSync(join(KEPT_DIR, "staging-"));
  writeFileSync(join(staging, "template.json"), text);
  renameSync(join(staging, "template.json"), file);
  rmSync(staging, { recursive: true });
}

export function resourcesOf({ Resources }: TemplateJson, type: string): [string, Resource][] {
  return Object.entries(Resources).filter(([, { Type }]) => Type === type);
}

/** The metric filters on a log group: the pattern, and the metric that it counts into. */
export function metricFiltersOn(
  template: TemplateJson,
  logGroupId: string,
): { filter: string; metricName: string | undefined }[] {
  return resourcesOf(template, "AWS::Logs::MetricFilter")
    .filter(([, { Properties }]) => referencesIn(Properties.LogGroupName).includes(logGroupId))
    .map(([, { Properties }]) => {
      const [transformation] = Properties.MetricTransformations as { MetricName: string }[];
      return { filter: String(Properties.FilterPattern), metricName: transformation?.MetricName };
    });
}

/** The logical IDs of everything that must exist before a resource: what it refers to, and what that refers to. */
export function resourcesBefore({ Resources }: TemplateJson, logicalId: string): Set<string> {
  const found = new Set<string>();
  const follow = (id: string) => {
    const { Properties, DependsOn = [] } = Resources[id] ?? {};
    for (const before of [...referencesIn(Properties), ...[DependsOn].flat()]) {
      if (found.has(before) || Resources[before] === undefined) continue;
      found.add(before);
      follow(before);
    }
  };
  follow(logicalId);
  return found;
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
