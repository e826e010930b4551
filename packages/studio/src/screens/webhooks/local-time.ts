/** Times as a field of the browser writes them, in the time zone of the browser. */

/** Returns a time for a field, to the minute. The minute begins before the time, so that nothing after it is left out. */
export function toLocalTime(iso: string): string {
  const time = new Date(iso);
  const two = (value: number): string => String(value).padStart(2, "0");
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Returns the time that a field contains. Undefined for an empty or incomplete one. */
export function fromLocalTime(text: string): string | undefined {
  const time = text === "" ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
