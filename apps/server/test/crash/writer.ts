import type { SyncEvent } from '@tagma/sync/state.ts'
import { type Answer, type Caller, call } from '../http-caller.ts'

/** A message as its writer knows it: certainly sent once it has an id. */
export interface Written {
  readonly content: string
  id: number | undefined
}

export interface Message {
  readonly id: number
  readonly content: string
}

/** Address of the server; it may be another process each time. */
export type Address = () => string

/**
 * Sends one message after another until told to stop. Messages without an acknowledgement are sent again with the same
 * local id, as clients do.
 */
export class Writer {
  readonly caller: Caller
  readonly written: Written[] = []
  readonly #address: Address
  readonly #queueId: string
  readonly #name: string
  readonly #patience: number

  constructor(address: Address, caller: Caller, queueId: string, name: string, patience = longPatience) {
    this.caller = caller
    this.#patience = patience
    this.#address = address
    this.#queueId = queueId
    this.#name = name
  }

  /** Returns when `signal` is aborted or the server is gone. Rejects on an answer that the server should not give. */
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

  /** Sends the unacknowledged message again, as often as needed. */
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
      const message = {
        type: 'channel',
        to: 'general',
        topic: `crash ${number % 3}`,
        content: written.content,
        queue_id: this.#queueId,
        local_id: `${number}.01`,
      }
      const { id } = await ask(this.#patience, this.#address(), this.caller, 'POST', '/messages', message)
      written.id = Number(id)
    }
  }
}

/** Reads a queue, and goes on from the same place whenever the server comes back. */
export class Follower {
  readonly events: SyncEvent[] = []
  /** Messages in the order of their events. */
  readonly received: Message[] = []
  readonly #address: Address
  readonly #caller: Caller
  readonly #queueId: string
  readonly #patience: number
  #lastEventId: number

  constructor(
    address: Address,
    caller: Caller,
    queueId: string,
    lastEventId: number,
    patience = longPatience,
  ) {
    this.#patience = patience
    this.#address = address
    this.#caller = caller
    this.#queueId = queueId
    this.#lastEventId = lastEventId
  }

  /** Polls until the server is gone or `isEnough`. Rejects when the queue is gone or events come out of order. */
  async follow(isEnough: () => boolean): Promise<void> {
    try {
      while (!isEnough()) await this.#poll()
    } catch (error) {
      if (!isAway(error)) throw error
    }
  }

  async #poll(): Promise<void> {
    const answer = await ask(this.#patience, this.#address(), this.#caller, 'GET', '/events', {
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

/** Milliseconds until a client takes a server that does not answer for gone. */
const longPatience = 120_000

async function ask(
  patience: number,
  url: string,
  caller: Caller,
  method: 'GET' | 'POST',
  path: string,
  parameters: Readonly<Record<string, string | number>>,
): Promise<Answer> {
  const answer = await call(url, caller, method, path, parameters, AbortSignal.timeout(patience))
  if (answer.code === 'SERVER_UNAVAILABLE') throw new Unavailable(answer.msg)
  if (answer.result !== 'success')
    throw new Error(`${method} ${path} was answered with ${JSON.stringify(answer)}`)
  return answer
}

/**
 * Tells whether a request failed because the server died, which fetch reports as a TypeError, because it cannot serve
 * now, or because it did not answer in time.
 */
const isAway = (error: unknown) =>
  error instanceof TypeError ||
  error instanceof Unavailable ||
  (error instanceof DOMException && error.name === 'TimeoutError')

/** Pause of a client before it tries again. */
export const moment = () => new Promise((resolve) => setTimeout(resolve, 50))
