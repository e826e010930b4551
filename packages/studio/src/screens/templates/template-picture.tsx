import { useEffect, useState } from "preact/hooks";
import { Picture } from "../../components/picture.js";
import { drawVersion } from "./service/preview-picture.js";
import { thumbnailUrl } from "./service/template-routes.js";

interface TemplatePictureProps {
  readonly id: string;
  readonly version: number;
  readonly alt: string;
  readonly isLazy?: boolean;
}

/** The longest side of a thumbnail of the service. */
const THUMBNAIL_SIDE_PX = 480;

/** A small picture of a version. */
export function TemplatePicture({ id, version, alt, isLazy = true }: TemplatePictureProps) {
  const thumbnail = thumbnailUrl(id, version);
  const [missing, setMissing] = useState<string>();
  const [drawn, setDrawn] = useState<string>();
  useEffect(() => {
    if (missing !== thumbnail) return;
    // A service without thumbnails, and one that is busy, still draw previews.
    drawVersion(id, version, THUMBNAIL_SIDE_PX).then(setDrawn, () => setDrawn(thumbnail));
  }, [missing, thumbnail]);
  if (missing === thumbnail) return <Picture src={drawn} alt={alt} />;
  return <Picture src={thumbnail} alt={alt} isLazy={isLazy} onFail={() => setMissing(thumbnail)} />;
}
