/**
 * The secrets that CloudFront may send. During a rotation there are two, because CloudFront sends the previous one
 * until the stack is updated.
 */

/** How long values are used before they are read again. docs/deploy.md says to wait longer during a rotation. */
export const ORIGIN_SECRET_REFRESH_MS = 5 * 60_000;

/** Resolves to the secrets that are valid now. */
export type OriginSecrets = () => Promise<readonly string[]>;

/**
 * Reads the secrets now, and again when they are used after five minutes: functions live for hours.
 *
 * @param read returns the current secret, and the previous one if there is one
 * @param onError receives the error if the secrets can't be read again. The last ones stay valid, so that an outage of
 *   Secrets Manager does not stop requests.
 */
export async function createLiveOriginSecrets(
  read: () => Promise<readonly string[]>,
  now: () => number,
  onError: (error: unknown) => void,
): Promise<OriginSecrets> {
  let secrets = await read();
  let readAtMs = now();
  let reading: Promise<void> | undefined;

  async function reload(): Promise<void> {
    try {
      secrets = await read();
    } catch (error) {
      onError(error);
    } finally {
      readAtMs = now();
      reading = undefined;
    }
  }

  return async () => {
    if (now() - readAtMs >= ORIGIN_SECRET_REFRESH_MS) await (reading ??= reload());
    return secrets;
  };
}
