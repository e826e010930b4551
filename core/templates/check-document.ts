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

/** @throws ServiceError `VALIDATION_ERROR` with all issues, whose paths start with `document`, `PAYLOAD_TOO_LARGE`. */
export function checkDocument(sent: unknown, purpose: "stored" | "rendered" = "stored"): AuthoredDocument {
  const result = checkTemplateDocument(sent);
  if ("issues" in result) {
    const issues = result.issues.map(({ path, message }) => ({ path: inDocument(path), message }));
    throw issuesError(`The document cannot be ${purpose}.`, issues);
  }
  const text = JSON.stringify(sent);
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_DOCUMENT_BYTES) {
    throw new ServiceError(
      "PAYLOAD_TOO_LARGE",
      `A document can have at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB. Upload its images first (POST /api/v1/uploads) and use their paths.`,
      { details: { bytes, maxBytes: MAX_DOCUMENT_BYTES } },
    );
  }
  return { text, document: result.document };
}

/** Like `checkDocument`, and also checks the uploads that the document names. */
export async function checkDocumentWithUploads(
  checkUploads: UploadCheck,
  workspaceId: string,
  sent: unknown,
): Promise<AuthoredDocument> {
  const authored = checkDocument(sent);
  const issues = await checkUploads(workspaceId, uploadsOf(authored.document));
  if (issues.length === 0) return authored;
  throw issuesError(
    "The document cannot be stored.",
    issues.map(({ path, message }) => ({ path: inDocument(path), message })),
  );
}

/** Problems that prevent rendering but not storing: duplicate layer names. */
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

/** The path of a place in the request that contains the document as `document`. */
export function inDocument(path: string): string {
  if (path === "") return "document";
  return path.startsWith("[") ? `document${path}` : `document.${path}`;
}
