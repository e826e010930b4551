/** A process of its own for a fetch under another environment: prints the public sentence of the fault, or the body. */
import { FetchFault } from "../../../../core/fetching/fetch-fault.js";
import { createGuardedFetcher } from "../../../../core/fetching/guarded-fetcher.js";

const fetcher = createGuardedFetcher({ limits: { timeoutMs: 20_000, maxBytes: 1024 }, allowLoopback: true });
try {
  const response = await fetcher.fetch(process.argv[2] ?? "");
  process.stdout.write(response.bytes);
} catch (error) {
  if (!(error instanceof FetchFault)) throw error;
  process.stdout.write(error.message);
}
