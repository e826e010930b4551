/**
 * The options of each command as the command line gives them. They are separate from the commands and from the actions,
 * so that a command does not load its action before it runs.
 */

/** The options that choose the service that a command calls. */
export interface ConnectionOptions {
  readonly url?: string;
  readonly key?: string;
}

/** The options of a command that prints a response of the service. */
export interface ListOptions extends ConnectionOptions {
  readonly json?: true;
}

export interface CostOptions extends ListOptions {
  readonly seconds?: string;
  readonly kilobytes?: string;
  readonly dashboard?: boolean;
  readonly yesterday?: boolean;
}

export interface DoctorOptions extends ListOptions {
  /** False with `--no-pictures`. */
  readonly pictures?: boolean;
  /** Whether to check the account of AWS too. */
  readonly aws?: boolean;
  readonly profile?: string;
  readonly region?: string;
  readonly stack?: string;
}

/** The options of a command that works on a folder of templates and a workspace. */
export interface FolderOptions extends ConnectionOptions {
  readonly folder?: string;
}

export interface RenderOptions {
  readonly data?: string;
  readonly var?: readonly string[];
  readonly uploads?: string;
  readonly output?: string;
  readonly format?: string;
  readonly scale?: string;
  readonly quality?: string;
  readonly transparent?: true;
  readonly watch?: true;
  readonly allowLoopback?: true;
  readonly json?: true;
}

export interface ValidateOptions {
  readonly data?: string;
  readonly json?: true;
}

export interface ListTemplatesOptions extends ListOptions {
  readonly project?: string;
  readonly deleted?: true;
}

export interface PullOptions extends FolderOptions {
  readonly force?: true;
}

export interface PushOptions extends FolderOptions {
  readonly dryRun?: true;
}

export interface ValidateTemplatesOptions {
  readonly folder?: string;
  readonly json?: true;
}

export interface TypesOptions extends FolderOptions {
  readonly out?: string;
  readonly watch?: true;
}

export interface CreateKeyOptions extends ConnectionOptions {
  readonly scope?: readonly string[];
}

export interface StudioOptions extends ConnectionOptions {
  readonly name?: string;
  readonly scope?: readonly string[];
  readonly open?: true;
}

export interface CreateWorkspaceOptions extends ConnectionOptions {
  readonly plan: string;
}

export interface ExportWorkspaceOptions extends ConnectionOptions {
  readonly folder?: string;
  readonly zip?: string;
}

export interface DeleteWorkspaceOptions extends ConnectionOptions {
  readonly yes?: true;
  /** `false` with --no-wait. */
  readonly wait: boolean;
}

export interface UpdateWorkspaceOptions extends ConnectionOptions {
  readonly name?: string;
  readonly plan?: string;
}

export interface BatchOptions extends ConnectionOptions {
  readonly template: string;
  readonly out: string;
  readonly format?: string;
  readonly scale?: string;
  readonly quality?: string;
  readonly priority?: string;
  readonly name?: string;
  readonly onePdf?: string;
  readonly ignore?: readonly string[];
}

export interface ImportSvgOptions {
  readonly output?: string;
  readonly force?: true;
}

export interface TestWebhookOptions extends ConnectionOptions {
  readonly secret?: string;
}
