/** Loads the text engine at the first call (find-warnings.ts). */
import type { FindWarnings } from "../../core/renders/find-request-warnings.js";
import type { UploadReader } from "../../core/renders/ports.js";
import { withServiceErrors } from "../../core/shared/engine-errors.js";
import type * as findWarningsModule from "./find-warnings.js";

/** The bundle beside the handler. It is not a literal in `import()`, so that no bundler puts it into the handler. */
const PROGRAM = new URL("./find-warnings.mjs", import.meta.url).href;

/** @param uploads the files of workspaces, for the fonts of documents */
export function createFindWarnings(uploads: UploadReader): FindWarnings {
  let loaded: Promise<typeof findWarningsModule> | undefined;
  return async (document, request, workspaceId) => {
    loaded ??= import(PROGRAM) as Promise<typeof findWarningsModule>;
    const { findWarnings } = await loaded;
    const own = { owner: workspaceId, load: (id: string) => uploads.read(workspaceId, id) };
    return await withServiceErrors(() => findWarnings(document, request, own));
  };
}
