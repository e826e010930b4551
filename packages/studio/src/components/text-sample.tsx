import { useEffect, useRef, useState } from "preact/hooks";
import { fonts as texts } from "../messages/en/fonts.js";
import { isDark } from "../design/theme.js";
import { drawText, TEXT_SIZE } from "../service/draw-text.js";
import "./text-sample.css";

interface TextSampleProps {
  readonly text: string;
  readonly family: string;
  readonly src?: string | undefined;
}

/** The latest samples, so that scrolling back draws nothing again. */
const kept = new Map<string, Promise<string>>();
const MAX_KEPT = 200;

/** A line of text as the engine draws it. It is drawn when it comes into view. */
export function TextSample({ text, family, src }: TextSampleProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [address, setAddress] = useState<string>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (frame.current === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      {
        rootMargin: "120px",
      },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!isSeen) return undefined;
    let isCurrent = true;
    sample({ text, family, src }).then(
      (found) => {
        if (!isCurrent) return;
        setAddress(found);
        setFailed(false);
      },
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [isSeen, text, family, src, isDark.value]);
  return (
    <div class="text-sample" ref={frame}>
      {hasFailed && <span class="quiet">{texts.sampleFailed}</span>}
      {address !== undefined && !hasFailed && <img src={address} alt={texts.sampleOf(family)} {...TEXT_SIZE} />}
    </div>
  );
}

function sample({ text, family, src }: TextSampleProps): Promise<string> {
  const color = getComputedStyle(document.documentElement).getPropertyValue("--text").trim();
  const key = JSON.stringify([text, family, src, color]);
  let drawn = kept.get(key);
  if (drawn === undefined) {
    drawn = drawText({ text, family, src, color }, new AbortController().signal).then((blob) =>
      URL.createObjectURL(blob),
    );
    kept.set(key, drawn);
    // A failed sample is tried again when it is shown again.
    drawn.catch(() => kept.delete(key));
    forgetOldest();
  }
  return drawn;
}

function forgetOldest(): void {
  const [oldest] = kept;
  if (kept.size <= MAX_KEPT || oldest === undefined) return;
  kept.delete(oldest[0]);
  oldest[1].then(
    (address) => URL.revokeObjectURL(address),
    () => undefined,
  );
}
