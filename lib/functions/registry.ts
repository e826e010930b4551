/** The list of the functions. The function mcp is not in it, because it needs the address of the distribution. */
import type { DeclareFunction } from "../function-declaration.js";
import { api } from "./api.js";
import { archive } from "./archive.js";
import { archivedFiles } from "./archived-files.js";
import { bootstrap } from "./bootstrap.js";
import { deadLetter } from "./dead-letter.js";
import { edgeKeeper } from "./edge-keeper.js";
import { fileAudit } from "./file-audit.js";
import { image } from "./image.js";
import { preview } from "./preview.js";
import { renderNow } from "./render-now.js";
import { renderer } from "./renderer.js";
import { stream } from "./stream.js";
import { sweeper } from "./sweeper.js";
import { webhook } from "./webhook.js";
import { workspaceRemover } from "./workspace-remover.js";

/**
 * The functions by their paths in the construct tree. Do not change a path: it determines the names of the function's
 * resources, and CloudFormation cannot replace the function behind a custom resource. Add new functions below
 * `Functions/`.
 */
export const FUNCTIONS: Readonly<Record<string, DeclareFunction>> = {
  "Rendering/Renderer": renderer,
  "Rendering/DeadLetter": deadLetter,
  "Rendering/Sweeper": sweeper,
  "RestApi/Api": api,
  "RestApi/EdgeKeeper/Function": edgeKeeper,
  "RestApi/Stream": stream,
  "RestApi/Preview/Function": preview,
  "SignedImages/Function": image,
  "Functions/RenderNow": renderNow,
  "Functions/Webhook": webhook,
  "Functions/Archive": archive,
  "Functions/ArchivedFiles": archivedFiles,
  "Functions/FileAudit": fileAudit,
  "Functions/WorkspaceRemover": workspaceRemover,
  "Bootstrap/Function": bootstrap,
};
