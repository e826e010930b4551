/** The output formats. No file that this one imports uses a library, because the edge function imports it. */
export {
  CONTENT_TYPES,
  FORMAT_ALIASES,
  formatNamed,
  listNames,
  LOSSY_FORMATS,
  OPAQUE_FORMATS,
} from "./format-names.js";
export { FORMATS, IMAGE_FORMATS, type ImageFormat } from "./registry.js";
