import { useEffect, useState } from "preact/hooks";
import { batchDownload as texts } from "../../../messages/en/batches.js";
import { asError } from "../../../service/resources.js";
import { saveFile } from "../../../service/save-file.js";
import { pictureFiles } from "../model/picture-files.js";
import type { Sheet } from "../model/sheet.js";
import { loadPicture } from "./load-picture.js";
import type { PackedPictures } from "./pack-pictures.js";

/** A ZIP that the page makes of all pictures of a sheet. */
export interface OneZip {
  readonly all: number;
  readonly packed: number;
  /** The ZIP, after it was saved. */
  readonly result: PackedPictures | undefined;
  readonly error: Error | undefined;
  readonly save: () => void;
  readonly retry: () => void;
}

/** Packs the pictures as soon as it is used, and saves the ZIP. It stops when it is no longer used. */
export function useOneZip(sheet: Sheet): OneZip {
  const [state, setState] = useState<Pick<OneZip, "packed" | "result" | "error">>(NOTHING);
  const [attempt, setAttempt] = useState(0);
  // Rows that end while the ZIP is made are not in it.
  const [files, setFiles] = useState(() => pictureFiles(sheet));
  const save = (zip: Blob): void => void saveFile(texts.zipName(sheet.name), zip);
  useEffect(() => {
    const abort = new AbortController();
    const pack = async (): Promise<void> => {
      const { packPictures } = await import("./pack-pictures.js");
      const result = await packPictures(files, {
        load: (url) => loadPicture(url, abort.signal),
        onProgress: (packed) => setState({ ...NOTHING, packed }),
      });
      abort.signal.throwIfAborted();
      setState({ packed: files.length, result, error: undefined });
      save(result.zip);
    };
    setState(NOTHING);
    pack().catch((error: unknown) => {
      if (abort.signal.aborted) return;
      setState({ ...NOTHING, error: asError(error) });
      abort.abort();
    });
    return () => abort.abort();
  }, [attempt]);
  return {
    ...state,
    all: files.length,
    save: () => state.result !== undefined && save(state.result.zip),
    retry: () => {
      setFiles(pictureFiles(sheet));
      setAttempt(attempt + 1);
    },
  };
}

const NOTHING = { packed: 0, result: undefined, error: undefined } as const;
