import type { MessageView } from '@tagma/contract/address.ts'
import { arrivedSince } from '@tagma/sync/messages/arrivals.ts'
import type { ById } from '@tagma/sync/messages/by-id.ts'
import { echoesIn } from '@tagma/sync/messages/echoes.ts'
import { factsOf } from '@tagma/sync/messages/facts.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import type { ComponentChildren } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import { loadMore } from '#actions/load-messages.ts'
import { lazy } from '#parts/lazy.tsx'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import { type ListHandle, MessageList } from '#parts/messages/message-list.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { narrowOf } from '#state/message-window.ts'
import { peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { learn, t } from '#words/words.ts'
import { EmptyView } from './empty-view.tsx'
import { FeedBar } from './feed-bar.tsx'
import { sendingOf } from './sending-of.ts'
import type { Opened } from './use-opening.ts'
import type { Selection } from './use-selection.ts'

const GoneView = lazy(async () => {
  await learn('acting')
  return (await import('./gone-view.tsx')).GoneView
})

interface OpenedProps {
  readonly view: MessageView
  readonly opened: Opened
  readonly list: { current: ListHandle | null }
  readonly reader: Reader
  readonly acts: MessageActs
  readonly selection: Selection
  readonly look: () => void
  readonly editing: ((message: Message) => ComponentChildren) | undefined
  readonly editingId: number | undefined
}

/** The messages of a view, or the reason why there are none. */
export function OpenedMessages(props: OpenedProps) {
  const { view, opened, list, reader, acts, selection, look, editing, editingId } = props
  const app = useApp()
  const unsent = useUnsent(view, opened)
  const window = opened.window ?? unsent
  const start = opened.start ?? (unsent && { kind: 'end' })
  const byId = useMessagesOf(window)
  const people = useKnown(({ state }) => peopleOf(state))
  const muted = useKnown(({ state }) => state?.muted_users)
  const mutedIds = useMemo(() => new Set((muted ?? []).map(({ id }) => id)), [muted])
  const outbox = useKnown((known) => known.outbox)
  if (opened.isGone && !window) return <GoneView />
  if (opened.failure !== undefined && !window) {
    return <EmptyView text={opened.failure} action={t('conversation.try-again')} onAct={opened.tryAgain} />
  }
  if (!window || !start) return <div class="messages" aria-busy="true" />
  if (window.ids.length === 0 && window.echoes.length === 0 && window.hasNewest && window.hasOldest)
    return hasTitle(view) ? <GoneView /> : <EmptyView text={emptyText(view)} />
  const narrow = narrowOf(view, reader.userId)
  const more = (side: 'older' | 'newer') => void loadMore(app, narrow, side).catch(() => undefined)
  const editor = editingId === undefined ? undefined : byId.get(editingId)
  return (
    <MessageList
      key={`${opened.key} ${opened.visit}`}
      ids={window.ids}
      echoes={window.echoes}
      byId={byId}
      hasOldest={window.hasOldest}
      hasNewest={window.hasNewest}
      start={start}
      reader={reader}
      people={people}
      mutedIds={mutedIds}
      acts={acts}
      selected={selection.ids}
      isFeed={view.kind !== 'conversation'}
      firstUnread={opened.firstUnread}
      named={view.at && 'near' in view.at ? view.at.near : undefined}
      now={app.clock.now() / 1000}
      sendingOf={(message) => sendingOf(outbox, message)}
      matchOf={(id) => window.matches?.get(id)?.content}
      bar={(message) => <FeedBar message={message} />}
      editing={editor && editing ? { id: editor.id, editor: editing(editor) } : undefined}
      beginning={<p class="list-beginning">{unsent ? opened.failure : t('conversation.beginning')}</p>}
      onOlder={() => more('older')}
      onNewer={() => more('newer')}
      arrivedSince={(position) => {
        const { messages, state } = app.store.get()
        return state ? arrivedSince(messages, narrow, position, factsOf(state)) : []
      }}
      onNewest={opened.toNewest}
      onLook={look}
      handle={list}
    />
  )
}

/** Returns one's own messages on their way to a conversation, as long as those before them cannot be fetched. */
function useUnsent(view: MessageView, { window, failure }: Opened): Window | undefined {
  const isNeeded = !window && failure !== undefined
  const messages = useKnown((known) => (isNeeded ? known.messages : undefined))
  const state = useKnown((known) => (isNeeded ? known.state : undefined))
  if (!state || !messages || messages.echoes.size === 0) return undefined
  const narrow = narrowOf(view, state.user_id ?? -1)
  const echoes = echoesIn(messages, narrow, factsOf(state))
  return echoes.length === 0
    ? undefined
    : { narrow, ids: [], echoes, hasOldest: true, hasNewest: true, isStale: false }
}

/** Terms of views with a sentence of their own about being empty. */
const ownEmpty = {
  'is mentioned': 'mentions',
  'is starred': 'starred',
  'is alerted': 'alerted',
  'is followed': 'followed',
  'is dm': 'direct',
  'has reaction': 'reactions',
} as const satisfies Record<string, string>

/** Returns the messages. They are another object only when one of the window has changed, not with every message elsewhere. */
function useMessagesOf(window: Window | undefined): ById<Message> {
  const held = useRef<ById<Message>>(undefined)
  return useKnown(({ messages: { byId } }) => {
    const { ids = [], echoes = [] } = window ?? {}
    if (!held.current || echoes.length > 0 || byId.differsAt(ids, held.current)) held.current = byId
    return held.current
  })
}

/** Whether a view is a topic with a title. Such a topic has messages: if none is found, it is gone or hidden from the reader. */
const hasTitle = (view: MessageView) =>
  view.kind === 'conversation' && view.conversation.kind === 'topic' && view.conversation.topic !== ''

function emptyText(view: MessageView): string {
  if (view.kind === 'conversation') return t('conversation.empty')
  if (view.kind === 'feed') return t('conversation.empty-feed')
  const [first] = view.terms
  const isKnown = first && (view.terms.length === 1 || first.operator === 'has')
  const name = isKnown && ownEmpty[`${first.operator} ${String(first.operand)}` as keyof typeof ownEmpty]
  if (name) return t(`conversation.no-${name}`)
  return t(first?.operator === 'sender' ? 'conversation.no-sent' : 'conversation.nothing-found')
}
