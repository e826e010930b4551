/** Reads what one render needs from files, and finds every fault before anything is drawn. */
import { resolve } from "node:path";
import { createRenderSchema } from "../core/contract/create-render.js";
import { type Issue } from "../core/contract/errors.js";
import { type ImageFormat } from "../core/contract/image-format.js";
import { issuesOf, sentenceFor } from "../core/contract/issues.js";
import { type TemplateDocument } from "../core/contract/template/document.js";
import { checkOutput, outputSchema } from "../core/contract/template/output.js";
import { checkOverrides } from "../core/contract/template/overrides.js";
import { uploadsOf, uploadsOfRequest } from "../core/contract/template/uploads-of.js";
import { type PictureRequest } from "../core/rendering/picture.js";
import { type Uploads } from "../core/rendering/uploads/uploads.js";
import { checkDocument } from "./check-document.js";
import { type FileStates } from "./file-state.js";
import { type Finding } from "./finding.js";
import { type LocalImages, readLocalImages } from "./local-images.js";
import { readSourceFile, type SourceFile } from "./source-file.js";
import { openUploadFolder } from "./upload-folder.js";

/** Where a job comes from: files named relative to a folder, and what options ask for over the data file. */
export interface JobSource {
  readonly folder: string;
  readonly template: string;
  readonly data?: string | undefined;
  /** A folder of files that stand for uploads. */
  readonly uploads?: string | undefined;
  readonly output?: AskedOutput | undefined;
}

/** What the command line says of the picture; undefined leaves it to the data file. */
export interface AskedOutput {
  readonly format?: ImageFormat | undefined;
  readonly scale?: number | undefined;
  readonly transparent?: boolean | undefined;
}

/** A job that can be rendered. */
export interface Job {
  readonly template: SourceFile;
  readonly data: SourceFile | undefined;
  /** The template with addresses in place of its local images' paths. */
  readonly document: TemplateDocument;
  readonly request: PictureRequest & { readonly format: ImageFormat };
  /** Local images by address. */
  readonly images: ReadonlyMap<string, Uint8Array>;
  readonly uploads: Uploads;
}

/** What became of a job's files. */
export interface LoadedJob {
  /** There if nothing is at fault. */
  readonly job?: Job;
  readonly faults: readonly Finding[];
  /** Every file that the result depends on, found or not, as it was just before it was read. */
  readonly files: FileStates;
  /** How many image files the template names beside itself, which no service could find. */
  readonly localImageCount: number;
}

/** A file that was read, with its local images; or its fault. */
interface Part {
  readonly source?: SourceFile;
  readonly local?: LocalImages;
  readonly faults: readonly Finding[];
  readonly files: FileStates;
}

/** Reads and checks a job; all faults of both files are told at once. */
export async function loadJob(from: JobSource): Promise<LoadedJob> {
  const template = await readPart(from.template, from.folder);
  const data = from.data === undefined ? undefined : await readPart(from.data, from.folder);
  const files = new Map([...template.files, ...(data?.files ?? [])]);
  const localImageCount = template.local?.files.size ?? 0;
  const faults = [...template.faults, ...(data?.faults ?? [])];

  const document = template.local === undefined ? undefined : checkPart(template, faults);
  const request = data === undefined || data.local !== undefined ? checkRequest(data, from.output, faults) : undefined;
  if (document !== undefined && request !== undefined) checkTogether(document, request, data, from.output, faults);
  if (document === undefined || request === undefined || template.source === undefined || faults.length > 0) {
    return { faults, files, localImageCount };
  }
  const images = new Map([...(template.local?.images ?? []), ...(data?.local?.images ?? [])]);
  const named = [...uploadsOf(document), ...uploadsOfRequest(document, request)].map(({ uploadId }) => uploadId);
  const folder = from.uploads === undefined ? undefined : resolve(from.folder, from.uploads);
  const { uploads, files: uploaded } = await openUploadFolder(folder, named);
  return {
    job: { template: template.source, data: data?.source, document, request, images, uploads },
    faults,
    files: new Map([...files, ...uploaded]),
    localImageCount,
  };
}

async function readPart(name: string, folder: string): Promise<Part> {
  const read = await readSourceFile(name, folder);
  if ("fault" in read) return { faults: [read.fault], files: new Map([[read.path, read.state]]) };
  const local = await readLocalImages(read.source);
  const files = new Map([[read.source.path, read.source.state], ...local.files]);
  return { source: read.source, local, faults: local.faults, files };
}

function checkPart({ source, local }: Part, faults: Finding[]): TemplateDocument | undefined {
  const checked = checkDocument(local?.value, (issue) => source?.locate(issue) ?? issue);
  faults.push(...checked.faults);
  return checked.document;
}

const dataSchema = createRenderSchema.pick({
  format: true,
  scale: true,
  transparent: true,
  layers: true,
  variables: true,
});

function checkRequest(data: Part | undefined, asked: AskedOutput = {}, faults: Finding[]): Job["request"] | undefined {
  const parsed = dataSchema.safeParse(data?.local?.value ?? {}, { error: sentenceFor });
  if (!parsed.success) {
    faults.push(...issuesOf(parsed.error).map((issue) => data?.source?.locate(issue) ?? issue));
    return undefined;
  }
  const { format, scale, transparent } = parsed.data;
  return {
    ...parsed.data,
    format: asked.format ?? format,
    scale: asked.scale ?? scale,
    transparent: asked.transparent ?? transparent,
  };
}

/** The faults of a request that only show against the document; what an option asks for is the option's fault. */
function checkTogether(
  document: TemplateDocument,
  request: Job["request"],
  data: Part | undefined,
  asked: AskedOutput = {},
  faults: Finding[],
): void {
  const parsed = outputSchema.safeParse(request, { error: sentenceFor });
  const outputIssues = parsed.success ? checkOutput(document, parsed.data) : issuesOf(parsed.error);
  const blame = (issue: Issue): Finding =>
    asked[issue.path as keyof AskedOutput] === undefined && data?.source !== undefined
      ? data.source.locate(issue)
      : { path: `--${issue.path}`, message: issue.message };
  faults.push(...outputIssues.map(blame));
  faults.push(...checkOverrides(document, request).map((issue) => data?.source?.locate(issue) ?? issue));
}
