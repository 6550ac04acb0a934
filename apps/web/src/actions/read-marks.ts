import * as wire from '@tagma/contract/wire.ts'
import type { Deed } from '#outbox/deeds.ts'
import type { App } from '#state/use-app.ts'
import { applyOwn } from './apply-own.ts'
import { flagEvent } from './flag-event.ts'
import { keepForLater } from './keep-for-later.ts'

/** Read marks are collected for this time, in milliseconds. */
const pause = 1000

/**
 * Marks messages as read that were seen. They are shown as read at once and told to the server once a second, and when the
 * page is left; refused ones are shown unread again.
 */
export class ReadMarks {
  readonly #app: App
  readonly #waiting = new Set<number>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Takes messages that were seen. */
  add(ids: readonly number[]): void {
    const unread = this.#messages(ids).filter(({ flags }) => !flags.includes('read'))
    if (unread.length === 0) return
    applyOwn(this.#app, flagEvent(unread, 'read', true, this.#ownId))
    for (const { id } of unread) this.#waiting.add(id)
    this.#timer ??= setTimeout(() => void this.flush(), pause)
  }

  /** Tells the server now, and resolves when it has answered. With `keepalive`, the call outlives the page. */
  async flush(keepalive = false): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.size === 0) return
    // The server refuses a call that names only messages that were deleted meanwhile.
    const ids = this.#messages([...this.#waiting].toSorted((a, b) => a - b)).map(({ id }) => id)
    this.#waiting.clear()
    if (ids.length === 0) return
    await this.#app.client
      .call(wire.updateMessageFlags, { messages: ids, op: 'add', flag: 'read' }, { keepalive })
      .catch((error: unknown) => {
        const deeds = ids.map((id): Deed => ({ kind: 'flag', messageId: id, flag: 'read', isAdded: true }))
        if (keepForLater(this.#app, error, deeds)) return
        applyOwn(this.#app, flagEvent(this.#messages(ids), 'read', false, this.#ownId))
      })
  }

  get #ownId(): number {
    return this.#app.store.get().state?.user_id ?? -1
  }

  #messages(ids: readonly number[]) {
    const { byId } = this.#app.store.get().messages
    return ids.flatMap((id) => byId.get(id) ?? [])
  }
}
