import type { View } from '@tagma/contract/address.ts'
import { isNarrow } from '#parts/use-narrow.ts'
import { addressFor, viewAt } from '#state/addresses.ts'
import { besideAfter } from '#state/beside.ts'
import { homeView } from '#state/home-view.ts'
import type { Known } from '#state/known.ts'
import { keepStep, presentStep } from '#state/list-step.ts'
import { windowOf } from '#state/message-window.ts'
import { placeOf } from '#state/place-of.ts'
import type { Place } from '#state/place.ts'
import type { Store } from '#state/store.ts'
import { withoutNamed } from '#state/toasts.ts'
import { presentAddress } from './present-address.ts'

/** Whether an address names a conversation whose messages are there. */
export function hasOpened(known: Pick<Known, 'state' | 'messages'>, address: string): boolean {
  const view = viewAt(known.state, address)
  return view.kind === 'conversation' && windowOf(known, view) !== undefined
}

/**
 * Keeps the store's view and place as the address bar has them. An address that cannot be read leads home, and is told to
 * `onUnreadable`.
 */
export function followAddress(store: Store<Known>, onUnreadable: (address: string) => void): void {
  let { state } = store.get()
  let followed: string | undefined
  let lastPlace: Place | undefined
  let isHome = false
  const follow = (isReplaced = false) => {
    const known = store.get()
    ;({ state } = known)
    const address = presentAddress()
    const read = viewAt(state, address)
    const named: View = state && read.kind === 'unreadable' ? { kind: 'home' } : read
    const opened = named.kind === 'home' ? homeView(state) : named
    // A conversation that is in sight as a preview opens as it is.
    const view = known.isPreview && addressFor(state, known.main) === address ? known.main : opened
    isHome = named.kind === 'home'
    const step = presentStep()
    const place = placeOf(view, known.place, step?.place)
    const isLast = place.kind === 'recent' || place.kind === 'channel'
    // Where columns stand side by side, these two leave the third one as it was, but not what a replaced address opened.
    const isBeside = (view.kind === 'topics' || view.kind === 'places') && !isNarrow()
    const left: View = isReplaced && known.view === known.main ? { kind: 'home' } : known.main
    const main = isBeside ? left : view
    const isSame = place === lastPlace
    lastPlace = place
    const filter = step?.filter ?? (isSame ? known.filter : 'all')
    keepStep({ filter, top: step?.top ?? (isSame ? listTop() : 0), place })
    const toasts = withoutNamed(known.toasts, 'unreadable')
    const beside = besideAfter(known, main, isReplaced)
    const isPreview = isBeside && known.isPreview
    store.set({
      view,
      main,
      isPreview,
      beside,
      place,
      filter,
      toasts,
      ...(isLast ? { lastList: place } : {}),
    })
    if (named !== read) {
      history.replaceState(history.state, '', location.pathname)
      onUnreadable(address)
    }
    // Older forms and missing names become the first form, so that what people copy is what lasts.
    if (state && named.kind !== 'home' && named.kind !== 'unreadable') {
      const first = addressFor(state, view)
      if (first !== address) history.replaceState(history.state, '', first)
    }
    followed = presentAddress()
  }
  addEventListener('popstate', ({ isTrusted }) => {
    const filter = presentStep()?.filter
    // A step between two filters changes nothing else.
    if (isTrusted && filter && presentAddress() === followed) store.set({ filter })
    // An untrusted step replaces the address.
    else follow(!isTrusted)
  })
  // Most changes of the fragment are told twice, first by `popstate`: following both would draw a conversation twice.
  addEventListener('hashchange', () => {
    if (presentAddress() !== followed) follow()
  })
  follow()
  // Addresses with names, and the home view, can be read once the names and settings are there. Later, a window that is at
  // home follows the setting when it is changed elsewhere.
  store.subscribe(() => {
    const next = store.get().state
    if (next && (!state || (isHome && homeView(next).kind !== homeView(state).kind))) follow()
  })
}

const listTop = () => document.querySelector('.list-scroll')?.scrollTop ?? 0

/** Opens an address: a step of its own in the history, or with `replace` in place of the present one. */
export function openAddress(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) {
    history.replaceState(history.state, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
    return
  }
  const { href } = new URL(address, location.href)
  if (href === location.href) return
  // A fragment that is set would be looked for in the page, which costs the browser its layout.
  history.pushState(null, '', href)
  dispatchEvent(new HashChangeEvent('hashchange'))
}
