/** Issues: what is wrong in a document or a request, where it is, and how to fix it. */
export { parseCoercing, withoutPaths } from "./coerce.js";
export { EngineError, isEngineError } from "./engine-error.js";
export { type Issue, issueSchema, withFirstIssue } from "./issue.js";
export { formatPath, issuesOf, sentenceFor } from "./issues.js";
export { JsonError, parseJson } from "./parse-json.js";
