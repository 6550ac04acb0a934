import type { Message } from '@tagma/sync/messages/message.ts'
import { useMemo, useRef } from 'preact/hooks'
import { copyAndTell, shareLink } from '#actions/copy-text.ts'
import { sourceOf } from '#actions/edit-message.ts'
import { pressButton } from '#actions/press-button.ts'
import { toggleReaction } from '#actions/react.ts'
import { sendAgain, takeBack } from '#actions/send-message.ts'
import { setFlag } from '#actions/set-flag.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { takeStep } from '#actions/take-step.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import { addressFor } from '#state/addresses.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp, type App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { Asked } from './asked.ts'
import type { MenuActs } from './message-menu.ts'
import { openReply } from './open-reply.ts'
import { linkOf, quoteOf, selectedPart } from './quote.ts'

/** Actions of the screen around the messages. */
export interface ScreenActs {
  readonly openMenu: MessageActs['openMenu']
  readonly chooseReaction: MessageActs['chooseReaction']
  readonly openMedia: MessageActs['openMedia']
  readonly openPerson: MessageActs['openPerson']
  readonly openGroup: MessageActs['openGroup']
  readonly edit: (message: Message) => void
  /** Selects a message among several, or leaves it out again. */
  readonly select: (message: Message) => void
  readonly ask: (asked: Asked) => void
  readonly markUnread: (message: Message) => void
  /** Puts text into the box of a message's conversation. */
  readonly insert: (text: string, message: Message) => void
}

/** Returns what pressing something in a message does. The same object all the time. */
export function useMessageActs(screen: ScreenActs): MessageActs {
  const app = useApp()
  const latest = useRef(screen)
  latest.current = screen
  return useMemo<MessageActs>(
    () => ({
      react: (message, emoji) => void toggleReaction(app, present(app, message), emoji),
      chooseReaction: (message, anchor) => latest.current.chooseReaction(message, anchor),
      star: (message) => void star(app, present(app, message)),
      quote: (message) => void quote(app, message, latest.current.insert),
      openMenu: (message, anchor) =>
        isSpectator(app.store.get()) || latest.current.openMenu(present(app, message), anchor),
      openPerson: (userId, anchor) => latest.current.openPerson(userId, anchor),
      openGroup: (groupId, anchor) => latest.current.openGroup(groupId, anchor),
      openReaction: (message, reaction) => latest.current.ask({ kind: 'reactions', message, reaction }),
      openHistory: (message) => latest.current.ask({ kind: 'history', message }),
      openAddress: (address) => app.go(address),
      openMedia: (message, link) => latest.current.openMedia(message, link),
      takeStep: (message, step) => takeStep(app, message, step),
      pressButton: (message, choice) => pressButton(app, message, choice),
      setCollapsed: (message, isSet) => void collapse(app, present(app, message), isSet),
      select: (message) => latest.current.select(message),
      unsent: (message, act) => unsent(app, message, act, latest.current.insert),
    }),
    [app],
  )
}

/** Returns a message as it is now: what was drawn may be older. */
const present = (app: App, message: Message): Message =>
  app.store.get().messages.byId.get(message.id) ?? message

async function star(app: App, message: Message): Promise<void> {
  const isSet = !message.flags.includes('starred')
  if (!(await setFlag(app, [message], { flag: 'starred', isSet }))) return
  showToast(app, {
    name: 'star',
    kind: 'status',
    text: t(isSet ? 'message.now-starred' : 'message.now-unstarred'),
    undo: () => void setFlag(app, [present(app, message)], { flag: 'starred', isSet: !isSet }),
  })
}

async function collapse(app: App, message: Message, isSet: boolean): Promise<void> {
  if (!(await setFlag(app, [message], { flag: 'collapsed', isSet }))) return
  showToast(app, {
    name: 'collapse',
    kind: 'status',
    text: t(isSet ? 'message.now-collapsed' : 'message.now-expanded'),
    undo: () => void setFlag(app, [present(app, message)], { flag: 'collapsed', isSet: !isSet }),
  })
}

async function quote(app: App, message: Message, insert: ScreenActs['insert']): Promise<void> {
  try {
    insert(await quoteOf(app, message, selectedPart(message)), message)
  } catch (error) {
    showError(app, error)
  }
}

function unsent(
  app: App,
  message: Message,
  act: Parameters<MessageActs['unsent']>[1],
  insert: ScreenActs['insert'],
): void {
  const { local_id: localId } = message
  if (localId === undefined) return
  if (act === 'again') return sendAgain(app, localId)
  if (act === 'copy') {
    const entry = app.store.get().outbox.find((each) => each.localId === localId)
    void copyAndTell(app, entry?.content ?? '', t('message.text-copied'))
    return
  }
  const text = takeBack(app, localId)
  if (act === 'edit' && text !== undefined) insert(text, message)
}

/** Returns what the entries of a message's menu do. */
export function menuActsOf(
  app: App,
  message: Message,
  anchor: Element | undefined,
  acts: MessageActs,
  screen: ScreenActs,
): MenuActs {
  const ask = (kind: Asked['kind']) => () => screen.ask({ kind, message })
  const article = articleOf(app, message)
  const isFolded = article?.querySelector('.message-more')?.matches('.message-folded *') ?? false
  return {
    reply: () => openReply(app, message),
    quote: () => acts.quote(message),
    forward: ask('forward'),
    edit: () => screen.edit(message),
    source: ask('source'),
    move: ask('move'),
    split: ask('split'),
    unread: () => screen.markUnread(message),
    star: () => acts.star(message),
    remind: ask('remind'),
    react: () => acts.chooseReaction(message, anchor ?? article ?? document.body),
    isFolded,
    // On a folded message, does the same as the button below it.
    collapse: () =>
      isFolded
        ? article?.querySelector<HTMLElement>('.message-more')?.click()
        : acts.setCollapsed(message, true),
    select: () => screen.select(message),
    copyLink: () => void shareLink(app, linkOf(app, message)),
    copyText: () => void copyAndTell(app, textOf(app, message), t('message.text-copied')),
    copySource: () => {
      sourceOf(app, message.id).then(
        (text) => void copyAndTell(app, text, t('message.source-copied')),
        (error: unknown) => showError(app, error),
      )
    },
    readers: ask('readers'),
    reactions: ask('reactions'),
    history: ask('history'),
    whyTold: ask('why-told'),
    report: ask('report'),
    rights: () => {
      const { stream_id: channelId } = message
      const place =
        channelId === undefined ? { kind: 'organization' as const } : { kind: 'channel' as const, channelId }
      app.go(addressFor(app.store.get().state, { kind: 'rights', place, of: 'me' }))
    },
    delete: ask('delete'),
  }
}

const articleOf = ({ column }: App, { id }: Message) =>
  column.element().querySelector<HTMLElement>(`article.message[data-id="${id}"]`)

/** Returns the text of a message as it stands on the screen. */
const textOf = (app: App, message: Message): string =>
  articleOf(app, message)?.querySelector<HTMLElement>('.message-html')?.innerText.trim() ?? ''
