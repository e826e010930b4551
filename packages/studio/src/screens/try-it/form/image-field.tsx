import { Upload } from "lucide";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Button } from "../../../components/button.js";
import { Field } from "../../../components/field.js";
import { tryIt as texts } from "../../../messages/en/try-it.js";
import { irs } from "../../../service/irs.js";
import { invalidate } from "../../../service/resources.js";
import { contentTypeOf, IMAGES } from "../../../service/upload-types.js";
import { useAction } from "../../../service/use-action.js";

interface ImageFieldProps {
  readonly label: string;
  readonly isLabelHidden: boolean;
  readonly aside: ComponentChildren;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  readonly value: string | undefined;
  readonly placeholder: string;
  readonly onChange: (value: string | undefined) => void;
}

/** The address of an image, or a file that becomes an upload. A file can also be dropped on the field. */
export function ImageField({ value, placeholder, onChange, ...field }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useAction(async (file: File) => {
    const upload = await irs.uploads.upload(file, { contentType: contentTypeOf(file.name), filename: file.name });
    invalidate("uploads");
    onChange(upload.path);
  });
  const take = (file: File | undefined): void => {
    if (file !== undefined) void sending.run(file);
  };
  const shown = value ?? placeholder;
  const failure = sending.error === undefined ? undefined : `${texts.uploadFailed} ${sending.error.message}`;
  return (
    <Field {...field} error={failure ?? field.error} hint={texts.imageHint}>
      {(control) => (
        <div
          class="image-field"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            take(event.dataTransfer?.files[0]);
          }}
        >
          {/* Only uploads have the page's own origin. The content security policy allows no other images. */}
          {shown.startsWith("/api/") && <img src={shown} alt="" loading="lazy" />}
          <input
            {...control}
            class="input"
            type="text"
            inputMode="url"
            autocomplete="off"
            spellcheck={false}
            placeholder={placeholder.slice(0, 200)}
            value={value ?? ""}
            onInput={(event) => onChange(event.currentTarget.value === "" ? undefined : event.currentTarget.value)}
          />
          <Button icon={Upload} isBusy={sending.isRunning} onClick={() => input.current?.click()}>
            {sending.isRunning ? texts.uploading : texts.upload}
          </Button>
          <input
            ref={input}
            class="visually-hidden"
            type="file"
            tabIndex={-1}
            aria-label={`${texts.upload}: ${field.label}`}
            accept={IMAGES}
            onChange={(event) => {
              take(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </div>
      )}
    </Field>
  );
}
