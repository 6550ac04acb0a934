import type { Message } from '@tagma/sync/messages/message.ts'
import { othersOf } from '@tagma/sync/messages/message.ts'
import type { State } from '@tagma/sync/state.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { openViews } from '#actions/stand-beside.ts'
import { conversationKeyOf } from '#state/addresses.ts'
import { channelById } from '#state/channels.ts'
import { peopleKey, topicKey } from '#state/conversations.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Speaks of direct messages and mentions in conversations that are not open: each once. */
export function Elsewhere() {
  const { store } = useApp()
  const unread = useKnown(({ state }) => state?.unread_msgs)
  const [text, setText] = useState('')
  const heard = useRef<ReadonlySet<number>>(undefined)
  useEffect(() => {
    const before = heard.current
    const ids = meantFor(unread)
    heard.current = ids
    if (!before) return
    const known = store.get()
    const { state, messages } = known
    const came = [...ids].filter((id) => !before.has(id)).flatMap((id) => messages.byId.get(id) ?? [])
    const ownId = state?.user_id ?? -1
    const open = new Set(openViews(known).map((view) => conversationKeyOf(view, ownId)))
    const message = came.findLast((each) => !open.has(keyOf(each, ownId)))
    if (message) setText(spoken(state, message))
  }, [store, unread])
  return (
    <div class="hidden-visually" role="status">
      {text}
    </div>
  )
}

/** Returns the ids of unread messages that are meant for the reader: direct ones and mentions. */
function meantFor(unread: State['unread_msgs']): ReadonlySet<number> {
  const direct = [...(unread?.pms ?? []), ...(unread?.huddles ?? [])]
  return new Set([...(unread?.mentions ?? []), ...direct.flatMap((group) => group.unread_message_ids)])
}

const keyOf = (message: Message, ownId: number): string =>
  message.stream_id === undefined
    ? peopleKey(othersOf(message, ownId))
    : topicKey(message.stream_id, message.subject)

function spoken(state: State | undefined, { stream_id, subject, sender_id }: Message): string {
  const name = peopleOf(state).get(sender_id)?.full_name ?? t('message.unknown-person')
  if (stream_id === undefined) return t('shell.direct-from', { name })
  const channel = channelById(state, stream_id)?.name ?? t('conversation.unknown-channel')
  return subject === ''
    ? t('shell.mention-in-channel', { channel })
    : t('shell.mention-in', { channel, topic: subject })
}
