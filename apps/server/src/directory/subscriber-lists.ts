/**
 * The active subscribers of channels, ascending, kept from one reading to the next. What a commit changes is forgotten
 * when the directory takes in that commit, so that what is here is exact.
 */
export class SubscriberLists {
  readonly #lists = new Map<number, readonly number[]>()
  #version = 0

  /** Changes whenever something was forgotten: a list read before is not to be kept after. */
  get version(): number {
    return this.#version
  }

  get(channelId: number): readonly number[] | undefined {
    return this.#lists.get(channelId)
  }

  /** Keeps a list of committed subscriptions that was read while `version` was the given one. */
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
