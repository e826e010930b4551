/** The part of the library that draws QR codes. It is loaded for the first QR code. */
export { default as encodeQr } from "qr";
