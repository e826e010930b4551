/** Texts of the pages about renders. */
import { count, formatNumber } from "../format.js";

export const renderStates = {
  queued: "Waiting",
  running: "Rendering",
  done: "Done",
  archived: "Archived",
  canceled: "Canceled",
  failed: "Failed",
};

export const renderSentences = {
  queued: "Waiting for a renderer",
  running: (attempt: number) => (attempt > 1 ? `Rendering, attempt ${formatNumber(attempt)}` : "Rendering"),
  done: (duration: string) => `Done in ${duration}`,
  canceled: "Canceled",
  failed: (attempts: number) =>
    attempts > 0 ? `Failed after ${count(attempts, "attempt", "attempts")}` : "Failed before the first attempt",
  cost: "1 credit",
  refunded: "the credit was refunded",
  archived: "archived",
};

export const renderList = {
  loadFailed: "The renders could not be loaded.",
  label: "Renders",
  columns: {
    template: "Template",
    status: "Status",
    size: "Size",
    bytes: "File",
    created: "Created",
    duration: "Duration",
  },
  filters: {
    label: "Filters",
    status: "Status",
    template: "Template",
    anyStatus: "Any status",
    anyTemplate: "Any template",
    batch: (id: string) => `Batch ${id}`,
    removeBatch: "Show the renders of all batches",
    clear: "Remove the filters",
  },
  statuses: { queued: "Waiting or rendering", done: "Done", failed: "Failed or canceled" },
  shown: (shown: number, hasMore: boolean) =>
    hasMore ? `The newest ${formatNumber(shown)}` : count(shown, "render", "renders"),
  emptyTitle: "No renders yet",
  empty:
    "Each picture that you or a program renders is listed here, with its request and what has happened to it. Signed URLs count too, when somebody views them first.",
  emptyAction: "Render a template",
  noneTitle: "No render matches the filters",
  none: "Renders with another status, template or batch are hidden.",
  noneYet: "No match so far. The service examines 1,000 renders at a time.",
  deletedTemplate: "Deleted template",
};

export const renderPage = {
  loadFailed: "The render could not be loaded.",
  missingTitle: "There is no such render",
  missing: "It was deleted, or it belongs to another workspace.",
  missingAction: "Go to the renders",
  alt: (template: string) => `The picture of “${template}”`,
  pictureWaiting: "The picture appears here.",
  pictureArchived: "The picture is archived.",
  pictureFailed: "There is no picture.",
  picturePdf: "A PDF document",
  openPicture: "Open the picture",
  download: "Download",
  copyLink: "Copy the link",
  linkHint: "Anyone with the link can see the picture.",
  again: "Render again",
  change: "Render again with changes",
  cancel: "Cancel the render",
  canceled: "The render was canceled, and its credit was refunded.",
  cancelFailed: "The render could not be canceled.",
  openTemplate: "Open the template",
  more: "More actions",
  remove: "Delete",
  removed: "The render was deleted.",
  actionFailed: "The render could not be repeated.",
  actionUnchanged: "No render was created, and no credit was spent.",
};

export const renderDelete = {
  title: "Delete this render?",
  lead: "This cannot be undone. You lose:",
  losses: [
    "the picture, and its link in every page that shows it. Copies at the edge disappear within a day.",
    "its request, so it cannot be rendered again from here",
    "its entry in this list, and the log of its webhooks",
  ],
  kept: "The credit stays spent.",
  keptSigned: "The picture of a signed URL stays, because it belongs to the URL.",
  confirm: "Delete the render",
  failed: "The render was not deleted.",
};

export const renderStages = {
  title: "Time by stage",
  names: { queued: "Waiting", load: "Loading", draw: "Drawing", encode: "Encoding", store: "Storing" },
  hints: {
    queued: "From the request until a renderer took it",
    load: "The template, the request, and waiting for images",
    draw: "Layout and painting",
    encode: "Making the file of the picture",
    store: "Writing the file to the bucket",
  },
};

export const renderFacts = {
  title: "Facts",
  id: "ID",
  template: "Template",
  version: (version: number) => `version ${formatNumber(version)}`,
  size: "Size",
  file: "File",
  quality: (quality: number) => `quality ${formatNumber(quality)}`,
  scale: (scale: number) => `scale ${formatNumber(scale)}`,
  created: "Created",
  ended: "Ended",
  drawn: "Drawn in",
  attempts: "Attempts",
  priority: "Priority",
  batch: "Batch",
  rerenderOf: "Repeats",
  metadata: "Metadata",
};

export const renderRequest = {
  title: "Request",
  label: "The request as JSON",
  failed: "The request could not be loaded.",
  gone: "The request is no longer stored, because it contained files as data URIs. The render cannot be repeated. Make the picture again from its template.",
  tryIt: "Open the template",
};

export const renderWarnings = {
  title: (warnings: number) => `Warnings ${formatNumber(warnings)}`,
  layer: (layer: string) => `Layer “${layer}”`,
  about: "About the warnings",
};

export const renderFailure = {
  title: "Why it failed",
  canceledTitle: "Why there is no picture",
  read: "Read about it",
  canceled: "Somebody canceled the render before a renderer took it. Render it again if you need the picture.",
  exhausted:
    "The service tried it as often as it may. Each attempt took too long, or needed more memory than a renderer has. A smaller scale, smaller images or fewer layers help.",
  busy: "All renderers were busy for a long time. Nothing is wrong with your request: render it again.",
  corrupt: "The stored job was damaged, which is a fault of the service. Create the render again.",
  image:
    "An image could not be read from its address. Open the address in a browser, or upload the image here and use the upload. A fallback on the layer shows something else instead.",
  template: "The template or its version is gone, so there is nothing to render.",
  invalid: "The request does not fit the template. Render it again with changes that correct what the message names.",
};

export const renderArchive = {
  title: "The picture is archived",
  text: "Its age has reached the limit of the plan, so downloads and the link return 410. If the request below is still stored, render it again to get the same picture as a new file, for one credit.",
  read: "How archiving works",
};

export const rerender = {
  title: "Render again with changes",
  button: "With changes",
  lead: "This is the stored request. Change values: each one replaces the stored one, and what you remove stays as it was.",
  leadEmpty: "Only what you write here changes. Everything else is as in the stored request.",
  field: "Changes as JSON",
  submit: "Render for 1 credit",
  checking: "Checking…",
  valid: (width: number, height: number) =>
    `The request is valid: ${formatNumber(width)} × ${formatNumber(height)} pixels.`,
  refused: "The service would refuse this request:",
  unchecked: "The request could not be checked.",
  notObject: 'Write a JSON object, such as { "format": "webp" }.',
  syntax: (line: number, column: number) => `This is not JSON: look at line ${line}, column ${column}.`,
  syntaxSomewhere: (message: string) => `This is not JSON: ${message}`,
  created: "The new render is queued.",
};

export const renderWebhooks = {
  title: "Webhooks",
  failed: "The deliveries could not be loaded.",
  none: "No webhook was sent. A render sends one to the webhookUrl of its request, and to each endpoint that has chosen the event.",
  noneYet: "Webhooks are sent when the render has ended.",
  endpoints: "Endpoints",
  resend: "Send again",
  resent: (targets: number) => `The event is sent again to ${count(targets, "target", "targets")}.`,
  resendFailed: "The event was not sent again.",
};
