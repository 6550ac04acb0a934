import type { MessageView } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import type { Window } from '@tagma/sync/messages/window.ts'
import { useEffect, useRef } from 'preact/hooks'
import type { Around } from '#actions/load-messages.ts'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { setResolved } from '#actions/move-messages.ts'
import { setTopicPolicy, topicPolicy } from '#actions/set-topic-policy.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import { addressFor } from '#state/addresses.ts'
import { isResolved } from '#state/conversations.ts'
import { narrowOf } from '#state/message-window.ts'
import type { App } from '#state/use-app.ts'
import { topicOf } from './conversation-header.tsx'
import { boxIn } from './insert-into-box.ts'
import type { MessageRights } from './message-rights.ts'
import { menuActsOf, type ScreenActs } from './use-message-acts.ts'

interface KeyOptions {
  readonly app: App
  readonly view: MessageView
  readonly list: { readonly current: ListHandle | null }
  readonly acts: MessageActs
  readonly screen: ScreenActs
  readonly rightsOf: (message: Message) => MessageRights
  readonly window: Window | undefined
  readonly jump: (around: Around) => void
}

/** Carries out the keys of a conversation, outside of text: those of the message with the focus, and those of the whole. */
export function useKeys(options: KeyOptions): void {
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return
      const name = `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${event.shiftKey && /^[a-z]$/i.test(event.key) ? 'Shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
      const done = keyOfMessage(name, latest.current) || keyOfView(name, latest.current)
      if (done) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Whether keys belong to a text, or to what lies over the page. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], dialog, [role="menu"], nav, section') !== null

function focused({
  app,
}: KeyOptions): { readonly message: Message; readonly article: HTMLElement } | undefined {
  const article = document.activeElement?.closest<HTMLElement>('article.message')
  const message = app.store.get().messages.byId.get(Number(article?.dataset['id']))
  return article && message && message.id > 0 ? { message, article } : undefined
}

function keyOfMessage(name: string, options: KeyOptions): boolean {
  const found = focused(options)
  if (!found) return false
  const { message, article } = found
  const { app, acts, screen, rightsOf } = options
  const menu = menuActsOf(app, message, article, acts, screen)
  const rights = rightsOf(message)
  const allowed = (reason: string | undefined, act: () => void) => () => {
    // The menu says why something may not be done.
    if (reason === undefined) act()
    else acts.openMenu(message, article)
  }
  const keys: Readonly<Record<string, () => void>> = {
    i: () => acts.openMenu(message, article),
    ':': menu.react,
    '+': () => acts.react(message, { name: '+1', code: '1f44d', type: 'unicode_emoji' }),
    '>': menu.quote,
    e: allowed(rights.edit, menu.edit),
    m: allowed(rights.move, menu.move),
    'Ctrl+s': menu.star,
    'Shift+u': menu.unread,
    'Shift+b': menu.remind,
    'Shift+h': allowed(rights.history, menu.history),
    'Shift+v': allowed(rights.readers, menu.readers),
    '-': menu.collapse,
    Delete: allowed(rights.delete, menu.delete),
    v: () => article.querySelector<HTMLAnchorElement>('a[data-act="media"]')?.click(),
    '=': () => {
      const [first] = message.reactions
      if (first)
        acts.react(message, { name: first.emoji_name, code: first.emoji_code, type: first.reaction_type })
    },
  }
  return run(keys, name)
}

function keyOfView(name: string, options: KeyOptions): boolean {
  const { app, view, list, window, jump } = options
  const place = topicOf(view)
  const narrow = narrowOf(view, app.store.get().state?.user_id ?? -1)
  const reply = () => {
    const found = focused(options)
    const box = boxIn(document)
    if (box) box.focus()
    else if (found) found.article.parentElement?.querySelector<HTMLAnchorElement>('.feed-bar-name')?.click()
  }
  const keys: Record<string, () => void> = {
    r: reply,
    Enter: reply,
    End: () => (window?.hasNewest ? list.current?.goTo({ kind: 'end' }) : jump({ anchor: 'newest' })),
    'Shift+g': () => (window?.hasNewest ? list.current?.goTo({ kind: 'end' }) : jump({ anchor: 'newest' })),
    Home: () => jump({ anchor: 'oldest' }),
    'Shift+e': () => {
      void markNarrowRead(app, narrow)
      app.commands.run('nextUnread')
    },
    j: () => list.current?.focus(),
    k: () => list.current?.focus(),
    ArrowUp: () => list.current?.focus(),
    ArrowDown: () => list.current?.focus(),
  }
  if (place) {
    const policy = topicPolicy(app, place)
    const toggle = (wanted: 1 | 3) => () =>
      void setTopicPolicy(app, place, policy === wanted ? visibilityPolicies.inherit : wanted)
    const lastId = window?.ids.at(-1)
    keys['Shift+m'] = toggle(visibilityPolicies.muted)
    keys['f'] = toggle(visibilityPolicies.followed)
    keys['Shift+x'] = () => lastId !== undefined && void setResolved(app, place, lastId, !isResolved(place))
    keys['s'] = () => app.go(addressFor(app.store.get().state, { kind: 'feed', channelId: place.channelId }))
  }
  // Enter on a link or button is theirs.
  if (name === 'Enter' && document.activeElement?.matches('a, button, [role="button"]')) return false
  return run(keys, name)
}

function run(keys: Readonly<Record<string, () => void>>, name: string): boolean {
  const act = Object.hasOwn(keys, name) ? keys[name] : undefined
  act?.()
  return act !== undefined
}
