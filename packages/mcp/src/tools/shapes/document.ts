import * as z from "zod";

/** A template document. The service checks it. Its issues have paths that start with `document.`. */
export const documentSchema = z.record(z.string(), z.unknown());
