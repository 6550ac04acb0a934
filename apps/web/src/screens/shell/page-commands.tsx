import { openChannel } from '#actions/open-channel.ts'
import { setSingleKeys } from '#actions/set-single-keys.ts'
import { hasRoomForAside, showAside } from '#actions/show-aside.ts'
import { useCommand } from '#keys/use-command.ts'
import { later } from '#parts/lazy.tsx'
import { addressFor, conversationKeyOf, viewOf } from '#state/addresses.ts'
import { asideSubject } from '#state/aside.ts'
import type { Conversation } from '#state/conversations.ts'
import { homeView } from '#state/home-view.ts'
import { listSections } from '#state/list-rows.ts'
import { nextOf } from '#state/next-unread.ts'
import { selectChannelOrder, selectConversations, selectInboxOrder } from '#state/selectors.ts'
import { type App, useApp } from '#state/use-app.ts'

const beside = later(() => import('#actions/beside-by-key.ts'))
const settings = later(() => import('#actions/change-setting.ts'))
const quiet = later(() => import('#actions/toggle-quiet.ts'))

/** Carries out the commands that lead from place to place. Draws nothing. */
export function PageCommands() {
  const app = useApp()
  const { go } = app
  useCommand('beside', () => {
    if (!hasRoomForAside()) return false
    void beside.get().then(({ besideByKey }) => besideByKey(app))
    return true
  })
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
  useCommand('nextColumn', () => moveColumn(1))
  useCommand('previousColumn', () => moveColumn(-1))
  useCommand('people', () => {
    if (asideSubject(app.store.get().main)) showAside(app, 'people', true)
  })
  useCommand('leave', () => leave(app))
  const setScheme = (scheme: 1 | 2 | 3) =>
    settings.get().then(
      ({ changeSetting }) => changeSetting(app, 'color_scheme', scheme, 'settings.color_scheme'),
      () => undefined,
    )
  useCommand('lightScheme', () => void setScheme(3))
  useCommand('darkScheme', () => void setScheme(2))
  useCommand('automaticScheme', () => void setScheme(1))
  useCommand('singleKeys', () => setSingleKeys(app, !app.store.get().device.hasSingleKeys))
  useCommand('doNotDisturb', () => {
    quiet.get().then(
      ({ toggleQuiet }) => toggleQuiet(app),
      () => undefined,
    )
  })
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

/** Moves the focus to the next column: to what is current in it, else to its first control. */
function moveColumn(step: 1 | -1): void {
  const columns = [...document.querySelectorAll<HTMLElement>('.places, .list, .main, .beside')].filter(
    (column) => column.checkVisibility({ visibilityProperty: true }),
  )
  const at = columns.findIndex((column) => column.contains(document.activeElement))
  const column = columns[(at + step + columns.length) % columns.length]
  const target =
    column?.querySelector<HTMLElement>('[aria-current="page"], article[tabindex="0"], .row[tabindex="0"]') ??
    column?.querySelector<HTMLElement>('a[href], button, textarea, input')
  target?.focus()
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
