import { EngineError, type Issue } from "@image-render/engine/issues";
import type { RenderedPicture, RenderWarning } from "@image-render/engine";
import { findLayers } from "./layer-paths.js";
import type { LocalRenderer } from "./local-renderer.js";
import type { LocatedIssue } from "./located-issue.js";
import { type LoadedInput, loadRenderInput, type RenderInput, type RenderSource } from "./render-input.js";

/** A picture with its warnings, or the issues that prevented it. */
export interface RenderOutcome extends Pick<LoadedInput, "issues" | "files"> {
  readonly input?: RenderInput;
  readonly picture?: RenderedPicture;
  readonly warnings: readonly LocatedIssue[];
}

/** Reads the files of a render and renders them. Rejects only if the renderer itself fails. */
export async function renderFiles(from: RenderSource, renderer: LocalRenderer): Promise<RenderOutcome> {
  return await renderLoaded(await loadRenderInput(from), renderer);
}

/** Renders an input that is loaded already. Rejects only if the renderer itself fails. */
export async function renderLoaded(
  { input, issues, files }: LoadedInput,
  renderer: LocalRenderer,
): Promise<RenderOutcome> {
  if (input === undefined) return { issues, files, warnings: [] };
  try {
    const picture = await renderer.render(input);
    const warnings = picture.warnings.map((warning) => locateWarning(input, warning));
    return { input, picture, issues, files, warnings };
  } catch (error) {
    // The author cannot fix a failure of the engine.
    if (!(error instanceof EngineError) || error.code === "INTERNAL") throw error;
    return { input, issues: locateError(input, error), files, warnings: [] };
  }
}

function locateWarning({ template, document }: RenderInput, { code, layer, message }: RenderWarning): LocatedIssue {
  return { ...template.locate({ path: pathOfLayer(document, layer) ?? "", message }), code };
}

/** Returns the path of the layer with this name, or else with this ID. */
function pathOfLayer(document: unknown, label: string): string | undefined {
  // The label of a repeated copy is the ID of the original with the number of the copy.
  const original = label.replace(/(?:\[\d+\])+$/, "");
  const [path] = [
    ...findLayers(document, ({ name }) => name === original),
    ...findLayers(document, ({ id }) => id === original),
  ];
  return path;
}

/** Locates issues that only rendering finds, in the template or in the request. */
function locateError(input: RenderInput, { message, details }: EngineError): LocatedIssue[] {
  const issues = Array.isArray(details?.["issues"]) ? (details["issues"] as Issue[]) : [];
  return (issues.length === 0 ? [{ path: "", message }] : issues).map((issue) => locateIssue(input, issue));
}

function locateIssue({ template, data, document }: RenderInput, { path, message }: Issue): LocatedIssue {
  if (data?.has(path) === true) return data.locate({ path, message });
  // The path contains the name of the layer, as in a request. A template has a list of layers instead.
  const [, label, attribute] = /^layers\.([^.]+)(\..+)?$/.exec(path) ?? [];
  const layer = label === undefined ? undefined : pathOfLayer(document, label);
  return template.locate({ path: layer === undefined ? path : `${layer}${attribute ?? ""}`, message });
}
