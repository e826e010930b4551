/** Reads the findings of cdk-nag about the stack. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Validations } from "aws-cdk-lib";
import { AwsSolutionsChecks } from "cdk-nag";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { appWith } from "./app-with.js";

export interface NagReport {
  /** The rules with findings that have no reason. */
  readonly open: readonly string[];
  /** The rules with findings that have a reason, for example `AwsSolutions-S1`. */
  readonly accepted: readonly string[];
}

interface PluginReport {
  readonly pluginName: string;
  readonly violations: readonly { readonly ruleName: string }[];
  readonly suppressedViolations?: readonly { readonly ruleName: string }[];
}

/** Synthesizes a deployment with changed settings, and returns what cdk-nag reports. */
export function nagReportNow(settings: Record<string, unknown>): NagReport {
  const app = appWith({ nativeLayer: "host", ...settings });
  new ImageRenderStack(app, "Test", { settings: readSettings(app) });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  try {
    app.synth();
  } catch (error) {
    // Findings without a reason fail the synthesis, after the report was written.
    if (!(error instanceof Error && error.name === "ValidationFailed")) throw error;
  }
  const file = join(app.outdir, "validation-report.json");
  const { pluginReports } = JSON.parse(readFileSync(file, "utf8")) as { readonly pluginReports: PluginReport[] };
  rmSync(app.outdir, { recursive: true });
  const report = pluginReports.find(({ pluginName }) => pluginName === "AwsSolutions");
  if (report === undefined) throw new Error("The report of the synthesis has no part of cdk-nag.");
  const namesOf = (findings: PluginReport["violations"] = []) => [...new Set(findings.map(({ ruleName }) => ruleName))];
  return { open: namesOf(report.violations), accepted: namesOf(report.suppressedViolations) };
}
