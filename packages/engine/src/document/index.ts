/** The template language: documents, their layer types, and what a request can change. */
export { BUILT_IN_FAMILIES } from "@image-render/fonts";
export { closedObject } from "./attributes/closed-object.js";
export { type Color, parseColor } from "./attributes/color.js";
export { type Gradient, gradientSchema, linearGradientSchema, radialGradientSchema } from "./attributes/gradient.js";
export { ellipseMaskSchema, maskSchema, polygonMaskSchema, rectangleMaskSchema } from "./attributes/mask.js";
export { fieldSchema, variableSchema } from "./attributes/variables.js";
export { checkTemplateDocument } from "./check-template-document.js";
export { type DocumentSize, maxSizeOf } from "./document-size.js";
export { localeSchema, type TemplateDocument, templateDocumentSchema, timeZoneSchema } from "./document.js";
export { CURRENT_EDITION, editionSchema, FIRST_EDITION } from "./edition.js";
export { expandLayers, type Overrides } from "./expand-layers.js";
export { overridesJsonSchema } from "./json-schema.js";
export { describeOverrides, overridesDescriptionSchema } from "./layer-schema.js";
export type { LayerRegistry } from "./layer-types/layer-registry.js";
export { LAYERS } from "./layers/registry.js";
export { normalizeLayers } from "./normalize-layers.js";
export { outlineOf, textOf } from "./outline.js";
export { checkOutput, outputSchema, pictureSize } from "./output.js";
export {
  checkOverrides,
  checkRequired,
  duplicateLayerNames,
  MAX_ISSUES,
  type OverridableLayer,
  overridesOf,
} from "./overrides.js";
export { withOwnUploads } from "./own-uploads.js";
export { uploadIdOf } from "./attributes/image-url.js";
export { type NamedUpload, shownUploads, uploadsOf, uploadsOfRequest } from "./uploads-of.js";
export {
  layerLayoutSchema,
  type LayerLayout,
  type PartsRefusal,
  partsRefusalSchema,
  type PictureLayout,
  pictureLayoutSchema,
  type PicturePart,
  type PictureParts,
} from "./picture-layout.js";
export { type Warning, warningSchema } from "./warnings.js";
