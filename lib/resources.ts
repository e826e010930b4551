/** What the declarations of functions may refer to. */
import type { ISecret } from "aws-cdk-lib/aws-secretsmanager";
import type { Access } from "./access.js";
import type { Rendering } from "./rendering.js";
import type { Settings } from "./settings.js";
import type { Storage } from "./storage.js";

export interface Resources {
  readonly settings: Settings;
  readonly storage: Storage;
  readonly access: Access;
  readonly rendering: Rendering;
  /** The first API key of the first workspace. */
  readonly firstKey: Pick<ISecret, "secretArn">;
}
