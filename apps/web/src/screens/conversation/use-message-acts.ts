import type { Message } from '@tagma/sync/messages/message.ts'
import { othersOf } from '@tagma/sync/messages/message.ts'
import { useMemo, useRef } from 'preact/hooks'
import { sourceOf } from '#actions/edit-message.ts'
import { toggleReaction } from '#actions/react.ts'
import { sendAgain, takeBack } from '#actions/send-message.ts'
import { setFlag } from '#actions/set-flag.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { takeStep } from '#actions/take-step.ts'
import { copyText } from '#parts/messages/act-inside.ts'
import type { MessageActs } from '#parts/messages/message-acts.ts'
import { addressFor, viewOf } from '#state/addresses.ts'
import { useApp, type App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import type { Asked } from './message-dialog.tsx'
import type { MenuActs } from './message-menu.ts'

/** Actions of the screen around the messages. */
export interface ScreenActs {
  readonly openMenu: MessageActs['openMenu']
  readonly chooseReaction: MessageActs['chooseReaction']
  readonly openMedia: MessageActs['openMedia']
  readonly edit: (message: Message) => void
  readonly ask: (asked: Asked) => void
  readonly markUnread: (message: Message) => void
  /** Puts text into the box of the conversation. */
  readonly insert: (text: string) => void
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
      openMenu: (message, anchor) => latest.current.openMenu(present(app, message), anchor),
      openPerson: (userId) => app.go(addressFor(app.store.get().state, { kind: 'user', userId })),
      openGroup: (groupId) =>
        app.go(addressFor(app.store.get().state, { kind: 'group', groupId, page: 'members' })),
      openHistory: (message) => latest.current.ask({ kind: 'history', message }),
      openAddress: (address) => app.go(address),
      openMedia: (message, link) => latest.current.openMedia(message, link),
      takeStep: (message, step) => void takeStep(app, message, step),
      setCollapsed: (message, isSet) =>
        void setFlag(app, [present(app, message)], { flag: 'collapsed', isSet }),
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

/** Returns the address of a message, for people to share. */
export function linkOf(app: App, message: Message): string {
  const { state } = app.store.get()
  const ownId = state?.user_id ?? -1
  const view = viewOf(
    {
      channelId: message.stream_id,
      topic: message.subject,
      userIds: message.stream_id === undefined ? othersOf(message, ownId) : undefined,
    },
    ownId,
  )
  const address = addressFor(
    state,
    view.kind === 'conversation' ? { ...view, at: { near: message.id } } : view,
  )
  return new URL(address, location.href).href
}

async function quote(app: App, message: Message, insert: (text: string) => void): Promise<void> {
  try {
    const source = await sourceOf(app, message.id)
    const name = app.store
      .get()
      .state?.realm_users?.find(({ user_id }) => user_id === message.sender_id)?.full_name
    const fence = '`'.repeat(Math.max(3, ...[...source.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)))
    const said = t('message.said', {
      name: `@_**${name ?? ''}|${message.sender_id}**`,
      link: linkOf(app, message),
    })
    insert(`${said}\n${fence}quote\n${source}\n${fence}\n`)
  } catch (error) {
    showError(app, error)
  }
}

function unsent(
  app: App,
  message: Message,
  act: Parameters<MessageActs['unsent']>[1],
  insert: (text: string) => void,
): void {
  const { local_id: localId } = message
  if (localId === undefined) return
  if (act === 'again') return sendAgain(app, localId)
  if (act === 'copy') {
    const entry = app.store.get().outbox.find((each) => each.localId === localId)
    return copyText(entry?.content ?? '')
  }
  const text = takeBack(app, localId)
  if (act === 'edit' && text !== undefined) insert(text)
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
  return {
    quote: () => acts.quote(message),
    edit: () => screen.edit(message),
    move: ask('move'),
    unread: () => screen.markUnread(message),
    star: () => acts.star(message),
    remind: ask('remind'),
    react: () => anchor && acts.chooseReaction(message, anchor),
    collapse: () => acts.setCollapsed(message, !message.flags.includes('collapsed')),
    copyLink: () => {
      copyText(linkOf(app, message))
      showToast(app, { name: 'copied', kind: 'status', text: t('conversation.link-copied') })
    },
    copyText: () => {
      sourceOf(app, message.id).then(
        (text) => {
          copyText(text)
          showToast(app, { name: 'copied', kind: 'status', text: t('message.text-copied') })
        },
        (error: unknown) => showError(app, error),
      )
    },
    readers: ask('readers'),
    history: ask('history'),
    report: ask('report'),
    delete: ask('delete'),
  }
}
