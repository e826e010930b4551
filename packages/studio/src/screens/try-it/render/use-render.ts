import type { CreateRender, Render } from "@image-render/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { irs } from "../../../service/irs.js";
import { asError, invalidate } from "../../../service/resources.js";
import { followRender } from "../../renders/service/follow-render.js";

/** A render that was started on this page. */
export interface Rendering {
  readonly job: Render | undefined;
  readonly isStarting: boolean;
  /** Why it could not be created. */
  readonly error: Error | undefined;
  /** Creates a job of this request, and follows it until it has ended. */
  readonly start: (request: CreateRender) => void;
}

/** Creates renders, one at a time, and follows the latest one live. */
export function useRender(): Rendering {
  const [job, setJob] = useState<Render>();
  const [isStarting, setStarting] = useState(false);
  const [error, setError] = useState<Error>();
  const following = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => following.current?.abort(), []);
  const start = (request: CreateRender): void => {
    if (isStarting || job?.status === "queued") return;
    following.current?.abort();
    const abort = new AbortController();
    following.current = abort;
    setStarting(true);
    setJob(undefined);
    setError(undefined);
    const follow = async (): Promise<void> => {
      const created = await irs.renders.create(request, { signal: abort.signal });
      invalidate("renders");
      invalidate("usage");
      setJob(created);
      setStarting(false);
      await followRender(created.id, abort.signal, setJob);
      invalidate("renders");
    };
    follow().catch((thrown: unknown) => {
      if (abort.signal.aborted) return;
      setError(asError(thrown));
      setStarting(false);
    });
  };
  return { job, isStarting, error, start };
}
