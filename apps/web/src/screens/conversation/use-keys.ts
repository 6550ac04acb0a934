import type { MessageView } from '@tagma/contract/address.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { useEffect, useRef } from 'preact/hooks'
import { markNarrowRead } from '#actions/mark-narrow.ts'
import { setResolved } from '#actions/set-resolved.ts'
import { heardPolicy, isTopicMuted, setTopicPolicy, topicPolicy } from '#actions/set-topic-policy.ts'
import type { OfferedAction } from '#keys/command-stack.ts'
import { isSingle, keyOf } from '#keys/key-map.ts'
import { useCommand } from '#keys/use-command.ts'
import { useOffer } from '#keys/use-offer.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import type { ListHandle } from '#parts/messages/message-list.tsx'
import { addressFor, addressOfMessage, viewOf } from '#state/addresses.ts'
import { isResolved } from '#state/conversations.ts'
import { mentionOf } from '#state/mention-of.ts'
import { narrowOf } from '#state/message-window.ts'
import { isSpectator } from '#state/spectator.ts'
import type { App } from '#state/use-app.ts'
import { learn } from '#words/words.ts'
import { boxIn } from './insert-into-box.ts'
import type { MenuActs } from './message-menu.ts'
import type { MessageRights } from './message-rights.ts'
import { openReply } from './open-reply.ts'
import { topicOf } from './topic-of.ts'
import { menuActsOf, type ScreenActs } from './use-message-acts.ts'
import type { Opened } from './use-opening.ts'
import { messagesOf, type Selection } from './use-selection.ts'

interface KeyOptions {
  readonly app: App
  readonly view: MessageView
  readonly list: { readonly current: ListHandle | null }
  readonly acts: MessageActs
  readonly screen: ScreenActs
  readonly rightsOf: (message: Message) => MessageRights
  readonly opened: Opened
  readonly selection: Selection
}

/** Carries out the keys of a conversation, outside of text: those of the message with the focus, and those of the whole. */
export function useKeys(options: KeyOptions): void {
  const latest = useRef(options)
  latest.current = options
  useOffer(() => actionsOfFocus(latest.current))
  useCommand('editLast', () => editLast(latest.current))
  useCommand('reply', () => latest.current.app.column.hasKeys() && reply(latest.current))
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isElsewhere(event.target)) return
      if (!latest.current.app.column.hasKeys()) return
      const name = nameOf(event)
      if (isSingle(name) && !latest.current.app.store.get().device.hasSingleKeys) {
        // The letter goes where the focus is when the browser types it.
        boxIn(latest.current.app.column.element())?.focus()
        return
      }
      const done =
        keyOfSelection(name, latest.current) ||
        keyOfMessage(name, latest.current) ||
        keyOfView(name, latest.current)
      if (done) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Writes a key press as the keys of a conversation are written: `Shift+e`, `Ctrl+c`, `:`. */
function nameOf(event: KeyboardEvent): string {
  const key = keyOf(event)
  const hasShift = event.shiftKey && /^(?:[a-z ]|Home)$/i.test(key)
  return `${event.ctrlKey || event.metaKey ? 'Ctrl+' : ''}${hasShift ? 'Shift+' : ''}${key.length === 1 ? key.toLowerCase() : key}`
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

/** Returns what can be done with the message that has the focus. */
async function actionsOfFocus(options: KeyOptions): Promise<readonly OfferedAction[]> {
  const { app, acts, screen, rightsOf } = options
  const found = focused(options)
  if (!found || isSpectator(app.store.get())) return []
  const { message, article } = found
  const [{ messageMenu }] = await Promise.all([import('./message-menu.ts'), learn('acting')])
  return messageMenu(message, rightsOf(message), menuActsOf(app, message, article, acts, screen))
    .filter((entry) => entry !== 'line')
    .map((entry) => ({ ...entry, about: 'message' }))
}

function keyOfMessage(name: string, options: KeyOptions): boolean {
  const found = focused(options)
  if (!found || isSpectator(options.app.store.get())) return false
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
    '<': allowed(rights.ask, menu.forward),
    '.': menu.select,
    '@': () => screen.insert(`${mentionOf(app.store.get().state, message.sender_id)} `, message),
    u: () => screen.openPerson(message.sender_id, article),
    e: rights.edit === undefined ? menu.edit : menu.source,
    m: allowed(rights.move, menu.move),
    'Shift+t': allowed(rights.move, menu.split),
    'Shift+r': () => app.go(addressTo(app, message.sender_id)),
    'Ctrl+c': () => copyTwice(message.id, menu),
    z: () => app.go(addressOfMessage(app.store.get().state, message)),
    'Ctrl+s': menu.star,
    'Shift+u': allowed(rights.unread, menu.unread),
    'Shift+b': menu.remind,
    'Shift+h': allowed(rights.history, menu.history),
    'Shift+v': allowed(rights.readers, menu.readers),
    'Shift+w': menu.whyTold,
    '-': menu.collapse,
    Delete: allowed(rights.delete, menu.delete),
    v: () => article.querySelector<HTMLAnchorElement>('a[data-act="media"]')?.click(),
    '=': () => {
      const [first] = message.reactions
      if (first)
        acts.react(message, { name: first.emoji_name, code: first.emoji_code, type: first.reaction_type })
    },
  }
  // A text that is selected is what is copied.
  if (name === 'Ctrl+c' && getSelection()?.isCollapsed === false) return false
  return run(keys, name)
}

