/** Thrown for a drawing that the writer cannot express in vectors. The drawing then becomes an image. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}
