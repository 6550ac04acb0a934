/**
 * The active subscribers of channels, ascending. Kept until a commit changes them: the directory forgets a list when it
 * takes in that commit, so that every list here is exact.
 */
export class SubscriberLists {
  readonly #lists = new Map<number, readonly number[]>()
  #version = 0

  /** Changes whenever a list is forgotten: a list that was read before may not be kept any more. */
  get version(): number {
    return this.#version
  }

  get(channelId: number): readonly number[] | undefined {
    return this.#lists.get(channelId)
  }

  /** Keeps a list of committed subscriptions, if `version` has not changed since it was read. */
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
