/** The resources that the declarations of functions may refer to. */
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Access } from "./access.js";
import type { ArchivedFiles } from "./archived-files.js";
import type { Rendering } from "./rendering.js";
import type { Settings } from "./settings.js";
import type { Storage } from "./storage.js";
import type { Webhooks } from "./webhooks.js";

export interface Resources {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly access: Access;
  readonly rendering: Rendering;
  readonly webhooks: Webhooks;
  readonly archivedFiles: ArchivedFiles;
  /** The first API key of the first workspace. */
  readonly firstKey: Pick<ISecret, "secretArn">;
}
