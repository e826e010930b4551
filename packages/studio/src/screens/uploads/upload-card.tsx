import type { Upload } from "@image-render/client";
import { Trash2 } from "lucide";
import { Badge } from "../../components/badge.js";
import { IconButton } from "../../components/button.js";
import { CopyButton } from "../../components/copy.js";
import { Picture } from "../../components/picture.js";
import { RelativeTime } from "../../components/relative-time.js";
import { TextSample } from "../../components/text-sample.js";
import { formatBytes } from "../../messages/format.js";
import { uploads as texts } from "../../messages/en/uploads.js";
import { hasScope } from "../../session/session.js";

/** One upload: its picture, or a text in its font. */
export function UploadCard({ upload, onDelete }: { readonly upload: Upload; readonly onDelete: () => void }) {
  const { path, filename, bytes, width, height, createdAt } = upload;
  const name = filename ?? texts.unnamed;
  return (
    <li class="upload-card">
      <Look upload={upload} name={name} />
      <div class="upload-name">
        <strong class="truncate" title={name} dir="auto">
          {name}
        </strong>
        <span class="upload-actions">
          <CopyButton text={path} />
          {hasScope("templates") && <IconButton label={`${texts.delete}: ${name}`} icon={Trash2} onClick={onDelete} />}
        </span>
      </div>
      <p class="quiet upload-facts">
        <span>
          {width !== undefined && height !== undefined && `${texts.size(width, height)} · `}
          {formatBytes(bytes)}
        </span>
        <RelativeTime at={createdAt} />
      </p>
    </li>
  );
}

function Look({
  upload: { contentType, path, state, error },
  name,
}: {
  readonly upload: Upload;
  readonly name: string;
}) {
  if (state !== "ready") {
    return (
      <div class="upload-look">
        <Badge kind={state === "refused" ? "danger" : "waiting"}>{texts.states[state]}</Badge>
        {error !== undefined && <p class="quiet">{error}</p>}
      </div>
    );
  }
  if (!contentType.startsWith("font/")) return <Picture src={path} alt={name} isLazy />;
  if (!hasScope("templates")) return <div class="upload-look">{name}</div>;
  return (
    <div class="upload-look">
      <TextSample text={texts.fontSample} family="Uploaded" src={path} />
    </div>
  );
}
