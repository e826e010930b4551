/**
 * The outbox of events.
 *
 * There is no table of events. A use case writes what has happened into the stored item that it changes. It does so
 * together with an entry in a sweeper's index, or while it holds a queue message. That item is the outbox: it says
 * which events are not published yet. The code that finds the item publishes the events and then marks the item, so a
 * crash between two steps loses no event. An event can be published twice, so its ID derives from what has happened.
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
  /** The time when its events were published. `undefined` if they may still be unpublished. */
  readonly publishedAtMs: number | undefined;
  /**
   * Yields the events. It finds each event only after the ones before it are published. A repeated call yields the same
   * IDs.
   */
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
