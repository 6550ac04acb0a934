import type { Known } from '#state/known.ts'
import type { Store } from '#state/store.ts'
import { presentAddress } from '#wire/present-address.ts'
import { accountIn } from './copy.ts'
import {
  type Attributes,
  type Drawn,
  lastScreenKey,
  type LastScreen,
  presentStyles,
  scrollers,
  topIn,
  topMark,
} from './last-screen.ts'

/** Letters of the longest screen that is kept. Usual ones have a tenth of it. */
const most = 500_000

/** Parts that are not drawn again: what is over the page, what plays, and what nobody sees. */
const skipped = 'dialog, [popover], audio, video, iframe, style, script, .hidden-visually'
/** Parts whose style sheet comes later than the page. */
const styledLater = '.aside, .beside, .page, .search-column'
/** Parts of a list: those that are out of sight are left out. */
const items = 'article, li, .messages-feed > *'

/** Keeps the screen whenever the page is hidden, for its next start. */
export function keepLastScreen(store: Pick<Store<Known>, 'get'>): void {
  const keep = () => writeScreen(store.get())
  addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keep())
}

function writeScreen({ state }: Known): void {
  // Whoever signs out has erased it: it must not be written again.
  const account = state?.user_id
  if (account === undefined || account !== accountIn(document.cookie)) return
  try {
    const screen = screenOf(account)
    const text = screen ? JSON.stringify(screen) : ''
    if (text !== '' && text.length <= most) localStorage.setItem(lastScreenKey, text)
    else localStorage.removeItem(lastScreenKey)
  } catch {
    // Forbidden or full: the next start draws when it has read its copy.
  }
}

/** Returns what is on the screen; undefined if it could not be drawn as it is. */
export function screenOf(account: number): LastScreen | undefined {
  const shell = document.querySelector('body > .shell')
  if (!shell || [...shell.querySelectorAll(styledLater)].some((part) => part.checkVisibility()))
    return undefined
  const page = drawn(shell, undefined)
  return page && typeof page !== 'string'
    ? {
        styles: presentStyles(),
        account,
        address: presentAddress(),
        width: innerWidth,
        root: attributesOf(document.documentElement),
        page,
      }
    : undefined
}

/** A part that scrolls, while what is in it is drawn. */
interface Scroller {
  readonly element: Element
  readonly top: number
  readonly bottom: number
  hasFirst: boolean
}

function drawn(node: Node, scroller: Scroller | undefined): Drawn | undefined {
  if (node instanceof Text) return node.data
  if (!(node instanceof Element) || node.matches(skipped)) return undefined
  const attributes: Record<string, string> = { ...attributesOf(node) }
  let inside = node.matches(scrollers) ? scrollerOf(node) : scroller
  if (scroller && node.matches(items)) {
    const { top, bottom } = node.getBoundingClientRect()
    if (bottom <= scroller.top || top >= scroller.bottom) return undefined
    // A heading that sticks to the edge tells nothing about the place.
    if (!scroller.hasFirst && node.matches('article, li')) {
      attributes[topMark] = String(topIn(scroller.element, node))
      scroller.hasFirst = true
    }
    // The parts of a message belong together.
    if (node.matches('article')) inside = undefined
  }
  if (node instanceof HTMLTextAreaElement) return [node.localName, attributes, node.value]
  const content = [...node.childNodes].map((child) => drawn(child, inside))
  return [node.localName, attributes, ...content.filter((part) => part !== undefined)]
}

function scrollerOf(element: Element): Scroller {
  const { top, bottom } = element.getBoundingClientRect()
  return { element, top, bottom, hasFirst: false }
}

const attributesOf = (element: Element): Attributes =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
