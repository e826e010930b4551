/** Apps that synthesize the stack without bundling code. */
import { readFileSync } from "node:fs";
import { App, type AppProps, type Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { ImageRenderStack } from "../../lib/image-render-stack.js";
import { readSettings } from "../../lib/settings.js";
import { temporaryFolder } from "../support/temporary-folder.js";
import type { TemplateJson } from "./template-json.js";

const { context } = JSON.parse(readFileSync("cdk.json", "utf8")) as { context: Record<string, unknown> };

/** The context of a deployment with changed settings. */
export function contextWith(settings: Record<string, unknown>): Record<string, unknown> {
  return { ...context, ...settings };
}

/** The CDK's own check of templates takes several times as long as the synthesis. `npm run synth` makes it. */
const WITHOUT_CHECK = { builtinCloudFormationValidation: false } as const;

/** Creates an app. By itself, the CDK would never remove its folder. */
export function newApp(props: AppProps = {}): App {
  return new App({ outdir: temporaryFolder("irs-app-"), ...WITHOUT_CHECK, ...props });
}

/** Returns an app with changed settings, which bundles no code. */
export function appWith(settings: Record<string, unknown> = {}): App {
  return newApp({ context: { ...contextWith(settings), "aws:cdk:bundling-stacks": [] } });
}

/** Returns the template of a stack as JSON. */
export function templateOf(stack: Stack): TemplateJson {
  return Template.fromStack(stack).toJSON() as TemplateJson;
}

/** Synthesizes the template of a deployment with changed settings. */
export function synthesizeNow(settings: Record<string, unknown>): TemplateJson {
  const app = appWith({ nativeLayer: "host", ...settings });
  return templateOf(new ImageRenderStack(app, "Test", { settings: readSettings(app) }));
}
