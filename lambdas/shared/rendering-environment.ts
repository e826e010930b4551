/** Variables of the functions that render. */
import * as z from "zod";

export const renderingEnvironment = {
  ALLOW_LOOPBACK_TARGETS: z.stringbool(),
  /** Read by the C library. Without it, each thread of the codecs keeps its freed memory (`npm run bench:memory`). */
  MALLOC_ARENA_MAX: z.literal("2"),
};
