import { ApiError } from '@tagma/client/api-error.ts'
import type { Clock } from '@tagma/client/clock.ts'
import type { Draft as ServerDraft, NewDraft } from '@tagma/contract/objects/draft.ts'
import type { Destination } from './destination.ts'
import * as all from './drafts.ts'
import type { Draft, DraftPlace, Drafts } from './drafts.ts'

/** Keeps drafts over reloads. */
export interface DraftStore {
  load(): Promise<readonly Draft[]>
  save(drafts: readonly Draft[]): Promise<void>
}

export interface DraftPorts {
  readonly kept: DraftStore
  readonly clock: Clock
  readonly get: () => Drafts
  readonly set: (drafts: Drafts) => void
  /** Whether the person wants drafts on the server: `enable_drafts_synchronization`. */
  readonly isSynced: () => boolean
  /** Resolves with the id of the new draft. */
  readonly create: (draft: NewDraft) => Promise<number>
  readonly edit: (serverId: number, draft: NewDraft) => Promise<void>
  readonly delete: (serverId: number) => Promise<void>
}

/** Milliseconds without a key after which a text goes to the server. */
const rest = 3000

/** Keeps what is being written: on the device at once, on the server after a moment of rest. */
export class DraftKeeper {
  readonly #ports: DraftPorts
  #endTimer: (() => void) | undefined
  #list: readonly ServerDraft[] | undefined

  constructor(ports: DraftPorts) {
    this.#ports = ports
  }

  /** Takes up what an earlier page left. */
  async start(): Promise<void> {
    const { kept, get, set } = this.#ports
    const left = await kept.load().catch((): readonly Draft[] => [])
    const drafts = new Map(get())
    for (const { saving: _lost, ...draft } of left) {
      const key = all.draftKey(draft.to)
      if (!drafts.has(key)) drafts.set(key, draft)
    }
    set(drafts)
    if (this.#list) this.take(this.#list)
    this.flush()
  }

  /** Takes in a text. Call it after each pause in writing. */
  write(to: DraftPlace, content: string): void {
    const { get, clock } = this.#ports
    this.#apply(all.write(get(), to, content, clock.now()))
    this.#endTimer?.()
    this.#endTimer = this.#ports.clock.after(rest, () => this.flush())
  }

  /** The text was sent, or thrown away. */
  end(to: DraftPlace): void {
    this.write(to, '')
    this.flush()
  }

  /** Takes in the server's list, whenever it has changed. */
  take(list: readonly ServerDraft[]): void {
    this.#list = list
    if (this.#ports.isSynced()) this.#apply(all.merge(this.#ports.get(), list))
  }

  exchange(to: DraftPlace): void {
    this.#apply(all.exchange(this.#ports.get(), all.draftKey(to)))
    this.flush()
  }

  move(...[from, to]: [Destination, Destination]): void {
    this.#apply(all.move(this.#ports.get(), from, to))
    this.flush()
  }

  /** Saves at once what the server does not have: on leaving a conversation, and when the page is hidden. */
  flush(): void {
    this.#endTimer?.()
    const { get, isSynced } = this.#ports
    if (!isSynced()) return
    for (const [key, draft] of all.unsaved(get())) void this.#save(key, draft)
  }

  async #save(key: string, draft: Draft): Promise<void> {
    const { get, clock } = this.#ports
    this.#apply(all.beginSaving(get(), key))
    try {
      const serverId = await this.#call(draft)
      this.#apply(all.endSaving(get(), key, serverId))
    } catch (error) {
      this.#apply(all.stopSaving(get(), key))
      // Refused or not: the text is on this device. It is tried again with the next change, and without network later.
      if (error instanceof ApiError && error.status < 500) return
      this.#endTimer?.()
      this.#endTimer = clock.after(10 * rest, () => this.flush())
    }
  }

  async #call(draft: Draft): Promise<number | undefined> {
    const { create, edit, delete: remove } = this.#ports
    const { serverId, content } = draft
    if (content === '') {
      if (serverId !== undefined) await remove(serverId).catch(whereGone)
      return undefined
    }
    if (serverId === undefined) return create(all.toServer(draft))
    try {
      await edit(serverId, all.toServer(draft))
      return serverId
    } catch (error) {
      whereGone(error)
      return create(all.toServer(draft))
    }
  }

  #apply(drafts: Drafts): void {
    const { get, set, kept } = this.#ports
    if (drafts === get()) return
    set(drafts)
    // A draft that cannot be kept lives as long as the page.
    kept.save([...drafts.values()]).catch(() => {})
  }
}

/** Another client may have deleted the draft first. */
function whereGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
}
