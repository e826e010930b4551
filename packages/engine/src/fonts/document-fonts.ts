/** The font library of one document: its own uploaded families in addition to the built-in ones. */
import type { Face, FontStyle } from "@image-render/fonts";
import type { FontFile, FontLibrary, FontQuery } from "./font-library.js";
import type { OpenFont } from "./open-font.js";

/** One of a document's font files. */
export interface DocumentFace {
  readonly family: string;
  readonly style: FontStyle;
  /** The weights that the file is used for. A variable font has more than one. */
  readonly weights: { readonly min: number; readonly max: number };
  /** Identifies the file by its owner and its content. */
  readonly name: string;
  readonly font: OpenFont;
}

/** Creates a library of a document's own families. Characters that they lack come from `base`. */
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

  const ownFile = (codePoints: readonly number[], query: FontQuery): FontFile | undefined => {
    const own = nearestFaces(
      faces.filter(({ family }) => family === query.family),
      query.face,
    );
    const face = own.find(({ font }) => codePoints.every((codePoint) => font.has(codePoint)));
    return face === undefined ? undefined : fileOf(face, query.face);
  };

  return {
    base,
    edition: base.edition,
    inEdition: (edition) => createDocumentFonts(base.inEdition(edition), faces),
    identity: JSON.stringify([base.identity, ...identities]),
    identityOf: (family) => {
      const own = identities.get(family);
      return own === undefined ? base.identityOf(family) : base.identityOf(own);
    },
    fileAt: (path) => files.get(path) ?? base.fileAt(path),
    ownFileWith: (codePoints, query) =>
      identities.has(query.family) ? ownFile(codePoints, query) : base.ownFileWith(codePoints, query),
    fileWith: (codePoints, script, query) => ownFile(codePoints, query) ?? base.fileWith(codePoints, script, query),
  };
}

/**
 * Returns the files of the face that is nearest to the wanted one: by style first, then by weight, as in `nearestFace`.
 */
function nearestFaces(faces: readonly DocumentFace[], wanted: Face): readonly DocumentFace[] {
  const inStyle = faces.filter(({ style }) => style === wanted.style);
  const candidates = inStyle.length > 0 ? inStyle : faces;
  const distance = ({ weights }: DocumentFace) => Math.abs(clampWeight(weights, wanted.weight) - wanted.weight);
  const least = Math.min(...candidates.map(distance));
  const nearest = candidates.filter((face) => distance(face) === least);
  // Of two faces at equal distance, take the heavier one. It can have several files, for example one per Unicode
  // subset.
  const heaviest = Math.max(...nearest.map(({ weights }) => clampWeight(weights, wanted.weight)));
  return nearest.filter(({ weights }) => clampWeight(weights, wanted.weight) === heaviest);
}

function makeFile({ family, style, weights, name, font }: DocumentFace, wanted: Face): FontFile {
  const weight = clampWeight(weights, wanted.weight);
  const variableWeight = font.weights === undefined ? undefined : clampWeight(font.weights, weight);
  const path = [name, style, weight, variableWeight ?? "fixed"].join(" ");
  return {
    name: path,
    path,
    face: { weight, style },
    title: `the font ${JSON.stringify(family)}`,
    variableWeight,
    isUploaded: true,
    read: () => font.data,
    has: (codePoint) => font.has(codePoint),
  };
}

function clampWeight({ min, max }: { readonly min: number; readonly max: number }, weight: number): number {
  return Math.min(max, Math.max(min, weight));
}
