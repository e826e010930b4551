import { ellipseLayer } from "../document/layers/ellipse.js";
import { rectangleLayer } from "../document/layers/rectangle.js";

/** The layer types whose alpha has one value except at its edges, if they are filled. */
export const PLAIN_SHAPES: ReadonlySet<string> = new Set([rectangleLayer.type, ellipseLayer.type]);
