import type { CallOptions, CreateOptions } from "../options.js";
import { ImageSigner } from "../signing/image-signer.js";
import type { ForTemplate } from "../template-id.js";
import { untilHeaders } from "../transport/caller.js";
import { readBytes } from "../transport/read-bytes.js";
import type { SignedUrl, SignImage, SignImages, TemplateSigningKey } from "../types.js";
import { type FileInfo, infoOf } from "./files.js";
import { Resource } from "./resource.js";

/** A request for a signed URL. */
export type SignRequest<Template extends string = string> = ForTemplate<Template, SignImage>;

/** Signed images: URLs that show a picture of a template without a key. */
export class Images extends Resource {
  /** Returns a signed URL. The service checks the request, and bills the first view. */
  async sign<Template extends string>(request: SignRequest<Template>, options?: CreateOptions): Promise<string> {
    return (await this.caller.json("POST /img/sign", { body: request as SignImages, options })).url;
  }

  /** Returns signed URLs with their expiry and warnings: one per request of a list, or as the body of the route says. */
  async signMany(requests: readonly SignImage[] | SignImages, options?: CreateOptions): Promise<SignedUrl[]> {
    const body: SignImages = Array.isArray(requests) ? { jobs: requests as SignImage[] } : (requests as SignImages);
    return (await this.caller.json("POST /img/sign", { body, options })).urls;
  }

  /** Returns a signer for the images of one template. It needs no request. @param signingKey `templates.signingKey` */
  signer(signingKey: TemplateSigningKey): ImageSigner {
    return new ImageSigner(this.caller.baseUrl, signingKey);
  }

  /** Returns the bytes of a signed image. Its first view renders and bills it. */
  download(url: string, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    return this.caller.external({ method: "GET", url: new URL(url) }, options, readBytes);
  }

  /** Returns the type and the size of a signed image. This is a view, too. */
  async info(url: string, options: CallOptions = {}): Promise<FileInfo> {
    return infoOf(await this.caller.external({ method: "HEAD", url: new URL(url) }, options, untilHeaders));
  }

  /** Removes the stored picture of a signed URL, and its copies at the edge. The next view renders it again. */
  purge(url: string, options?: CreateOptions): Promise<void> {
    return this.caller.json("POST /img/purge", { body: { url }, options });
  }
}
