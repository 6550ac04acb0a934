import type { SyncEvent } from '@tagma/sync/state.ts'
import { type Answer, type Caller, call } from '../http-caller.ts'

/** What a writer knows of a message: sent for certain once it has an id. */
export interface Written {
  readonly content: string
  id: number | undefined
}

export interface Message {
  readonly id: number
  readonly content: string
}

/** Where a client finds the server; it may be another process each time. */
export type Address = () => string

/**
 * Sends one message after another until told to stop. What was not acknowledged when the server
 * died is asked for again with the same local id, as clients do.
 */
export class Writer {
  readonly caller: Caller
  readonly written: Written[] = []
  readonly #address: Address
  readonly #queueId: string
  readonly #name: string

  constructor(address: Address, caller: Caller, queueId: string, name: string) {
    this.caller = caller
    this.#address = address
    this.#queueId = queueId
    this.#name = name
  }

  /** Rejects when the server gives an answer that it should not; returns when `signal` says so or the server is away. */
  async write(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.#send()
        const number = this.written.length
        this.written.push({ content: `${this.#name} ${number}`, id: undefined })
      }
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }

  /** Sends what was begun and not acknowledged, as often as it takes. */
  async settle(): Promise<void> {
    for (;;) {
      try {
        return await this.#send()
      } catch (error) {
        if (!isAway(error)) throw error
        await moment()
      }
    }
  }

  async #send(): Promise<void> {
    for (let number = this.written.length - 1; number >= 0; number--) {
      const written = this.written[number]
      if (!written || written.id !== undefined) return
      const { id } = await ask(this.#address(), this.caller, 'POST', '/messages', {
        type: 'channel',
        to: 'general',
        topic: `crash ${number % 3}`,
        content: written.content,
        queue_id: this.#queueId,
        local_id: `${number}.01`,
      })
      written.id = Number(id)
    }
  }
}

/** Reads a queue, going on where it was whenever the server comes back. */
export class Follower {
  readonly events: SyncEvent[] = []
  /** Messages in the order of their events. */
  readonly received: Message[] = []
  readonly #address: Address
  readonly #caller: Caller
  readonly #queueId: string
  #lastEventId: number

  constructor(address: Address, caller: Caller, queueId: string, lastEventId: number) {
    this.#address = address
    this.#caller = caller
    this.#queueId = queueId
    this.#lastEventId = lastEventId
  }

  /** Polls until the server is away or `isEnough`. Rejects when the queue is gone or events come out of order. */
  async follow(isEnough: () => boolean): Promise<void> {
    try {
      while (!isEnough()) await this.#poll()
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }

  async #poll(): Promise<void> {
    const answer = await ask(this.#address(), this.#caller, 'GET', '/events', {
      queue_id: this.#queueId,
      last_event_id: this.#lastEventId,
    })
    for (const event of answer.events as (SyncEvent & { id: number; message?: Message })[]) {
      if (event.id <= this.#lastEventId)
        throw new Error(`Event ${event.id} came after event ${this.#lastEventId}`)
      this.#lastEventId = event.id
      this.events.push(event)
      if (event.message) this.received.push({ id: event.message.id, content: event.message.content })
    }
  }
}

class Unavailable extends Error {
  override readonly name = 'Unavailable'
}

async function ask(...request: Parameters<typeof call>): Promise<Answer> {
  const answer = await call(...request)
  if (answer.code === 'SERVER_UNAVAILABLE') throw new Unavailable(answer.msg)
  if (answer.result !== 'success')
    throw new Error(`${request[2]} ${request[3]} was answered with ${JSON.stringify(answer)}`)
  return answer
}

/** Whether a request failed because the server died, which fetch reports as a TypeError, or says that it cannot serve now. */
const isAway = (error: unknown) => error instanceof TypeError || error instanceof Unavailable

/** What clients let pass before they try again. */
export const moment = () => new Promise((resolve) => setTimeout(resolve, 50))
