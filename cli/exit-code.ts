/** The exit codes of `irs`. 70 is EX_SOFTWARE of sysexits.h. */
export const EXIT = {
  ok: 0,
  /** A file or a request has issues, or `diff` found differences. */
  issues: 1,
  /** The command line is wrong, or the service cannot be used. */
  usage: 2,
  /** The program itself failed. */
  failure: 70,
} as const;
