/**
 * The outbox of events.
 *
 * There is no table of events. A use case writes what has happened into the stored item of its subject, together with the
 * entry in a sweeper's index or while it holds a message. That item is the outbox: it says which events are not published
 * yet. Whoever finds it publishes them and then marks the item, so a crash between two steps loses no event. An event can be
 * published twice, so its ID derives from what has happened.
 *
 * `core/contract/events/` defines the events.
 */
import type { ServiceEvent } from "../contract/events.js";

/** Publishes an event on the bus. */
export interface EventPublisher {
  publish(event: ServiceEvent): Promise<void>;
}

export interface PublishDependencies {
  readonly events: EventPublisher;
  readonly now: () => number;
}

/** A stored item with events that may not be published yet. */
export interface OutboxEntry {
  /** When its events were published. `undefined` if they may not be. */
  readonly publishedAtMs: number | undefined;
  /** Finds the events, each when the ones before it are published. A repeated call finds events with the same IDs. */
  readonly events: () => Iterable<ServiceEvent> | AsyncIterable<ServiceEvent>;
  /** Marks the item, so that nothing publishes the events again. */
  readonly markPublished: (nowMs: number) => Promise<void>;
}

/** Publishes the events of an entry in their order, unless it is marked as published. */
export async function publishPending({ events, now }: PublishDependencies, entry: OutboxEntry): Promise<void> {
  if (entry.publishedAtMs !== undefined) return;
  for await (const event of entry.events()) await events.publish(event);
  await entry.markPublished(now());
}
