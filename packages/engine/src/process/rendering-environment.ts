/**
 * The variables that tell Node.js where libraries are, and the C library how to allocate. Credentials are not included,
 * because drawing needs none.
 */
const INHERITED = ["NODE_PATH", "LD_LIBRARY_PATH", "PATH", "LANG", "TZ", "MALLOC_ARENA_MAX"] as const;

/**
 * Arrays of 1 MB or more, such as frames, get their own memory mapping, which returns to the system when they are
 * freed. Without this setting, the C library raises this limit to 32 MB, and the process keeps the memory of smaller
 * frames.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "1048576" };

/** Returns the whole environment of a rendering process, from the environment of its parent. */
export function renderingEnvironment(parent: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(INHERITED.map((name) => [name, parent[name]])), ...ALLOCATOR };
}
