/** Fetches a URL in its own process, for tests with another environment. Prints the failure message or the body. */
import { FetchFailure } from "../../src/fetch-failure.js";
import { createGuardedFetcher } from "../../src/guarded-fetcher.js";

const fetcher = createGuardedFetcher({ limits: { timeoutMs: 20_000, maxBytes: 1024 }, allowLoopback: true });
try {
  const response = await fetcher.fetch(process.argv[2] ?? "");
  process.stdout.write(response.bytes);
} catch (error) {
  if (!(error instanceof FetchFailure)) throw error;
  process.stdout.write(error.message);
}
