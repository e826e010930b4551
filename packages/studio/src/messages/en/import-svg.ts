/** Texts of importing SVGs and other files. */
import { count } from "../format.js";

export const importSvg = {
  importing: (name: string) => `Importing ${name}…`,
  uploading: (name: string) => `Uploading ${name}…`,
  step: (name: string) => `Import ${name}`,
  add: "SVG or image from a file…",
  command: "Add an SVG or an image from a file",
  pasted: "the pasted SVG",
  unreadable: (line: number | undefined, message: string) =>
    line === undefined ? `The SVG cannot be read: ${message}` : `The SVG cannot be read. Line ${line}: ${message}`,
  notMeasured: "The service did not measure the texts of the SVG.",
  linked: (path: string) =>
    `The SVG links to the file ${path}, which a page cannot read. A gray picture is in its place. Embed the images and export again, or choose an image.`,
  notFile: (name: string) => `${name} is neither an SVG nor an image that the service accepts.`,
  notesTitle: (name: string) => `Not everything in ${name} is kept`,
  notesLead: (layers: number) =>
    `${count(layers, "layer", "layers")} were added. These parts look or behave differently:`,
  line: (line: number) => `Line ${line}`,
  close: "Close",
};
