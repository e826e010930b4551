import { type BuiltInFamily, type Face, facesIn } from "@image-render/fonts";

/**
 * Returns the face nearest to the wanted one: by style first, then by weight. Of two faces at equal distance, it
 * returns the heavier one.
 */
export function nearestFace(family: BuiltInFamily, wanted: Face, edition: number): Face {
  const faces = facesIn(family, edition);
  const inStyle = faces.filter(({ style }) => style === wanted.style);
  const candidates = inStyle.length > 0 ? inStyle : faces;
  const distance = ({ weight }: Face) => Math.abs(weight - wanted.weight);
  return candidates.reduce((best, face) => (distance(face) <= distance(best) ? face : best));
}
