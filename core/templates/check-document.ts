/** Checks a document that an author sends. */
import { type Issue, ServiceError, validationError } from "../contract/errors.js";
import { formatPath } from "../contract/issues.js";
import { MAX_DOCUMENT_BYTES } from "../contract/limits.js";
import { quote } from "../contract/suggest.js";
import { checkTemplateDocument } from "../contract/template/check-template-document.js";
import { uploadsOf } from "../contract/template/uploads-of.js";
import type { UploadCheck } from "../uploads/check-uploads.js";
import type { TemplateDocument } from "../contract/template/document.js";
import { outlineOf, textOf } from "../contract/template/outline.js";

/** A right document, as it is stored and as it is read. */
export interface AuthoredDocument {
  readonly text: string;
  readonly document: TemplateDocument;
}

/** @throws ServiceError `VALIDATION_ERROR` with every fault under `document.…`, `PAYLOAD_TOO_LARGE`. */
export function checkDocument(sent: unknown, purpose: "stored" | "rendered" = "stored"): AuthoredDocument {
  const result = checkTemplateDocument(sent);
  if ("issues" in result) {
    const issues = result.issues.map(({ path, message }) => ({ path: inDocument(path), message }));
    throw validationError(`The document can't be ${purpose} as it stands.`, issues);
  }
  const text = JSON.stringify(sent);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_DOCUMENT_BYTES) {
    throw new ServiceError(
      "PAYLOAD_TOO_LARGE",
      `A document holds at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB. Upload its images first (POST /api/v1/uploads) and name their paths.`,
      { details: { bytes, maxBytes: MAX_DOCUMENT_BYTES } },
    );
  }
  return { text, document: result.document };
}

/** As `checkDocument`, and the uploads that the document names are looked at. */
export async function checkAuthored(
  checkUploads: UploadCheck,
  workspaceId: string,
  sent: unknown,
): Promise<AuthoredDocument> {
  const authored = checkDocument(sent);
  const issues = await checkUploads(workspaceId, uploadsOf(authored.document));
  if (issues.length === 0) return authored;
  throw validationError(
    "The document can't be stored as it stands.",
    issues.map(({ path, message }) => ({ path: inDocument(path), message })),
  );
}

/** What does not keep a document from being stored, but from being rendered: layer names that repeat. */
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
    const message = `The name ${quote(name)} is an earlier layer's too; renders are refused until each name is one layer's.`;
    return [{ path: inDocument(formatPath([...path, "name"])), message }];
  });
}

/** A place in a document as the caller sent it, under `document`. */
export function inDocument(path: string): string {
  if (path === "") return "document";
  return path.startsWith("[") ? `document${path}` : `document.${path}`;
}
