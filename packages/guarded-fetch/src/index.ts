/** Fetches URLs that strangers supply, and checks such URLs. */
export { checkPublicUrl, type UrlPolicy } from "./check-url.js";
export { FetchFailure, type FetchFailureKind, type FetchFailureOptions, statusFailure } from "./fetch-failure.js";
export {
  createGuardedFetcher,
  type FetchLimits,
  type FetchRequest,
  type FetchResponse,
  type GuardedFetcher,
  type GuardedFetcherOptions,
} from "./guarded-fetcher.js";
export type { ResolveName } from "./resolve-target.js";
