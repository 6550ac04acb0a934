import type { Db } from '#store/sql/db.ts'

/**
 * The active subscribers of channels, ascending. Kept until a commit changes them: the directory forgets a list when it
 * takes in that commit, so that every list here is exact.
 */
export class SubscriberLists {
  readonly #lists = new Map<number, readonly number[]>()
  readonly #begun = new WeakMap<Db, number>()
  #version = 0

  /** Says that a database handle reads the state of now for as long as it is used. */
  begin(db: Db): void {
    this.#begun.set(db, this.#version)
  }

  /**
   * Version of the lists that a handle reads now. It changes whenever a list is forgotten: a list that was read before may
   * not be kept any more.
   */
  versionFor(db: Db): number {
    return this.#begun.get(db) ?? this.#version
  }

  get(channelId: number): readonly number[] | undefined {
    return this.#lists.get(channelId)
  }

  /** Keeps a list of committed subscriptions, if `version` is still that of the lists. */
  keep(channelId: number, userIds: readonly number[], version: number): void {
    if (version === this.#version) this.#lists.set(channelId, userIds)
  }

  forget(channelIds: Iterable<number>): void {
    this.#version++
    for (const id of channelIds) this.#lists.delete(id)
  }

  forgetAll(): void {
    this.#version++
    this.#lists.clear()
  }
}
