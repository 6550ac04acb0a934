import { type View, viewOfTerms } from '@tagma/contract/address.ts'
import { focusInColumn } from '#parts/focus-in-column.ts'
import { addressFor, conversationKeyOf } from '#state/addresses.ts'
import { type Beside, type ConversationView, mainColumn, withoutAt } from '#state/beside.ts'
import { channelById } from '#state/channels.ts'
import type { Known } from '#state/known.ts'
import { viewOfPlace } from '#state/place-of.ts'
import type { App } from '#state/use-app.ts'
import { hasRoomForAside, showAside } from './show-aside.ts'

/** Windows that have room for three columns of messages. */
export const threeColumns = '(width >= 120em)'

/** Returns how many columns the window has room for beside the main one. The aside is one of them. */
export const roomBeside = (): number => (matchMedia(threeColumns).matches ? 2 : hasRoomForAside() ? 1 : 0)

/** Returns the conversations that stand beside the main column now. Others wait until there is room. */
export function shownBeside({ beside, aside }: Pick<Known, 'beside' | 'aside'>): readonly Beside[] {
  const room = roomBeside() - (aside ? 1 : 0)
  return room >= beside.length ? beside : beside.slice(0, Math.max(0, room))
}

/** Returns what all columns show. */
export const openViews = (known: Pick<Known, 'main' | 'beside' | 'aside'>): readonly View[] => [
  known.main,
  ...shownBeside(known).map(({ view }) => view),
]

const keyIn = ({ state }: Known, view: View) => conversationKeyOf(view, state?.user_id ?? -1)

/**
 * Opens a conversation beside the main column, in the last place if there is no other. The one that is open in the main
 * column moves; where another stands beside it already, the two change places.
 */
export function openBeside(app: App, view: ConversationView): void {
  const { store } = app
  const known = store.get()
  if (roomBeside() === 0) return
  const key = keyIn(known, view)
  const shown = shownBeside(known)
  const present = shown.find((each) => keyIn(known, each.view) === key)
  const isMain = keyIn(known, known.main) === key
  if (present) {
    place(app, present.id, view)
    return giveKeys(app, present.id)
  }
  if (isMain && shown[0]) return bringToMain(app, shown[0].id)
  if (known.aside && roomBeside() === shown.length + 1) showAside(app, undefined)
  const id = Math.max(mainColumn, ...known.beside.map((each) => each.id)) + 1
  const others = known.beside.filter((each) => keyIn(known, each.view) !== key)
  store.set({
    beside: [...others.slice(0, roomBeside() - 1), { id, view }],
    ...(isMain ? { main: { kind: 'home' as const } } : {}),
  })
  if (isMain) app.column.goInMain(addressFor(known.state, listOf(known)))
  giveKeys(app, id)
}

const listOf = ({ place: shown }: Known) =>
  shown.kind === 'search' ? viewOfTerms(shown.terms) : viewOfPlace(shown)

/** The most conversations that a column remembers. */
const mostBefore = 20

/** Opens a conversation in a column beside the main one. The one that was there is remembered, unless it is gone (`isGone`). */
function place({ store }: App, id: Beside['id'], view: ConversationView, isGone = false): void {
  const known = store.get()
  const beside = known.beside.map((each) => {
    if (each.id !== id) return each
    const isSame = keyIn(known, each.view) === keyIn(known, view)
    const { before = [] } = each
    return {
      id,
      view,
      before: isSame || isGone ? before : [...before, withoutAt(each.view)].slice(-mostBefore),
    }
  })
  store.set({ beside })
}

/** Returns the conversation that Back leads to in a column. None that is open elsewhere, or lost to the reader, is offered. */
export function viewBefore(known: Known, id: Beside['id']): ConversationView | undefined {
  const open = new Set(
    [known.main, ...known.beside.map(({ view }) => view)].map((view) => keyIn(known, view)),
  )
  return known.beside
    .find((each) => each.id === id)
    ?.before?.findLast(
      (view) =>
        !open.has(keyIn(known, view)) &&
        (view.conversation.kind === 'direct' ||
          channelById(known.state, view.conversation.channelId) !== undefined),
    )
}

/** Opens what a column showed before. */
export function backBeside(app: App, id: Beside['id']): void {
  const known = app.store.get()
  const view = viewBefore(known, id)
  if (!view) return
  const beside = known.beside.map((each) => {
    const { before = [] } = each
    return each.id === id ? { id, view, before: before.slice(0, before.lastIndexOf(view)) } : each
  })
  app.store.set({ beside })
  // The button that was pressed may be gone.
  giveKeys(app, id)
}

/**
 * Follows an address in a column beside the main one. Conversations open there, unless they are open in another column. All
 * else opens in the main column.
 */
export function goBeside(
  app: App,
  id: Beside['id'],
  view: ConversationView,
  { replace = false }: { readonly replace?: boolean } = {},
): void {
  const known = app.store.get()
  const key = keyIn(known, view)
  const elsewhere = known.beside.find((each) => each.id !== id && keyIn(known, each.view) === key)
  const isMain = keyIn(known, known.main) === key
  if (!elsewhere && !isMain) return place(app, id, view, replace)
  // A conversation that was moved into one that is open leaves nothing to show.
  if (replace) closeBeside(app, id)
  else if (elsewhere) {
    place(app, elsewhere.id, view)
    giveKeys(app, elsewhere.id)
  } else {
    app.column.goInMain(addressFor(known.state, view))
    giveKeys(app, mainColumn)
  }
}

/** Opens what stands beside in the main column, which gives up its own conversation in exchange. */
export function bringToMain(app: App, id: Beside['id']): void {
  const { beside, state } = app.store.get()
  const column = beside.find((each) => each.id === id)
  if (!column) return
  app.column.goInMain(addressFor(state, withoutAt(column.view)))
  giveKeys(app, mainColumn)
}

/** Takes a conversation from beside the main column. Its draft stays with it. */
export function closeBeside(app: App, id: Beside['id']): void {
  const { beside, keysIn } = app.store.get()
  app.store.set({ beside: beside.filter((each) => each.id !== id) })
  if (keysIn === id) giveKeys(app, mainColumn)
}

/** Lets keys act in a column, and moves the focus there. */
export function giveKeys({ store }: App, id: Beside['id']): void {
  store.set({ keysIn: id })
  focusInColumn(`[data-column="${id}"]`, '.list, .places, .main, .beside')
}
