/**
 * The IDs of events in addresses. An ID has dots, and the edge takes a path with a dot at its end for a file. So the page
 * would not be found when it is opened by its address.
 */

/** Returns an ID as a segment of a path. */
export const toSegment = (eventId: string): string => eventId.replaceAll(".", "~");

/** Returns the ID that a segment of a path names. An ID that was pasted with its dots is taken as it is. */
export const fromSegment = (segment: string): string => segment.replaceAll("~", ".");
