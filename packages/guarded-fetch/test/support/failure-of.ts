import { FetchFailure } from "../../src/fetch-failure.js";

/** Resolves to the failure of a fetch. Any other result fails the test. */
export async function failureOf(fetching: Promise<unknown>): Promise<FetchFailure> {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
  throw new Error("The fetch should have failed.");
}
