/** Finds the grants that no call of the end-to-end tests has needed. */

/**
 * @typedef {object} Grant
 * @property {string} functions the functions with the role
 * @property {string} action
 * @property {string} resource the resource: its logical ID, or an ARN if the policy has one
 */

/**
 * Reads the lines that runners have appended with `--grants-log`.
 *
 * @param {string} text
 * @returns {{ unused: string[], all: string[] }} each grant as `function action resource`, sorted
 */
export function readGrants(text) {
  const all = new Set();
  const used = new Set();
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const grant = JSON.parse(line);
    const name = `${grant.functions} ${grant.action} ${withoutGenerated(grant.resource)}`;
    all.add(name);
    if (grant.used) used.add(name);
  }
  return { unused: [...all].filter((name) => !used.has(name)).sort(), all: [...all].sort() };
}

/**
 * Compares the unused grants with those that tests can leave unused. A grant for a rare retry is used in one run and not in the
 * next, so a known grant may also be used.
 *
 * @param {{ unused: readonly string[], all: readonly string[] }} grants
 * @param {Readonly<Record<string, string>>} known the reason why tests can leave a grant unused, by the grant
 * @returns {string[]} one sentence for each problem
 */
export function problemsOf({ unused, all }, known) {
  return [
    ...unused
      .filter((grant) => !(grant in known))
      .map((grant) => `No end-to-end test uses the grant ${grant}. Remove it, or give the reason in KNOWN_UNUSED.`),
    ...Object.keys(known)
      .filter((grant) => !all.includes(grant))
      .map((grant) => `The grant ${grant} is in KNOWN_UNUSED, but it does not exist.`),
  ];
}

/**
 * The CDK ends a logical ID with eight hexadecimal digits. A grant on a distribution, or on a secret that the stack has
 * adopted, names its generated ID, which differs from run to run.
 */
const withoutGenerated = (resource) =>
  resource
    .replace(/^arn:[^:]+:cloudfront:.*:distribution\/.*$/, "distribution")
    .replace(/^arn:[^:]+:secretsmanager:.*:secret:.*?-(\w+?)[0-9A-F]{8}-.*$/, "$1")
    .replace(/^(\w+?)[0-9A-F]{8}(?=$|\/)/, "$1");
