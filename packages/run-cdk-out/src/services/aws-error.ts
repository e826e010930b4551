/** An error that a service returns; the protocol determines its wire format. */
export class AwsError extends Error {
  constructor(
    /** The error's name on the wire, for example `ResourceNotFoundException`. */
    readonly code: string,
    message: string,
    readonly status = 400,
    /** Further members of the error's body, for example `StorageClass` of S3's `InvalidObjectState`. */
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = code;
  }
}
