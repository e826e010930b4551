/** Texts of the data that the editor shows a document with. */
import type { SampleKind } from "../../editor/samples/sample-texts.js";

export const editorData = {
  title: "Data",
  shownWith: "Show with",
  own: "The values of the template",
  generated: {
    long: "Long (German)",
    short: "Short",
    empty: "Empty",
    arabic: "Arabic",
    japanese: "Japanese",
  } satisfies Readonly<Record<SampleKind, string>>,
  hint: "Other values show whether everything fits. They change nothing in the template.",
  nothing:
    "Nothing in this template can be changed by a request yet: no layer with a text has a name, and there is no variable.",
  stress: "Try four at once",
  keep: "Keep as a set",
  remove: "Delete this set",
  name: "Name of the set",
  newName: (number: number) => `Set ${number}`,
  kept: "This browser keeps your sets for this template.",
  keepFailed: "The browser could not keep the set.",
  notice: (name: string) => `Shown with: ${name}`,
  more: (number: number) => `${number} more`,
  back: "Show the template's own values",
  dialog: {
    title: "Does everything fit?",
    script: "Other script",
    drawing: "The picture is drawn.",
    pictureAlt: (name: string) => `The picture with these values: ${name}`,
    failed: "This picture could not be drawn.",
    fits: "Everything fits.",
    cut: (layer: string) => `“${layer}” is cut`,
    shrunk: (layer: string, size: string, usual: string) => `“${layer}” is smaller: ${size} px in place of ${usual} px`,
    show: (name: string) => `Show on the canvas: ${name}`,
    showShort: "Show on the canvas",
  },
};
