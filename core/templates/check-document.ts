/** Validates a document that an author sends. */
import { formatPath, type Issue } from "@image-render/engine/issues";
import { issuesError, ServiceError } from "../contract/errors.js";
import { MAX_DOCUMENT_BYTES } from "../contract/limits.js";
import { quote } from "@image-render/engine/suggestions";
import {
  checkTemplateDocument,
  outlineOf,
  type TemplateDocument,
  textOf,
  uploadsOf,
} from "@image-render/engine/document";
import type { UploadCheck } from "../uploads/check-uploads.js";

/** A valid document, as stored text and parsed. */
export interface AuthoredDocument {
  readonly text: string;
  readonly document: TemplateDocument;
}

/** The purpose that a document is checked for. */
export interface DocumentPurpose {
  readonly purpose: "stored" | "rendered";
  /** Issues of the rest of the request: see `readBody`. They are reported before the issues of the document. */
  readonly bodyIssues?: readonly Issue[] | undefined;
}

/**
 * Checks a document and the uploads that it names.
 *
 * @throws ServiceError `PAYLOAD_TOO_LARGE`, or `VALIDATION_ERROR` with all issues, whose paths start with `document`.
 */
export async function checkDocument(
  checkUploads: UploadCheck,
  workspaceId: string,
  sent: unknown,
  { purpose, bodyIssues = [] }: DocumentPurpose = { purpose: "stored" },
): Promise<AuthoredDocument> {
  const refuse = (issues: readonly Issue[]): ServiceError => {
    const located = issues.map(({ path, message }) => ({ path: inDocument(path), message }));
    return issuesError(`The document cannot be ${purpose}.`, [...bodyIssues, ...located]);
  };
  const result = checkTemplateDocument(sent);
  if ("issues" in result) throw refuse(result.issues);
  const text = JSON.stringify(sent);
  checkBytes(Buffer.byteLength(text));
  const issues = await checkUploads(workspaceId, uploadsOf(result.document));
  if (issues.length > 0) throw refuse(issues);
  return { text, document: result.document };
}

function checkBytes(bytes: number): void {
  if (bytes <= MAX_DOCUMENT_BYTES) return;
  throw new ServiceError(
    "PAYLOAD_TOO_LARGE",
    `A document can have at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB. Upload its images first (POST /api/v1/uploads) and use their paths.`,
    { details: { bytes, maxBytes: MAX_DOCUMENT_BYTES } },
  );
}

/** Returns problems that prevent rendering but not storing: duplicate layer names. */
export function documentWarnings(document: unknown): Issue[] {
  const outlined = outlineOf(document);
  if ("issue" in outlined) return [];
  const seen = new Set<string>();
  return outlined.outline.layers.flatMap(({ raw, path }) => {
    const name = textOf(raw, "name");
    if (name === undefined) return [];
    if (!seen.has(name)) {
      seen.add(name);
      return [];
    }
    const message = `An earlier layer also has the name ${quote(name)}. The template cannot be rendered until all names are unique.`;
    return [{ path: inDocument(formatPath([...path, "name"])), message }];
  });
}

/** Converts a path in the document to a path in the request, which contains the document as `document`. */
function inDocument(path: string): string {
  if (path === "") return "document";
  return path.startsWith("[") ? `document${path}` : `document.${path}`;
}
