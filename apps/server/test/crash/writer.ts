import { type Caller, call, succeed } from '../http-caller.ts'

/** What a writer knows of a message: sent for certain once it has an id. */
export interface Written {
  readonly content: string
  id: number | undefined
}

export interface Message {
  readonly id: number
  readonly content: string
}

/**
 * Sends one message after another until told to stop. What was not acknowledged when the server
 * died is asked for again with the same local id, as clients do.
 */
export class Writer {
  readonly caller: Caller
  readonly written: Written[] = []
  readonly #url: string
  readonly #queueId: string
  readonly #name: string

  constructor(url: string, caller: Caller, queueId: string, name: string) {
    this.caller = caller
    this.#url = url
    this.#queueId = queueId
    this.#name = name
  }

  /** Rejects when the server gives an answer that it should not; returns when `signal` says so or the connection breaks. */
  async write(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        await this.settle()
        const number = this.written.length
        this.written.push({ content: `${this.#name} ${number}`, id: undefined })
      }
    } catch (error) {
      if (!isBroken(error)) throw error
    }
  }

  /** Sends what was begun and not acknowledged. */
  async settle(): Promise<void> {
    for (let number = this.written.length - 1; number >= 0; number--) {
      const written = this.written[number]
      if (!written || written.id !== undefined) return
      const { id } = await succeed(this.#url, this.caller, 'POST', '/messages', {
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
  /** Messages in the order of their events. */
  readonly received: Message[] = []
  readonly #url: string
  readonly #caller: Caller
  readonly #queueId: string
  #lastEventId: number

  constructor(url: string, caller: Caller, queueId: string, lastEventId: number) {
    this.#url = url
    this.#caller = caller
    this.#queueId = queueId
    this.#lastEventId = lastEventId
  }

  /** Polls until the connection breaks or `isEnough`. Rejects when the queue is gone or events come out of order. */
  async follow(isEnough: () => boolean): Promise<void> {
    try {
      while (!isEnough()) await this.#poll()
    } catch (error) {
      if (!isBroken(error)) throw error
    }
  }

  async #poll(): Promise<void> {
    const answer = await call(this.#url, this.#caller, 'GET', '/events', {
      queue_id: this.#queueId,
      last_event_id: this.#lastEventId,
    })
    if (answer.result !== 'success') throw new Error(`The queue did not go on: ${JSON.stringify(answer)}`)
    for (const event of answer.events as { id: number; message?: Message }[]) {
      if (event.id <= this.#lastEventId)
        throw new Error(`Event ${event.id} came after event ${this.#lastEventId}`)
      this.#lastEventId = event.id
      if (event.message) this.received.push({ id: event.message.id, content: event.message.content })
    }
  }
}

/** Whether a request failed because the server died: fetch reports all that as a TypeError. */
const isBroken = (error: unknown) => error instanceof TypeError
