import type { Audience } from '#model/audience.ts'
import type { PreparedEvent } from './event-writer.ts'

/** An event without a row that was given to the live queues, numbered in their order. */
export interface Announcement {
  readonly number: number
  readonly event: PreparedEvent
  readonly audience: Audience
}

/** Milliseconds for which announcements are kept: clients make their first poll sooner. */
export const announcementLife = 120_000

/** Announcements that are kept at most. */
export const announcementLimit = 1000

/**
 * An organization's newest announcements, for queues that were registered and not polled yet. They cost the same however
 * many such queues there are, and nothing when nothing happens.
 */
export class RecentAnnouncements {
  #kept: (Announcement & { readonly at: number })[] = []
  #newest = 0

  /** Number of the newest announcement; 0 if there was none. */
  get newest(): number {
    return this.#newest
  }

  /** Keeps an announcement; `at` is the time by `Clock.elapsed`. */
  add(event: PreparedEvent, audience: Audience, at: number): Announcement {
    const added = { number: ++this.#newest, event, audience, at }
    this.#kept.push(added)
    // Waits until there are a quarter too many: dropping moves all others.
    if (this.#kept.length > announcementLimit * 1.25)
      this.#kept.splice(0, this.#kept.length - announcementLimit)
    return added
  }

  /** Announcements with a greater number, oldest first. */
  after(number: number): readonly Announcement[] {
    if (number >= this.#newest) return []
    const missing = this.#newest - number
    return this.#kept.slice(-missing)
  }

  /** Number of the newest announcement before a time by `Clock.elapsed`, among those that are kept. */
  newestBefore(at: number): number {
    return this.#kept.findLast((one) => one.at < at)?.number ?? this.#newest - this.#kept.length
  }

  /** Drops the announcements whose time is over; `now` is of `Clock.elapsed`. */
  dropOld(now: number): void {
    const first = this.#kept.findIndex(({ at }) => now - at < announcementLife)
    if (first !== 0) this.#kept.splice(0, first < 0 ? this.#kept.length : first)
  }
}
