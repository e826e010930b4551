/** A file that the assistant can pass on without reading it. */
export interface FileLink {
  readonly uri: string;
  readonly name: string;
  readonly mediaType: string;
}
