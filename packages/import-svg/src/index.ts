/** Turns SVG exports of design tools into template documents. It runs wherever JavaScript runs. */
export { SvgError } from "@image-render/engine/svg";
export { cropPixels, type EditImage, type ImageEdit } from "./image-edit.js";
export { importMeasuredSvg, type ImportedTemplate, type ImportOptions } from "./import-svg.js";
export { importSvg } from "./measure-in-rounds.js";
export type { MeasurableText, MeasuredText, MeasureText, MeasureTexts } from "./measure-text.js";
export type { Note } from "./notes.js";
