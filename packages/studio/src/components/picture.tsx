import { useState } from "preact/hooks";
import { states } from "../messages/en/common.js";
import "./picture.css";

interface PictureProps {
  readonly src: string | undefined;
  /** The description of the picture, for example the name of its template. */
  readonly alt: string;
  /** The size of the picture in pixels. It reserves the space before the picture arrives. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly isLazy?: boolean;
  /** Shows something else in place of a picture that cannot be loaded. */
  readonly onFail?: () => void;
}

/** A picture on a checkerboard, which shows where it is transparent. */
export function Picture({ src, alt, width, height, isLazy = false, onFail }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  if (src !== undefined && failed === src) return <div class="picture picture-failed">{states.pictureMissing}</div>;
  return (
    <div class="picture">
      {src !== undefined && (
        <img
          src={src}
          alt={alt}
          width={width}
          height={height}
          loading={isLazy ? "lazy" : "eager"}
          decoding="async"
          onError={() => (onFail === undefined ? setFailed(src) : onFail())}
        />
      )}
    </div>
  );
}
