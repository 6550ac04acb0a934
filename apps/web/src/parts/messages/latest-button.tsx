import type { ById } from '@tagma/sync/messages/by-id.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { ArrowDown } from 'lucide'
import { useMemo, useRef } from 'preact/hooks'
import { Icon } from '#parts/icon.tsx'
import { keepFocus } from '#parts/keep-focus.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { listOf } from '#words/list-of.ts'
import { t } from '#words/words.ts'
import type { Reader } from './reader.ts'
import { indexFrom } from './shown-span.ts'

interface LatestButtonProps {
  readonly ids: readonly number[]
  readonly byId: ById<Message>
  readonly reader: Reader
  readonly hasNewest: boolean
  /** Returns the messages that came since a position of the store's messages. */
  readonly arrivedSince: (position: number) => readonly Message[]
  readonly onPress: () => void
}

/** The most names beside the number. */
const mostNames = 2

/** Goes to the newest message. Says how many came since one left the end, and from which people. */
export function LatestButton({ ids, byId, reader, hasNewest, arrivedSince, onPress }: LatestButtonProps) {
  const { store } = useApp()
  const since = useRef({ id: ids.at(-1) ?? 0, position: store.get().messages.position })
  // Where the list does not reach the end, new messages do not join it: they are looked for only then.
  const position = useKnown(({ messages }) => (hasNewest ? 0 : messages.position))
  const came = useMemo(
    () =>
      hasNewest
        ? ids.slice(indexFrom(ids, since.current.id + 1)).flatMap((id) => byId.get(id) ?? [])
        : arrivedSince(since.current.position),
    [hasNewest, ids, byId, position],
  )
  const senders = came.map(({ sender_id }) => sender_id).filter((id) => id !== reader.userId)
  const count = senders.length
  const people = [...new Set(senders)]
  const names = people.slice(0, mostNames).map((id) => reader.nameOf(id) ?? t('message.unknown-person'))
  const rest = people.length > mostNames ? [t('message.others')] : []
  return (
    <button type="button" class="latest" onMouseDown={keepFocus} onClick={onPress}>
      <Icon of={ArrowDown} size={1} />
      {count > 0 ? (
        <>
          <span class="hidden-visually">{`${t('message.newest')}: `}</span>
          <strong>{t('message.new-count', { count })}</strong>{' '}
          <span class="latest-names">{listOf([...names, ...rest])}</span>
        </>
      ) : (
        t('message.newest')
      )}
    </button>
  )
}
