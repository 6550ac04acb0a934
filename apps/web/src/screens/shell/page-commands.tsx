import { openChannel } from '#actions/open-channel.ts'
import { useCommand } from '#keys/use-command.ts'
import { addressFor, conversationKeyOf, viewOf } from '#state/addresses.ts'
import type { Conversation } from '#state/conversations.ts'
import { homeView } from '#state/home-view.ts'
import { listSections } from '#state/list-rows.ts'
import { nextOf } from '#state/next-unread.ts'
import { selectChannelOrder, selectConversations, selectInboxOrder } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'

/** Carries out the commands that lead from place to place. `later-commands.tsx` has the others. Draws nothing. */
export function PageCommands() {
  const app = useApp()
  const { go } = app
  useCommand('inbox', () => go('#inbox'))
  useCommand('catchUp', () => go('#catch-up'))
  useCommand('recent', () => {
    if (app.store.get().view.kind === 'recent') document.querySelector<HTMLElement>('.list-filter')?.focus()
    else go('#recent')
  })
  useCommand('menu', () => document.querySelector<HTMLElement>('.organization-button')?.click())
  useCommand('feed', () => go('#feed'))
  useCommand('starred', () => go('#narrow/is/starred'))
  useCommand('later', () => go('#scheduled'))
  useCommand('drafts', () => go('#drafts'))
  useCommand('directFeed', () => go('#narrow/is/dm'))
  useCommand('search', () => go('#narrow/search/'))
  useCommand('newDirect', () => go('#new/direct'))
  useCommand('newTopic', () => beginTopic(app))
  useCommand('topics', () => openTopics(app))
  useCommand('nextUnread', () => openNext(app, ({ unread, isMuted }) => unread > 0 && !isMuted))
  useCommand('nextUnreadTopic', () =>
    openNext(app, ({ channelId, unread, isMuted }) => channelId !== undefined && unread > 0 && !isMuted),
  )
  useCommand('nextUnreadDirect', () =>
    openNext(app, ({ userIds, unread }) => userIds !== undefined && unread > 0),
  )
  useCommand('nextFollowed', () => openNext(app, ({ isFollowed, unread }) => isFollowed && unread > 0))
  useCommand('previousChannel', () => moveChannel(app, -1))
  useCommand('nextChannel', () => moveChannel(app, 1))
  useCommand('previousRow', () => moveRow(-1, '.row'))
  useCommand('nextRow', () => moveRow(1, '.row'))
  useCommand('previousUnreadRow', () => moveRow(-1, '.row-unread'))
  useCommand('nextUnreadRow', () => moveRow(1, '.row-unread'))
  useCommand('leave', () => leave(app))
  return null
}

/** Opens the next conversation that fits, in the order of the inbox. */
function openNext({ store, go }: App, fits: (conversation: Conversation) => boolean): void {
  const known = store.get()
  const ownId = known.state?.user_id ?? -1
  const ordered = listSections(
    selectConversations(known),
    { kind: 'inbox' },
    {
      filter: 'all',
      channelOrder: selectInboxOrder(known),
      staying: new Set([conversationKeyOf(known.main, ownId) ?? '']),
    },
  ).flatMap(({ rows }) => rows)
  const next = nextOf(ordered, conversationKeyOf(known.main, ownId), fits)
  if (next) go(addressFor(known.state, viewOf(next, ownId)))
}

/** Returns the channel that the page is about, if it is about one. */
function presentChannel({ store }: App): number | undefined {
  const { view, place } = store.get()
  if (view.kind === 'conversation' && view.conversation.kind === 'topic') return view.conversation.channelId
  return place.kind === 'channel' ? place.channelId : undefined
}

function beginTopic(app: App): void {
  const channelId = presentChannel(app) ?? selectChannelOrder(app.store.get())[0]
  if (channelId !== undefined) app.go(`#new/topic/${channelId}`)
}

function openTopics(app: App): void {
  const channelId = presentChannel(app)
  if (channelId !== undefined) app.go(addressFor(app.store.get().state, { kind: 'topics', channelId }))
}

function moveChannel(app: App, step: 1 | -1): void {
  const order = selectChannelOrder(app.store.get())
  const at = order.indexOf(presentChannel(app) ?? -1)
  const channelId = at < 0 ? order[0] : order[(at + step + order.length) % order.length]
  if (channelId !== undefined) void openChannel(app, channelId)
}

/** Opens the row before or behind the open one, in lists that have no commands of their own. */
function moveRow(step: 1 | -1, selector: string): boolean {
  const rows = [...document.querySelectorAll<HTMLAnchorElement>('.list .row')]
  const at = rows.findIndex((row) => row.ariaCurrent === 'page')
  const further = step > 0 ? rows.slice(at + 1) : rows.slice(0, Math.max(at, 0)).toReversed()
  const row = further.find((each) => each.matches(selector))
  row?.scrollIntoView({ block: 'nearest' })
  row?.click()
  return row !== undefined
}

/** Leaves a field, or goes to the home view if the settings say so. */
function leave({ store, go }: App): void {
  const { activeElement } = document
  if (activeElement instanceof HTMLElement && activeElement.matches('input, textarea')) {
    const article = document.querySelector<HTMLElement>('.main article[tabindex="0"]')
    if (article) article.focus({ preventScroll: true })
    else activeElement.blur()
    return
  }
  const { state, view } = store.get()
  const leadsHome = state?.user_settings?.web_escape_navigates_to_home_view !== false
  if (leadsHome && view.kind !== homeView(state).kind) go('')
}
