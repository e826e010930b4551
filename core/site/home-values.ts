/** The values of the home page: a signed picture of a starter template, and a first request that renders it. */
import type { KeyRing } from "../signing/key-ring.js";
import { signImageUrl, templateSigningKey } from "../signing/sign-image-url.js";
import type { GenerationStore } from "../signing/signing-ports.js";
import type { TemplateStore, TemplateVersion } from "../templates/template-version.js";
import type { PageValues } from "./fill-pages.js";

export interface HomeValuesDependencies {
  readonly templates: Pick<TemplateStore, "find">;
  readonly keyRing: KeyRing;
  readonly generations: Pick<GenerationStore, "find">;
}

/** The content of the page. Texts are given by layer name. */
export interface HomeSample {
  readonly workspaceId: string;
  readonly templateId: string;
  /** The texts of the picture on the page. */
  readonly picture: Readonly<Record<string, string>>;
  /** The texts of the request to copy. They must not contain a single quote, which ends an argument of a shell. */
  readonly request: Readonly<Record<string, string>>;
}

/** The text that a reader of the page must replace if the starter template was deleted. */
const NO_TEMPLATE = "ID-OF-A-TEMPLATE";

/**
 * Returns the values `picture` and `request`. `picture` is the path and query of a signed image. It never expires,
 * because nobody renews it between two deployments, and it is the same in each deployment, so its picture is billed
 * once. It is empty if the template was deleted. `request` is the JSON of a create-render request.
 */
export async function homeValues(dependencies: HomeValuesDependencies, sample: HomeSample): Promise<PageValues> {
  const { templateId, picture, request } = sample;
  const shown = await findStarter(dependencies.templates, sample);
  if (shown === undefined) return { picture: "", request: requestJson({ template: NO_TEMPLATE }, request) };
  const { version, isHighest } = shown;
  const generation = await dependencies.generations.find(templateId);
  const pairs = [...Object.entries(picture), ["version", String(version.version)]] as const;
  const url = signImageUrl(
    "",
    templateSigningKey(dependencies.keyRing, templateId, generation),
    pairs.map(([key = "", value = ""]) => ({ key, value })),
  );
  // Without a version, the request would render the author's version of the template, which may lack the layers.
  const template = isHighest ? { template: templateId } : { template: templateId, version: version.version };
  return { picture: url, request: requestJson(template, request) };
}

/**
 * Finds the highest version, or the first version if an author has edited the template: everybody sees the page, and
 * the author has not published the edited version.
 */
async function findStarter(
  templates: Pick<TemplateStore, "find">,
  { workspaceId, templateId }: HomeSample,
): Promise<{ readonly version: TemplateVersion; readonly isHighest: boolean } | undefined> {
  const highest = await templates.find(workspaceId, templateId, "highest");
  if (highest === undefined || highest.version.origin === "starter") {
    return highest && { version: highest.version, isHighest: true };
  }
  const first = await templates.find(workspaceId, templateId, 1);
  return first?.version.origin === "starter" ? { version: first.version, isHighest: false } : undefined;
}

/** Returns readable JSON: one line for each field, and one for each layer. */
function requestJson(
  fields: Readonly<Record<string, string | number>>,
  texts: Readonly<Record<string, string>>,
): string {
  const layers = Object.entries(texts).map(([name, text]) => `    ${JSON.stringify(name)}: ${textJson(text)}`);
  const lines = Object.entries(fields).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},`);
  return ["{", ...lines, '  "layers": {', layers.join(",\n"), "  }", "}"].join("\n");
}

const textJson = (text: string): string => `{ "text": ${JSON.stringify(text)} }`;
