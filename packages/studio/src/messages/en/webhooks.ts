/** Texts of the pages about webhooks. */
import type { WebhookEndpoint } from "@image-render/client";
import { count, formatNumber } from "../format.js";

/** An event that endpoints can choose. */
export type EndpointEvent = WebhookEndpoint["events"][number];

export const webhookTabs = { label: "Pages about webhooks", endpoints: "Endpoints", deliveries: "Deliveries" };

/** The meaning of each event. */
export const eventNames: Readonly<Record<EndpointEvent, string>> = {
  "render.completed": "A render is done",
  "render.failed": "A render failed, or was canceled",
  "batch.completed": "All renders of a batch have ended",
  "credits.low": "80 % or 100 % of the credits are used",
};

/** The event of a test, which endpoints do not choose. */
export const TEST_EVENT = "endpoint.test";

export const endpointTexts = {
  loadFailed: "The endpoints could not be loaded.",
  emptyTitle: "No endpoints yet",
  empty:
    "An endpoint is an address of your server. The service sends it a signed POST request when a render or a batch has ended, and repeats it for a day until your server accepts it.",
  add: "Add an endpoint",
  list: "Endpoints",
  limit: "A workspace has up to 10 endpoints.",
  allEvents: "All events",
  works: "Enabled",
  failing: "Failing",
  off: "Off",
  offByService: "Switched off",
  created: "Created",
  test: "Send a test event",
  edit: "Edit",
  secret: "Show the secret",
  enable: "Switch on",
  disable: "Switch off",
  remove: "Delete",
  more: "More actions",
  deliveries: "Deliveries",
  recover: "Send failed again",
  openEvent: "Open the event",
  enabled: "The endpoint is on.",
  disabled: "The endpoint is off. It receives no events.",
  changeFailed: "The endpoint was not changed.",
};

export const healthTexts = {
  failing: "Every attempt has failed. The first one was",
  lastError: (error: string) => `The last one: ${error}`,
  willSwitchOff: "After five days without a success, the service switches the endpoint off.",
  switchedOff: "The service has switched the endpoint off, because every attempt failed for five days.",
  switchedOffNext: "When your server works again, switch it on, and send again what failed.",
  off: "Somebody has switched the endpoint off. Events that happen meanwhile are not sent to it later.",
};

export const endpointForm = {
  createTitle: "Add an endpoint",
  editTitle: "Edit the endpoint",
  url: "URL",
  urlHint: "An https address on the public internet. It receives POST requests and responds within 15 seconds.",
  events: "Events",
  noEvents: "Choose at least one event.",
  create: "Add the endpoint",
  save: "Save",
  noUrl: "Enter the whole address, beginning with https://.",
  failed: "The endpoint was not saved.",
  created: "The endpoint was added.",
  saved: "The endpoint was saved.",
  createdTitle: "The secret of the endpoint",
  createdLead:
    "Your server verifies with it that a request comes from here. Store it where your server reads its settings.",
};

export const endpointDelete = {
  title: "Delete this endpoint?",
  lead: "This cannot be undone. You lose:",
  losses: [
    "its secret: a new endpoint with the same URL has another one",
    "the deliveries that are still waiting for their next attempt",
  ],
  kept: "The log of past deliveries stays for 30 days. To stop the events for a while, switch the endpoint off instead.",
  confirm: "Delete the endpoint",
  failed: "The endpoint was not deleted.",
  removed: "The endpoint was deleted.",
};

export const secretTexts = {
  title: "Secret of the endpoint",
  workspaceTitle: "Secret for webhookUrl",
  workspaceLead: "Signs the webhooks that go to the webhookUrl of a request. Endpoints have secrets of their own.",
  show: "Show the secret",
  label: "Secret",
  created: "Created",
  verify: "How to verify signatures",
  failed: "The secret could not be loaded.",
  rotate: "Replace the secret",
  rotateHint: "Both secrets then sign for 24 hours, so your server can change at any time.",
  previous: "The secret before it also signs until",
  previousLabel: "Secret before",
  rotateLoss:
    "A rotation is in progress. If you replace the secret now, the one before it ends at once: a server that still uses it refuses all events.",
  rotateAnyway: "Replace it now",
  rotateFailed: "The secret was not replaced.",
  rotated: "The secret was replaced. The old one also signs for 24 hours.",
};

