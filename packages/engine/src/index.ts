/** Renders template documents to pictures. */
export { createFontLibrary } from "./fonts/font-library.js";
export { createRenderer, type CreateRendererOptions, type DocumentRenderer } from "./process/create-renderer.js";
export { findPreparedWarnings, type PreparedDocument, prepareDocument } from "./renderer/find-warnings.js";
export { createTextMeter, type MeasureTextOf } from "./renderer/measure-text.js";
export type { LayerLayout, PartsRefusal, PictureLayout, PicturePart, PictureParts } from "./document/picture-layout.js";
export type { PictureRequest, RenderedPicture } from "./renderer/picture.js";
export { Renderer } from "./renderer/renderer.js";
export type { RenderWarning } from "./shared/warnings.js";
export type { Uploads } from "./uploads/uploads.js";
