/** Reads and checks the files of one render, and finds all issues before anything is drawn. */
import { resolve } from "node:path";
import { type Issue, issuesOf, parseCoercing, sentenceFor } from "@image-render/engine/issues";
import { checkCost } from "@image-render/engine/estimate";
import { type ImageFacts, readImageHeader } from "@image-render/engine/images";
import { type CreateRender, createRenderSchema } from "../core/contract/render-request.js";
import type { ImageFormat } from "@image-render/engine/formats";
import {
  checkOutput,
  checkOverrides,
  expandLayers,
  maxSizeOf,
  normalizeLayers,
  outputSchema,
  type TemplateDocument,
  uploadsOf,
  uploadsOfRequest,
} from "@image-render/engine/document";
import type { PictureRequest, Uploads } from "@image-render/engine";
import { checkDocument } from "./check-document.js";
import type { FileStates } from "./file-state.js";
import { type LocalFiles, readLocalFiles } from "./local-files.js";
import type { LocatedIssue } from "./located-issue.js";
import { readSourceFile, type SourceFile } from "./source-file.js";
import { openUploadFolder } from "./upload-folder.js";

/** The files of a render, and the options that override the request. */
export interface RenderSource {
  /** The folder that the file names are relative to. */
  readonly folder: string;
  readonly template: string;
  /** The file of the request. */
  readonly data?: string | undefined;
  /** A folder with a file for each upload. */
  readonly uploads?: string | undefined;
  /** Values of variables as text. They replace those of the request. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  readonly output?: OutputOptions | undefined;
}

/** The options for the picture. If an option is undefined, the value of the request applies. */
export interface OutputOptions {
  readonly format?: ImageFormat | undefined;
  readonly scale?: number | undefined;
  readonly quality?: number | undefined;
  readonly transparent?: boolean | undefined;
}

/** A template and a request without issues, ready to render. */
export interface RenderInput {
  readonly template: SourceFile;
  readonly data: SourceFile | undefined;
  /** The template document. URLs have replaced the paths of its local images. */
  readonly document: TemplateDocument;
  readonly request: PictureRequest & { readonly format: ImageFormat };
  /** The bytes of local images by URL. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly uploads: Uploads;
}

export interface LoadedInput {
  /** Present if there is no issue. */
  readonly input?: RenderInput;
  readonly issues: readonly LocatedIssue[];
  /** Every file that the result depends on, with its state before it was read. A file may be missing. */
  readonly files: FileStates;
  /** The number of local image and font files that the template names. The service cannot read them. */
  readonly localImageCount: number;
}

/** A file with its local images and fonts, or its issues. */
interface Part {
  readonly source?: SourceFile;
  readonly local?: LocalFiles;
  readonly issues: readonly LocatedIssue[];
  readonly files: FileStates;
}

/** Reads and checks the files of a render. The result lists the issues of all files together. */
export async function loadRenderInput(from: RenderSource): Promise<LoadedInput> {
  const template = await readPart(from.template, from.folder);
  const data = from.data === undefined ? undefined : await readPart(from.data, from.folder);
  const files = new Map([...template.files, ...(data?.files ?? [])]);
  const localImageCount = template.local?.files.size ?? 0;
  const issues = [...template.issues, ...(data?.issues ?? [])];

  const document = template.local === undefined ? undefined : checkPart(template, issues);
  const given = data === undefined || data.local !== undefined ? checkRequest(data, from, issues) : undefined;
  const request =
    document === undefined || given === undefined ? given : normalizeRequest(document, given, data, issues);
  if (document !== undefined && request !== undefined)
    checkTogether(document, request, { template, data }, from, issues);
  if (document === undefined || request === undefined || template.source === undefined || issues.length > 0) {
    return { issues, files, localImageCount };
  }
  const images = new Map([...(template.local?.images ?? []), ...(data?.local?.images ?? [])]);
  const named = [...uploadsOf(document), ...uploadsOfRequest(document, request)].map(({ uploadId }) => uploadId);
  const folder = from.uploads === undefined ? undefined : resolve(from.folder, from.uploads);
  const fonts = template.local?.fonts ?? new Map<string, Uint8Array>();
  const { uploads, files: uploaded } = await openUploadFolder(
    folder,
    named.filter((id) => !fonts.has(id)),
    fonts,
  );
  return {
    input: { template: template.source, data: data?.source, document, request, images, uploads },
    issues,
    files: new Map([...files, ...uploaded]),
    localImageCount,
  };
}

async function readPart(name: string, folder: string): Promise<Part> {
  const read = await readSourceFile(name, folder);
  if ("issue" in read) return { issues: [read.issue], files: new Map([[read.path, read.state]]) };
  const local = await readLocalFiles(read.source);
  const files = new Map([[read.source.path, read.source.state], ...local.files]);
  return { source: read.source, local, issues: local.issues, files };
}

function checkPart({ source, local }: Part, issues: LocatedIssue[]): TemplateDocument | undefined {
  const checked = checkDocument(local?.value, (issue) => source?.locate(issue) ?? issue);
  issues.push(...checked.issues);
  return checked.document;
}

const dataSchema = createRenderSchema.pick({
  format: true,
  scale: true,
  transparent: true,
  quality: true,
  about: true,
  layers: true,
  variables: true,
});

type CheckedRequest = RenderInput["request"] & Pick<CreateRender, "layers">;

function checkRequest(
  data: Part | undefined,
  { output: options = {}, variables = {} }: RenderSource,
  issues: LocatedIssue[],
): CheckedRequest | undefined {
  const { result: parsed } = parseCoercing(dataSchema, data?.local?.value ?? {}, { error: sentenceFor });
  if (!parsed.success) {
    issues.push(...issuesOf(parsed.error).map((issue) => data?.source?.locate(issue) ?? issue));
    return undefined;
  }
  const { format, scale, transparent, quality } = parsed.data;
  return {
    ...parsed.data,
    variables: { ...parsed.data.variables, ...variables },
    format: options.format ?? format,
    scale: options.scale ?? scale,
    transparent: options.transparent ?? transparent,
    quality: options.quality ?? quality,
  };
}

/** Returns the request as the service renders it, with the final names and types of its layer attributes. */
function normalizeRequest(
  document: TemplateDocument,
  request: CheckedRequest,
  data: Part | undefined,
  issues: LocatedIssue[],
): CheckedRequest {
  const normalized = normalizeLayers(document, request.layers);
  issues.push(...normalized.issues.map((issue) => data?.source?.locate(issue) ?? issue));
  return { ...request, layers: normalized.layers };
}

/** Returns the facts about a local image. */
function factsOfLocal(url: string, parts: readonly (Part | undefined)[]): ImageFacts | undefined {
  const bytes = parts.map((part) => part?.local?.images.get(url)).find((found) => found !== undefined);
  const header = bytes && readImageHeader(bytes);
  return header && { ...header, bytes: bytes.byteLength };
}

/** Adds the issues that need both document and request. If an option sets a value, its issue names that option. */
function checkTogether(
  document: TemplateDocument,
  request: RenderInput["request"],
  { template, data }: { readonly template: Part; readonly data: Part | undefined },
  { output: options = {}, variables = {} }: RenderSource,
  issues: LocatedIssue[],
): void {
  const parsed = outputSchema.safeParse(request, { error: sentenceFor });
  const outputIssues = parsed.success ? checkOutput(maxSizeOf(document), parsed.data) : issuesOf(parsed.error);
  const locateOutput = (issue: Issue): LocatedIssue =>
    options[issue.path as keyof OutputOptions] === undefined && data?.source !== undefined
      ? data.source.locate(issue)
      : { path: `--${issue.path}`, message: issue.message };
  issues.push(...outputIssues.map(locateOutput));
  const locateValue = (issue: Issue): LocatedIssue => {
    const [, name = ""] = /^variables\.([^.[]+)/.exec(issue.path) ?? [];
    if (Object.hasOwn(variables, name)) return { path: `--var ${name}`, message: issue.message };
    return data?.source?.locate(issue) ?? issue;
  };
  issues.push(...checkOverrides(document, request).map(locateValue));
  if (!parsed.success || issues.length > 0) return;
  const images = { factsOf: (url: string) => factsOfLocal(url, [template, data]) };
  const picture = { document, expansion: expandLayers(document, request), output: parsed.data, options: { images } };
  issues.push(...checkCost(picture, "document").issues.map((issue) => template.source?.locate(issue) ?? issue));
}
