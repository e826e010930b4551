/** Texts of the page about fonts. */
import { count } from "../format.js";

export const fonts = {
  failed: "The uploaded fonts could not be loaded.",
  search: "Find a family, a style or a script",
  sample: "Text of the samples",
  samplePlaceholder: "The name of each family",
  style: "Style",
  anyStyle: "Any style",
  script: "Script",
  anyScript: "Any script",
  own: "Uploaded fonts",
  ownLead: "A document names them in “fonts”, and its text layers by the family.",
  ownEmpty: "There is no uploaded font.",
  upload: "Upload a font",
  builtIn: "Built-in families",
  weights: (weights: string) => `Weights ${weights}`,
  scripts: (names: readonly string[]) => names.join(", "),
  none: "No family has this name, style or script.",
  sampleOf: (family: string) => `A sample of ${family}`,
  sampleFailed: "The sample could not be drawn.",
  noScope: "Samples are drawn by previews, which need a key with the scope “templates”.",
  copyName: "Copy the name",
};
