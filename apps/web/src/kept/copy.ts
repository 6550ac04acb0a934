import type { QueuePosition } from '@tagma/client/connection.ts'
import { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { State } from '@tagma/sync/state.ts'
import type { TopicLists } from '#state/topic-lists.ts'
import { apart, excerptOf, type Keepable } from './copy-parts.ts'

/** The page's knowledge, and the place in the queue from which events go on. */
export interface Copy {
  readonly position: QueuePosition
  readonly known: Keepable
}

/** Texts by key: a whole copy, or those of its parts that changed. Undefined removes a key. */
export type Texts = Readonly<Record<string, string | undefined>>

/** The key of the head. The keys of the other parts begin with it and a space. */
export const headKey = 'copy'
const keyOf = (name: string) => `${headKey} ${name}`

/** Returns the copy if it is the account's that is signed in. `cookies` are the page's, as the document has them. */
export const ownCopy = <T extends Copy>(copy: T | undefined, cookies: string): T | undefined =>
  copy && copy.known.state?.user_id === accountIn(cookies) ? copy : undefined

/** Returns the id of the account that is signed in; 0 for nobody, and undefined if the cookies do not say. */
export function accountIn(cookies: string): number | undefined {
  const [, account] = /(?:^|; )tagma-account=(\d+)/.exec(cookies) ?? []
  return account === undefined ? undefined : Number(account)
}

/** Grows when the form of a copy changes: older ones are not read. */
const form = 3

type Windows = readonly (readonly [key: string, window: Window])[]

interface Written {
  readonly form: number
  readonly position: QueuePosition
  /** With an excerpt of what is kept apart. */
  readonly state: State
  /** The messages of the excerpt. */
  readonly messages: readonly Message[]
  readonly windows: Windows
  /** Ids of the messages that no window needs to hold. */
  readonly singles: readonly number[]
  /** Keys of the windows whose messages are all in the excerpt. */
  readonly shown: readonly string[]
  readonly topics: readonly (readonly [
    channelId: number,
    isWhole: boolean,
    topics: readonly (readonly [name: string, lastId: number, writers?: readonly number[]])[],
  ])[]
  /** Keys of the other parts. */
  readonly parts: readonly string[]
}

/** Writes copies: at first a whole one, then only the parts of it that changed. */
export class CopyWriter {
  #written: ReadonlyMap<string, unknown> = new Map()

  /** Has the next copy written as a whole: nobody knows what is stored. */
  forget(): void {
    this.#written = new Map()
  }

  /** Whether the next copy is a whole one: then what is stored of another one has to go. */
  get isFresh(): boolean {
    return this.#written.size === 0
  }

  /** Returns the texts to store. Messages on their way are left out: the outbox keeps them. */
  write({ state, messages, topics }: Keepable, position: QueuePosition): Texts | undefined {
    if (!state) return undefined
    const windows: Windows = [...messages.windows].map(([key, { matches, ...window }]) => [
      key,
      { ...window, echoes: [], isStale: window.isStale || matches !== undefined },
    ])
    const parts = new Map<string, unknown>()
    for (const name of apart) if (state[name] !== undefined) parts.set(keyOf(name), state[name])
    for (const run of messages.byId.runs()) parts.set(keyOf(`messages ${run[0]?.id}`), run)
    const excerpt = excerptOf({ state, messages })
    const head: Written = {
      form,
      position,
      state: excerpt.state,
      messages: sent(excerpt.messages.byId.values()),
      windows,
      singles: messages.singles,
      shown: [...excerpt.messages.windows.keys()],
      topics: [...topics].map(([id, list]) => [
        id,
        list.isWhole,
        [...list.topics.values()].map((topic) => [topic.name, topic.lastId, topic.writers]),
      ]),
      parts: [...parts.keys()],
    }
    const texts: Record<string, string | undefined> = { [headKey]: JSON.stringify(head) }
    for (const [key, value] of parts) {
      if (Object.is(this.#written.get(key), value)) continue
      texts[key] = JSON.stringify(
        key.startsWith(keyOf('messages ')) ? sent(value as readonly Message[]) : value,
      )
    }
    for (const key of this.#written.keys()) if (!parts.has(key)) texts[key] = undefined
    this.#written = parts
    return texts
  }
}

const sent = (messages: Iterable<Message>) => [...messages].filter(({ id }) => id > 0)

/** The beginning of a copy: the conversations that were open, with the people who write in them. */
export interface Head extends Copy {
  /** Returns the whole copy, with the texts of the other parts. Undefined if one is missing or cannot be read. */
  readonly complete: (texts: ReadonlyMap<string, string>) => Copy | undefined
}

/** Reads the head of a copy. Returns undefined for what cannot be read, or was written by another version. */
export function readHead(text: string | undefined): Head | undefined {
  if (text === undefined) return undefined
  try {
    const written = JSON.parse(text) as Written
    if (written.form !== form) return undefined
    const { position, state, messages, windows, singles, shown } = written
    const isShown = new Set(shown)
    const excerpt = windows.filter(([key]) => isShown.has(key))
    const topics = topicsFrom(written)
    return {
      position,
      known: { state, topics, messages: messagesFrom(messages, excerpt, []) },
      complete: (texts) => {
        const parts = partsFrom(written, texts)
        return (
          parts && {
            position,
            known: { state: parts.state, topics, messages: messagesFrom(parts.messages, windows, singles) },
          }
        )
      },
    }
  } catch {
    return undefined
  }
}

function partsFrom({ state, parts }: Written, texts: ReadonlyMap<string, string>) {
  const fields: Record<string, unknown> = {}
  const messages: Message[] = []
  try {
    for (const key of parts) {
      const value: unknown = JSON.parse(texts.get(key) ?? '')
      if (key.startsWith(keyOf('messages '))) messages.push(...(value as Message[]))
      else fields[key.slice(keyOf('').length)] = value
    }
  } catch {
    return undefined
  }
  return { state: { ...state, ...fields } as State, messages }
}

const topicsFrom = ({ topics }: Written): TopicLists =>
  new Map(
    topics.map(([id, isWhole, all]) => [
      id,
      {
        isWhole,
        topics: new Map(
          all.map(([name, lastId, writers = []]) => [name.toLowerCase(), { name, lastId, writers }]),
        ),
      },
    ]),
  )

const messagesFrom = (messages: readonly Message[], windows: Windows, singles: readonly number[]) => ({
  ...emptyMessages,
  singles,
  byId: ById.from(messages.map((message) => [message.id, message])),
  // Positions count from the start of the page.
  windows: new Map(
    windows.map(([key, window]) => [key, window.isStale ? { ...window, staleAt: 0 } : window]),
  ),
})
