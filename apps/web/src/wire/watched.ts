import { othersOf } from '@tagma/sync/messages/message.ts'
import { peopleKey, topicKey } from '#state/conversations.ts'
import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'

/** A lock with this and the key of a conversation is held by each window that has the focus and shows it. */
const prefix = 'tagma watching '

const locks = 'locks' in navigator ? navigator.locks : undefined

/** Returns the key of the conversation that a page shows. */
export function shownKey({ main, state }: Pick<Known, 'main' | 'state'>): string | undefined {
  if (main.kind !== 'conversation') return undefined
  const { conversation } = main
  return conversation.kind === 'topic'
    ? topicKey(conversation.channelId, conversation.topic)
    : peopleKey(
        othersOf({ participants: conversation.userIds.toSorted((a, b) => a - b) }, state?.user_id ?? -1),
      )
}

/** Says to the other windows which conversation is in front of somebody. A window that crashes says no more. */
export function sayWatched(store: Store<Known>): void {
  if (!locks) return
  let present: string | undefined
  let release = () => {}
  const look = () => {
    const key = document.hasFocus() ? shownKey(store.get()) : undefined
    if (key === present) return
    present = key
    release()
    release = () => {}
    if (key === undefined) return
    const held = new Promise<void>((resolve) => (release = resolve))
    locks.request(prefix + key, { mode: 'shared' }, () => held).catch(() => undefined)
  }
  store.subscribe(look)
  addEventListener('focus', look)
  addEventListener('blur', look)
  document.addEventListener('visibilitychange', look)
  look()
}

/** Returns the keys of the conversations that are in front of somebody, in any window of the browser. */
export async function watchedKeys(store: Store<Known>): Promise<ReadonlySet<string>> {
  const own = document.hasFocus() ? shownKey(store.get()) : undefined
  const keys = new Set(own === undefined ? [] : [own])
  const { held } = (await locks?.query()) ?? {}
  for (const { name } of held ?? []) if (name?.startsWith(prefix)) keys.add(name.slice(prefix.length))
  return keys
}
