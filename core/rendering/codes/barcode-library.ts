/** What is used of the barcode library, by name: a bundler leaves the hundred other kinds of codes out. */
export { code128, code39, drawingSVG, ean13, ean8, interleaved2of5, upca } from "bwip-js/generic";
