/**
 * The condition keys that the local services supply. A key that is not here would look absent from each call, and its
 * condition could allow or refuse what AWS does not. Such a policy stops the start instead.
 */

const KEYS: ReadonlySet<string> = new Set([
  "aws:securetransport",
  "aws:sourcearn",
  "aws:sourceaccount",
  "aws:principalarn",
  "aws:principalaccount",
  "aws:principaltype",
  "aws:principalisawsservice",
  "aws:requestedregion",
  "aws:resourceaccount",
  "dynamodb:leadingkeys",
  "dynamodb:attributes",
  "dynamodb:select",
  "dynamodb:returnvalues",
  "dynamodb:returnconsumedcapacity",
  "dynamodb:enclosingoperation",
  "dynamodb:fulltablescan",
  "s3:prefix",
  "s3:delimiter",
  "s3:max-keys",
  "s3:x-amz-acl",
  "s3:x-amz-copy-source",
  "s3:x-amz-metadata-directive",
  "s3:x-amz-server-side-encryption",
  "s3:x-amz-storage-class",
  "s3:requestobjecttagkeys",
  "s3:resourceaccount",
  "events:source",
  "events:detail-type",
  "secretsmanager:secretid",
  "secretsmanager:versionid",
  "secretsmanager:versionstage",
]);

/** Returns whether a local service supplies the key, which is in lower case. */
export const isKnownKey = (key: string): boolean => KEYS.has(key) || key.startsWith("s3:requestobjecttag/");
