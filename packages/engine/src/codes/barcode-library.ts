/**
 * Exports the used parts of the barcode library by name, so that the bundler drops the other symbologies, about 100.
 */
export { code128, code39, drawingSVG, ean13, ean8, interleaved2of5, upca } from "bwip-js/generic";
