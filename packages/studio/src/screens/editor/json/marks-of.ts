/** Finds what is wrong in a text: in its syntax, in its shape, and in what the service says about its document. */
import { ApiError, type Warning } from "@image-render/client";
import type { EditedDocument } from "../../../editor/document/edited-document.js";
import { allLayers } from "../../../editor/document/layer-tree.js";
import { rangeOf, rangeOfLayer } from "../../../editor/json/json-places.js";
import type { JsonError, JsonNode } from "../../../editor/json/parse-json.js";
import { editorJson as texts } from "../../../messages/en/editor-json.js";
import type { Mark } from "./mark.js";
import type { TextProblem } from "./text-sync.js";

/** Returns the mark of a text that is not a document. */
export function markOfProblem(problem: TextProblem): Mark {
  if ("syntax" in problem) {
    const { at, word = "" } = problem.syntax;
    return { from: at, to: at + Math.max(1, word.length), severity: "error", message: syntaxText(problem.syntax) };
  }
  const { shape, root } = problem;
  return { ...rangeOf(root, shape.path), severity: "error", message: texts.shape[shape.problem] };
}

function syntaxText({ problem, word }: JsonError): string {
  return problem === "value" && word !== undefined ? texts.notJson(word) : texts.syntax[problem];
}

/** The service's response about a document. */
export interface Judgement {
  readonly document: EditedDocument;
  readonly error: Error | undefined;
  readonly warnings: readonly Warning[];
}

/** Returns the marks of what the service says about the document of a text. */
export function marksOfService(root: JsonNode, { document, error, warnings }: Judgement): readonly Mark[] {
  if (error !== undefined) {
    if (!(error instanceof ApiError)) return [];
    return error.issues.map(({ path, message }) => ({
      ...rangeOf(root, path.replace(/^document\.?/, "")),
      severity: "error",
      message,
    }));
  }
  const layers = allLayers(document);
  return warnings.flatMap(({ layer: name, message }): Mark[] => {
    const id = layers.find(({ layer }) => (layer.name ?? layer.id) === name)?.layer.id;
    const range = id === undefined ? undefined : rangeOfLayer(root, id);
    return range === undefined ? [] : [{ from: range.from, to: range.from + 1, severity: "warning", message }];
  });
}
