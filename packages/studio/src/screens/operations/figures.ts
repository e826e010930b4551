/** Reads the figures for the operator. */
import { irs } from "../../service/irs.js";

export type Figures = Awaited<ReturnType<typeof readFigures>>;

export async function readFigures(signal: AbortSignal) {
  return (await irs.requestJson("GET /operations", { options: { signal } })).body;
}
