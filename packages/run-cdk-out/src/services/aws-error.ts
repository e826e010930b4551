/** An error that a service answers with, in whatever wire shape its protocol has. */
export class AwsError extends Error {
  constructor(
    /** The error's name on the wire, e.g. `ResourceNotFoundException`. */
    readonly code: string,
    message: string,
    readonly status = 400,
    /** Further members of the error's body, e.g. `StorageClass` of S3's `InvalidObjectState`. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = code;
  }
}