export const testTexts = {
  sending: "Sending a test event…",
  failed: "The test event was not sent.",
  unknown: "The test event was sent, but its delivery could not be read.",
  waiting: "Sent. Waiting for the response of your server…",
  slow: "No attempt is recorded yet. The delivery appears in the log.",
  delivered: (duration: string, status: number) => `Your server accepted the test event in ${duration} (${status}).`,
  refused: "Your server did not accept the test event.",
};

export const recoverTexts = {
  title: "Send failed deliveries again",
  lead: "All deliveries that failed since this time are sent again, each to its target. None is sent twice.",
  since: "Failed since",
  sinceHint: "The log keeps deliveries for 30 days.",
  noTime: "Enter a date and a time.",
  submit: "Send again",
  failed: "The deliveries were not sent again.",
  progress: (sent: number) => `${formatNumber(sent)} sent so far…`,
  done: (sent: number) =>
    sent === 0
      ? "No delivery has failed since then. What is still being retried follows at its next attempt."
      : `${count(sent, "delivery", "deliveries")} sent again.`,
};

export const deliveryTexts = {
  loadFailed: "The deliveries could not be loaded.",
  label: "Deliveries",
  columns: { event: "Event", target: "Target", status: "Status", attempts: "Attempts", last: "Last attempt" },
  states: { pending: "Retrying", waiting: "Waiting", delivered: "Delivered", failed: "Failed" },
  filters: {
    status: "Status",
    endpoint: "Target",
    event: "Event",
    anyStatus: "Any status",
    anyTarget: "Any target",
    anyEvent: "Any event",
    requests: "webhookUrl of requests",
    clear: "Remove the filters",
  },
  emptyTitle: "No deliveries yet",
  empty: "Each event that is sent to an endpoint or to a webhookUrl is listed here for 30 days, with every attempt.",
  emptyAction: "Go to the endpoints",
  noneTitle: "No delivery matches the filters",
  none: "Deliveries with another status, target or event are hidden.",
  noneYet: "No match among the newest deliveries. Older ones may match.",
  shown: (shown: number, hasMore: boolean) =>
    hasMore ? `The newest ${formatNumber(shown)}` : count(shown, "delivery", "deliveries"),
  attempts: (attempts: number) => count(attempts, "attempt", "attempts"),
  noResponse: "No response",
  next: "Next attempt",
  lastAttempts: (attempts: number) => `The latest ${count(attempts, "attempt", "attempts")}`,
  attempt: (index: number) => `Attempt ${formatNumber(index)}`,
  took: (duration: string) => `after ${duration}`,
  response: "Response of your server",
  responseEmpty: "The response had no body.",
  endpoint: "Endpoint",
  deletedEndpoint: "a deleted endpoint",
  request: "webhookUrl of the request",
  body: "The body that was sent",
  bodyFailed: "The body could not be loaded.",
  bodyDeleted: "The body is no longer available, because the render was deleted.",
  bodyGone: "The body is no longer stored. The service keeps it for 30 days after the last attempt.",
};

export const attemptAdvice = {
  unauthorized: "Your server refused the request. Compare the secret that it uses, and how it verifies the signature.",
  missing: "Your server has nothing at this path. Compare the URL with the routes of your server.",
  method: "The address does not accept POST requests.",
  gone: "A response of 410 ends the attempts. Your server says so that it wants no more events.",
  limited: "Your server asks for fewer requests. The next attempt follows later.",
  client: "Your server refused the request. Its response may say why.",
  server: "Your server failed while it handled the request. Its log says more.",
  redirect: "The service follows no redirects. Enter the address that your server redirects to.",
  timeout: "Your server must respond within 15 seconds. Respond first, and do the work afterwards.",
  certificate: "The certificate of your server is not valid for this host, or has expired.",
  unreachable: "No server responded at this host and port. Is it running, and open to the internet?",
  unknownHost: "The name of the host is not known. Look for a typing mistake in the URL.",
};

export const eventPage = {
  missingTitle: "There is no such event",
  missing: "The log keeps an event for 30 days after its last attempt.",
  missingAction: "Go to the deliveries",
  deletedTitle: "The event is no longer available",
  deleted: "The render that it is about was deleted, and the body with it.",
  noDeliveries: "The event was sent nowhere: the request had no webhookUrl, and no endpoint had chosen it.",
  bodyHint: "The JSON that every target of the event receives.",
  loadFailed: "The event could not be loaded.",
  id: "Event",
  occurred: "Happened",
  render: "Open the render",
  batch: "Open the batch",
  deliveries: (deliveries: number) => `Deliveries ${formatNumber(deliveries)}`,
  body: "Body",
  bodyLabel: "The body as JSON",
  resend: "Send again",
};
