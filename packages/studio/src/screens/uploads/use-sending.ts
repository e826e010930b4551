import { useState } from "preact/hooks";
import { uploads as texts } from "../../messages/en/uploads.js";
import { irs } from "../../service/irs.js";
import { asError, invalidate } from "../../service/resources.js";
import { contentTypeOf } from "../../service/upload-types.js";

/** The files that are being uploaded, and the files that could not be uploaded. */
export interface Sending {
  readonly running: readonly string[];
  readonly failed: readonly { readonly name: string; readonly error: Error }[];
  readonly send: (files: readonly File[]) => Promise<void>;
}

/** Sends files one after another: in parallel, they would only share the same connection. */
export function useSending(): Sending {
  const [running, setRunning] = useState<readonly string[]>([]);
  const [failed, setFailed] = useState<Sending["failed"]>([]);
  const send = async (files: readonly File[]): Promise<void> => {
    setFailed([]);
    setRunning((names) => [...names, ...files.map(({ name }) => name)]);
    for (const file of files) {
      try {
        const contentType = contentTypeOf(file.name);
        if (contentType === undefined) throw new Error(texts.wrongType);
        await irs.uploads.upload(file, { contentType, filename: file.name });
        invalidate("uploads");
      } catch (error) {
        setFailed((before) => [...before, { name: file.name, error: asError(error) }]);
      }
      setRunning((names) => names.filter((name) => name !== file.name));
    }
  };
  return { running, failed, send };
}
