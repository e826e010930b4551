import { FetchFault } from "../../../../core/fetching/fetch-fault.js";

/** The fault that a fetch must end with; anything else fails the test. */
export async function faultOf(fetching: Promise<unknown>): Promise<FetchFault> {
  try {
    await fetching;
  } catch (error) {
    if (error instanceof FetchFault) return error;
    throw error;
  }
  throw new Error("The fetch should have failed.");
}
