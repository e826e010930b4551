/** A file that the assistant can hand on without reading it. */
export interface FileLink {
  readonly uri: string;
  readonly name: string;
  readonly mediaType: string;
}
