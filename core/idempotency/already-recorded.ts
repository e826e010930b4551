/**
 * Thrown by a store that was to write something together with its idempotency record: another run of the same request
 * has written the record first, and nothing was changed.
 */
export class AlreadyRecordedError extends Error {
  constructor() {
    super("The idempotency record of this request exists.");
    this.name = "AlreadyRecordedError";
  }
}
