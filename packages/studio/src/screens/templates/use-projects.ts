import type { Project } from "@image-render/client";
import { irs } from "../../service/irs.js";
import { type Resource, useResource } from "../../service/use-resource.js";

/** Reads the projects of the workspace. */
export function useProjects(): Resource<readonly Project[]> {
  return useResource("projects/list", (signal) => irs.projects.list({ signal }));
}
