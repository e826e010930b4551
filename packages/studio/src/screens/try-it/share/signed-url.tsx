import type { CreateRender, SignedUrl as Signed } from "@image-render/client";
import { Link } from "lucide";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Code } from "../../../components/code.js";
import { ErrorNotice } from "../../../components/states.js";
import { states } from "../../../messages/en/common.js";
import { formatTime } from "../../../messages/format.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { irs } from "../../../service/irs.js";
import { useAction } from "../../../service/use-action.js";
import { hasScope } from "../../../session/session.js";
import { imgTag, openGraphTags } from "./tags-of.js";

interface SignedUrlProps {
  readonly request: CreateRender;
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
}

/** Creates a signed URL of the contents, with the tags that show it. */
export function SignedUrl({ request, name, size }: SignedUrlProps) {
  const [signed, setSigned] = useState<{ readonly answer: Signed; readonly of: string }>();
  const wanted = JSON.stringify(request);
  const signing = useAction(async () => {
    const [answer] = await irs.images.signMany([request]);
    if (answer !== undefined) setSigned({ answer, of: wanted });
  });
  const shown = useRef<HTMLDivElement>(null);
  // The button is often at the lower edge of the window.
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [signed]);
  if (!hasScope("render")) return <p class="quiet">{states.noScope("render")}</p>;
  const scale = request.scale ?? 1;
  const picture = {
    url: signed?.answer.url ?? "",
    alt: name,
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
  };
  return (
    <>
      <p>{texts.signLead}</p>
      <div>
        <Button icon={Link} isBusy={signing.isRunning} onClick={() => void signing.run()}>
          {texts.sign}
        </Button>
      </div>
      {signing.error !== undefined && <ErrorNotice what={texts.signFailed} error={signing.error} />}
      {signed !== undefined && (
        <div class="share-panel" ref={shown}>
          {signed.of !== wanted && <p class="field-warning">{texts.stale}</p>}
          <p class="quiet">{texts.signedUntil(formatTime(signed.answer.expiresAt))}</p>
          <h3>{texts.signedUrl}</h3>
          <Code text={picture.url} label={texts.signedUrl} />
          <h3>{texts.imgTag}</h3>
          <Code text={imgTag(picture)} label={texts.imgTag} />
          <h3>{texts.openGraph}</h3>
          <Code text={openGraphTags(picture)} label={texts.openGraph} />
        </div>
      )}
    </>
  );
}