/** The right that each deed with several messages needs. */
const rightFor = { move: 'move', split: 'move', forward: 'ask', delete: 'delete' } as const

/** Carries out the keys that concern all selected messages. */
function keyOfSelection(name: string, { app, selection, screen, rightsOf }: KeyOptions): boolean {
  const messages = messagesOf(app, selection)
  const [first] = messages
  if (!first) return false
  const several = messages.map(({ id }) => id)
  const ask = (kind: keyof typeof rightFor) => () => {
    if (messages.every((message) => rightsOf(message)[rightFor[kind]] === undefined))
      screen.ask({ kind, message: first, several })
  }
  return run({ m: ask('move'), 'Shift+t': ask('split'), '<': ask('forward'), Delete: ask('delete') }, name)
}

/** Milliseconds in which a second press counts as one of two. */
const twice = 600
let copied: { readonly id: number; readonly at: number } | undefined

/** Copies the text of a message; pressed twice, its link. */
function copyTwice(id: number, menu: MenuActs): void {
  const now = performance.now()
  if (copied?.id === id && now - copied.at < twice) menu.copyLink()
  else menu.copyText()
  copied = { id, at: now }
}

function addressTo({ store }: App, userId: number): string {
  const { state } = store.get()
  return addressFor(
    state,
    viewOf({ channelId: undefined, topic: '', userIds: [userId] }, state?.user_id ?? -1),
  )
}

/** Answers the message with the focus, or writes in the open conversation. A feed has nowhere to write. */
function reply(options: KeyOptions): boolean {
  const { app } = options
  const found = focused(options)
  const box = boxIn(app.column.element())
  if (found) openReply(app, found.message)
  else box?.focus()
  return found !== undefined || box !== null
}

function keyOfView(name: string, options: KeyOptions): boolean {
  const { app, view, list, opened } = options
  const { window, jump, toNewest } = opened
  const place = topicOf(view)
  const narrow = narrowOf(view, app.store.get().state?.user_id ?? -1)
  const keys: Record<string, () => void> = {
    Enter: () => reply(options),
    End: toNewest,
    'Shift+g': toNewest,
    Home: () => jump({ anchor: 'oldest' }),
    'Shift+Home': () => jump({ anchor: 'first_unread' }),
    PageUp: () => list.current?.scroll(-1),
    'Shift+k': () => list.current?.scroll(-1),
    'Shift+ ': () => list.current?.scroll(-1),
    PageDown: () => list.current?.scroll(1),
    'Shift+j': () => list.current?.scroll(1),
    ' ': () => list.current?.scroll(1),
    'Ctrl+.': () => {
      toNewest()
      boxIn(app.column.element())?.focus()
    },
    ArrowLeft: () => editLast(options),
    'Shift+e': () => {
      void markNarrowRead(app, narrow)
      app.commands.run('nextUnread')
    },
    j: () => list.current?.focus(),
    k: () => list.current?.focus(),
    ArrowUp: () => list.current?.focus(),
    ArrowDown: () => list.current?.focus(),
  }
  if (place && !isSpectator(app.store.get())) {
    const policy = topicPolicy(app, place)
    const { inherit, muted, followed } = visibilityPolicies
    const set = (wanted: typeof policy) => () => void setTopicPolicy(app, place, wanted)
    const lastId = window?.ids.at(-1)
    keys['Shift+m'] = set(isTopicMuted(app, place) ? heardPolicy(app, place.channelId) : muted)
    keys['f'] = set(policy === followed ? inherit : followed)
    keys['Shift+x'] = () => lastId !== undefined && void setResolved(app, place, lastId, !isResolved(place))
    const near = focused(options)?.message.id
    const feed = { kind: 'feed', channelId: place.channelId, ...(near ? { at: { near } } : {}) } as const
    keys['s'] = () => app.go(addressFor(app.store.get().state, feed))
  }
  const message = focused(options)?.message
  if (view.kind === 'feed' && message)
    keys['s'] = () => app.go(addressOfMessage(app.store.get().state, message))
  // Enter and Space on a link or button are theirs.
  if ((name === 'Enter' || name === ' ') && document.activeElement?.matches('a, button, [role="button"]'))
    return false
  return run(keys, name)
}

/** Opens one's own newest message for editing. Its menu says why, where that may not be done. */
function editLast({ app, acts, screen, rightsOf, opened }: KeyOptions): void {
  const own = lastOwn(app, opened.window)
  if (!own) return
  if (rightsOf(own).edit === undefined) screen.edit(own)
  else acts.openMenu(own, app.column.element().querySelector(`article[data-id="${own.id}"]`) ?? document.body)
}

/** Returns one's own newest message of a window. */
function lastOwn({ store }: App, window: Opened['window']): Message | undefined {
  const { state, messages } = store.get()
  const id = window?.ids.findLast((each) => messages.byId.get(each)?.sender_id === state?.user_id)
  return id === undefined ? undefined : messages.byId.get(id)
}

function run(keys: Readonly<Record<string, () => void>>, name: string): boolean {
  const act = Object.hasOwn(keys, name) ? keys[name] : undefined
  act?.()
  return act !== undefined
}
