import type { QueuePosition } from '@tagma/client/connection.ts'
import { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { emptyMessages } from '@tagma/sync/messages/messages.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { State } from '@tagma/sync/state.ts'
import type { Known } from '#state/known.ts'
import type { TopicLists } from '#state/topic-lists.ts'

/** The page's knowledge, and the place in the queue from which events go on. */
export interface Copy {
  readonly position: QueuePosition
  readonly known: Pick<Known, 'state' | 'messages' | 'topics'>
}

/** Returns the copy if it is the account's that is signed in. `cookies` are the page's, as the document has them. */
export const ownCopy = (copy: Copy | undefined, cookies: string): Copy | undefined =>
  copy && copy.known.state?.user_id === accountIn(cookies) ? copy : undefined

/** Returns the id of the account that is signed in; 0 for nobody, and undefined if the cookies do not say. */
export function accountIn(cookies: string): number | undefined {
  const [, account] = /(?:^|; )tagma-account=(\d+)/.exec(cookies) ?? []
  return account === undefined ? undefined : Number(account)
}

/** Grows when the form of a copy changes: older ones are not read. */
const form = 1

interface Written {
  readonly form: number
  readonly position: QueuePosition
  readonly state: State
  readonly messages: readonly Message[]
  readonly windows: readonly (readonly [key: string, window: Window])[]
  readonly topics: readonly (readonly [
    channelId: number,
    isWhole: boolean,
    topics: readonly (readonly [string, number])[],
  ])[]
}

/** Writes a copy as text. Messages on their way are left out: the outbox keeps them. */
export function writeCopy(
  known: Pick<Known, 'state' | 'messages' | 'topics'>,
  position: QueuePosition,
): string | undefined {
  const { state, messages, topics } = known
  if (!state) return undefined
  const written: Written = {
    form,
    position,
    state,
    messages: [...messages.byId.values()].filter(({ id }) => id > 0),
    windows: [...messages.windows].map(([key, { matches, ...window }]) => [
      key,
      { ...window, echoes: [], isStale: window.isStale || matches !== undefined },
    ]),
    topics: [...topics].map(([id, list]) => [
      id,
      list.isWhole,
      [...list.topics.values()].map((topic) => [topic.name, topic.lastId]),
    ]),
  }
  return JSON.stringify(written)
}

/** Reads a copy. Returns undefined for what cannot be read, or was written by another version. */
export function readCopy(text: string | undefined): Copy | undefined {
  if (text === undefined) return undefined
  try {
    const written = JSON.parse(text) as Written
    if (written.form !== form) return undefined
    return { position: written.position, known: knownFrom(written) }
  } catch {
    return undefined
  }
}

function knownFrom({ state, messages, windows, topics }: Written): Copy['known'] {
  const lists: TopicLists = new Map(
    topics.map(([id, isWhole, all]) => [
      id,
      { isWhole, topics: new Map(all.map(([name, lastId]) => [name.toLowerCase(), { name, lastId }])) },
    ]),
  )
  return {
    state,
    topics: lists,
    messages: {
      ...emptyMessages,
      byId: ById.from(messages.map((message) => [message.id, message])),
      // Positions count from the start of the page.
      windows: new Map(
        windows.map(([key, window]) => [key, window.isStale ? { ...window, staleAt: 0 } : window]),
      ),
    },
  }
}
