/** Checks that the service renders pictures: with a job, and with a signed URL through the edge. */
import { randomUUID } from "node:crypto";
import type { ApiClient } from "../api/client.js";
import { type Finding, ok, reasonOf, skipped, wrong } from "./finding.js";

const WAIT_SECONDS = 60;
const VIEW_TIMEOUT_MS = 30_000;
/** A first view that takes longer than five seconds gets 503, and the picture is ready a little later. */
const MAX_VIEWS = 5;
const PNG_SIGNATURE = "89504e470d0a1a0a";

/** Renders the template with a job, and downloads the picture. Costs one credit. */
export async function checkRender(client: ApiClient, template: string): Promise<Finding> {
  const startMs = Date.now();
  try {
    const request = { template, format: "png", scale: 0.25 } as const;
    const picture = await client.run(async (irs) => {
      const { id } = await irs.renders.createAndWait(request, { maxWaitSeconds: WAIT_SECONDS });
      return irs.renders.download(id);
    });
    if (Buffer.from(picture.subarray(0, 8)).toString("hex") === PNG_SIGNATURE)
      return ok(
        "render",
        `A picture of ${picture.length} bytes was rendered and downloaded in ${Date.now() - startMs} ms.`,
      );
    const mend = "Something between this computer and the service changes the picture: look for a proxy.";
    return wrong("render", "The downloaded picture is not a PNG.", mend);
  } catch (error) {
    const mend =
      "Look for the job in the logs of the function renderer, and at the alarms of the render queues: docs/runbook.md.";
    return wrong("render", reasonOf(error), mend);
  }
}

/** Mints a signed URL, views it twice, and checks that a forged one is refused. Costs one credit. */
export async function checkSignedView(client: ApiClient, template: string): Promise<Finding[]> {
  const name = "signed view";
  let url: string;
  try {
    // The unique title gives each run a picture that is not stored yet.
    const request = { template, format: "png", scale: 0.25, about: { title: `irs doctor ${randomUUID()}` } } as const;
    url = await client.run((irs) => irs.images.sign(request));
  } catch (error) {
    return [wrong(name, reasonOf(error), "Look for the request in the logs of the function api: docs/runbook.md.")];
  }
  const findings = [await viewTwice(url)];
  if (new URL(url).origin !== new URL(client.baseUrl).origin) {
    const mend =
      "Set the domain of the stack (domainName in cdk.json), or call the service by the address of its URLs.";
    findings.push(wrong("URLs", `Signed URLs begin with ${new URL(url).origin}.`, mend));
  }
  findings.push(await checkForgery(url));
  return findings;
}

async function viewTwice(url: string): Promise<Finding> {
  const name = "signed view";
  const startMs = Date.now();
  const first = await view(url);
  const firstMs = Date.now() - startMs;
  if (first.status !== 200) {
    const mend =
      first.status === 403
        ? "The edge refuses a signature of the service: the key-value store lacks the current signing keys. Deploy again, so that the bootstrap function writes them."
        : "Look at the logs of the function image, and at the section about it in docs/runbook.md.";
    return wrong(name, `The first view returned ${first.status}${first.reason}.`, mend);
  }
  const againMs = Date.now();
  const second = await view(url);
  if (second.status !== 200)
    return wrong(
      name,
      `The second view returned ${second.status}.`,
      "Look at the policy of the bucket: CloudFront must be able to read img/*. Deploy again.",
    );
  return ok(name, `The first view took ${firstMs} ms, the second ${Date.now() - againMs} ms (${second.cache}).`);
}

interface View {
  readonly status: number;
  readonly reason: string;
  /** The `x-cache` header, or a text if the response has none. */
  readonly cache: string;
}

/** Requests the URL, and repeats the request while the picture is being rendered. */
async function view(url: string): Promise<View> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await request(url);
    if (typeof response === "string") return { status: 0, reason: `: ${response}`, cache: "" };
    const { status, headers } = response;
    await response.arrayBuffer();
    const waitSeconds = Number(headers.get("retry-after") ?? 1);
    if (status !== 503 || attempt === MAX_VIEWS || waitSeconds > 10) {
      return { status, reason: "", cache: headers.get("x-cache") ?? "no information about the cache" };
    }
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  }
}

async function checkForgery(url: string): Promise<Finding> {
  const forged = new URL(url);
  const sig = forged.searchParams.get("sig") ?? "";
  // The reversed signature has the same characters and a different value.
  forged.searchParams.set("sig", Array.from(sig).reverse().join(""));
  const response = await request(forged.href);
  if (typeof response === "string") return skipped("forged view", response);
  await response.arrayBuffer();
  if ([401, 403].includes(response.status)) return ok("forged view", "A URL with another signature is refused.");
  const mend =
    "The edge function does not run. Deploy again, and tell the operator: pictures could be made at your cost.";
  return wrong("forged view", `A URL with another signature returned ${response.status} and was not refused.`, mend);
}

async function request(url: string): Promise<Response | string> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(VIEW_TIMEOUT_MS), redirect: "manual" });
  } catch (error) {
    return reasonOf(error instanceof Error && error.cause instanceof Error ? error.cause : error);
  }
}
