import { Barcode, Circle, Code, Folder, Hexagon, Image, Minus, QrCode, Shapes, Square, Type } from "lucide";

/** The icon of each layer type. */
export const LAYER_ICONS: Readonly<Record<string, unknown>> = {
  text: Type,
  image: Image,
  rectangle: Square,
  ellipse: Circle,
  polygon: Hexagon,
  line: Minus,
  svg: Shapes,
  html: Code,
  qr: QrCode,
  barcode: Barcode,
  group: Folder,
};

/** Returns the icon of a layer type, and a square for a type that only a newer service has. */
export const iconOf = (type: string): unknown => LAYER_ICONS[type] ?? Square;
