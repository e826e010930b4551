/** Where Node.js finds libraries, and how the C library allocates. No credentials: drawing needs none. */
const INHERITED = ["NODE_PATH", "LD_LIBRARY_PATH", "PATH", "LANG", "TZ", "MALLOC_ARENA_MAX"] as const;

/**
 * Arrays of 1 MB or more, such as frames, get memory of their own, which the system has back when they are freed. Without
 * the setting, the C library raises this limit to 32 MB, and the memory of smaller frames stays with the process.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: "1048576" };

/** The whole environment of a rendering process whose parent has this one. */
export function renderingEnvironment(parent: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return { ...Object.fromEntries(INHERITED.map((name) => [name, parent[name]])), ...ALLOCATOR };
}
