/** Turns SVG exports of design tools into template documents. It runs wherever JavaScript runs. */
export { cropPixels, type EditImage, type ImageEdit } from "./image-edit.js";
export { importMeasuredSvg, type ImportedTemplate, type ImportOptions } from "./import-svg.js";
export { importSvg, type MeasurableText, type MeasuredText, type MeasureTexts } from "./measure-in-rounds.js";
export type { Note } from "./notes.js";
