/** The names of the tables that a transaction about a job can write. */
export interface JobTableNames {
  readonly jobs: string;
  /** Contains the credits, which change in the same transaction as the job. */
  readonly workspaces: string;
  /** Only for functions that create or end jobs of batches. */
  readonly batches?: string;
  /** Only for functions that claim signed images. */
  readonly claims?: string;
}
