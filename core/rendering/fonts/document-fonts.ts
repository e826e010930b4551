/** The fonts of one document: its own families from uploads, over the built-in ones. */
import { type Face, type FontStyle } from "./families.js";
import { type FontFile, type FontLibrary } from "./font-library.js";
import { type OpenFont } from "./open-font.js";

/** One of a document's font files. */
export interface DocumentFace {
  readonly family: string;
  readonly style: FontStyle;
  /** The weights that it is used for: more than one if it is a variable font. */
  readonly weights: { readonly min: number; readonly max: number };
  /** Stands for the file: whose it is, and what is in it. */
  readonly name: string;
  readonly font: OpenFont;
}

/** A library of a document's own families. A character that they lack comes from `base`, as it does for its families. */
export function createDocumentFonts(base: FontLibrary, faces: readonly DocumentFace[]): FontLibrary {
  const files = new Map<string, FontFile>();
  const identities = new Map<string, string>();
  for (const { family, name, style, weights } of faces) {
    const before = identities.get(family) ?? "";
    identities.set(family, `${before} ${name} ${style} ${weights.min}-${weights.max}`);
  }

  const fileOf = (face: DocumentFace, wanted: Face): FontFile => {
    const made = makeFile(face, wanted);
    const file = files.get(made.path) ?? made;
    files.set(made.path, file);
    return file;
  };

  return {
    base,
    identityOf: (family) => identities.get(family) ?? base.identityOf(family),
    fileAt: (path) => files.get(path) ?? base.fileAt(path),
    fileWith: (codePoints, script, wish) => {
      const own = nearestFaces(
        faces.filter(({ family }) => family === wish.family),
        wish.face,
      );
      const face = own.find(({ font }) => codePoints.every((codePoint) => font.has(codePoint)));
      return face === undefined ? base.fileWith(codePoints, script, wish) : fileOf(face, wish.face);
    },
  };
}

/** The files of the face nearest to what is asked, as for built-in families: the style first, then the weight. */
function nearestFaces(faces: readonly DocumentFace[], wanted: Face): readonly DocumentFace[] {
  const inStyle = faces.filter(({ style }) => style === wanted.style);
  const candidates = inStyle.length > 0 ? inStyle : faces;
  const distance = ({ weights }: DocumentFace) => Math.abs(heldTo(weights, wanted.weight) - wanted.weight);
  const least = Math.min(...candidates.map(distance));
  const nearest = candidates.filter((face) => distance(face) === least);
  // Of two at equal distance the heavier; several files of it, as of Unicode subsets, are asked in their order.
  const heaviest = Math.max(...nearest.map(({ weights }) => heldTo(weights, wanted.weight)));
  return nearest.filter(({ weights }) => heldTo(weights, wanted.weight) === heaviest);
}

function makeFile({ family, style, weights, name, font }: DocumentFace, wanted: Face): FontFile {
  const weight = heldTo(weights, wanted.weight);
  const variableWeight = font.weights === undefined ? undefined : heldTo(font.weights, weight);
  const path = [name, style, weight, variableWeight ?? "fixed"].join(" ");
  return {
    name: path,
    path,
    face: { weight, style },
    title: `the font ${JSON.stringify(family)}`,
    variableWeight,
    read: () => font.data,
    has: (codePoint) => font.has(codePoint),
  };
}

function heldTo({ min, max }: { readonly min: number; readonly max: number }, weight: number): number {
  return Math.min(max, Math.max(min, weight));
}
