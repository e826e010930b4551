const MEGABYTE = 1024 * 1024;

/** Returns the memory of this function in bytes. Lambda sets the variable. */
export function functionMemoryBytes(): number | undefined {
  const megabytes = Number(process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE);
  return megabytes > 0 ? megabytes * MEGABYTE : undefined;
}
