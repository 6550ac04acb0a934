import { presentAddress } from '#wire/present-address.ts'
import { accountIn } from './copy.ts'

/** The key of the last screen in the browser's storage. */
export const lastScreenKey = 'tagma screen'

export type Attributes = Readonly<Record<string, string>>
/** An element with what is in it, or a text. */
export type Drawn = string | readonly [name: string, attributes: Attributes, ...content: Drawn[]]

/** The screen as this device showed it last, without what was out of sight. */
export interface LastScreen {
  /** Address of its style sheet, which changes with the version of the page. */
  readonly styles: string
  /** Id of the account that saw it. */
  readonly account: number
  /** The fragment of its address. */
  readonly address: string
  /** Width of the window in pixels. */
  readonly width: number
  /** Attributes of the document's element: language, direction and colours. */
  readonly root: Attributes
  readonly page: Drawn
}

/** Parts that scroll. */
export const scrollers = '.messages-scroller, [data-scrolls]'
/** The attribute of the first element in sight of a part that scrolls: its distance in pixels from the part's upper edge. */
export const topMark = 'data-kept-top'

/** The name of the style sheet of this version. */
export const presentStyles = (): string =>
  document.querySelector('link[rel="stylesheet"]')?.getAttribute('href') ?? ''

/**
 * Shows the screen that this device kept, if the same account opens the same address in a window of the same width. Nothing
 * on it acts: the page takes its place as soon as it can draw. Returns whether it is shown.
 */
export function showLastScreen(): boolean {
  if (document.visibilityState !== 'visible') return false
  const kept = keptScreen()
  if (
    kept?.styles !== presentStyles() ||
    kept.account !== accountIn(document.cookie) ||
    kept.address !== presentAddress() ||
    kept.width !== innerWidth
  )
    return false
  try {
    drawScreen(kept)
    return true
  } catch {
    // It was damaged: the page begins as if nothing were kept.
    endLastScreen()
    return false
  }
}

function drawScreen({ page, root }: LastScreen): void {
  const place = document.createElement('div')
  place.inert = true
  place.className = 'last-screen'
  place.style.display = 'contents'
  document.body.append(place)
  draw(place, page)
  setAttributes(document.documentElement, root)
  for (const first of place.querySelectorAll<HTMLElement>(`[${topMark}]`)) {
    const scroller = first.closest(scrollers)
    if (scroller) scroller.scrollTop += topIn(scroller, first) - Number(first.getAttribute(topMark))
  }
}

/** Takes the kept screen away. */
export const endLastScreen = (): void => document.querySelector('body > .last-screen')?.remove()

/** Returns the distance of an element from the upper edge of the part that it scrolls in. */
export const topIn = (scroller: Element, element: Element): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top

function keptScreen(): LastScreen | undefined {
  try {
    return (JSON.parse(localStorage.getItem(lastScreenKey) ?? 'null') as LastScreen | null) ?? undefined
  } catch {
    // Storage is forbidden, or somebody has written something else there.
    return undefined
  }
}

/** Elements that load, run or send something by themselves. */
const active = /^(script|style|link|meta|base|iframe|frame|object|embed|template|form|dialog|portal)$/i
/** Attributes that act: handlers, and what leads or sends elsewhere. */
const acting = /^(on|srcdoc|srcset|action|formaction|autofocus|id$|name$|xlink:|ping)/i

/** Draws without HTML: storage could hold anything, and no text of it becomes code. */
function draw(parent: Element, drawn: Drawn): void {
  if (typeof drawn === 'string') return parent.append(drawn)
  const [name, attributes, ...content] = drawn
  if (active.test(name)) return
  const element = document.createElementNS(spaceOf(parent, name), name)
  setAttributes(element, attributes)
  parent.append(element)
  for (const child of content) draw(element, child)
}

function spaceOf(parent: Element, name: string): string | null {
  if (name === 'svg') return 'http://www.w3.org/2000/svg'
  if (name === 'math') return 'http://www.w3.org/1998/Math/MathML'
  return parent.localName === 'foreignObject' ? 'http://www.w3.org/1999/xhtml' : parent.namespaceURI
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (acting.test(name)) continue
    if (name === 'href' && !value.startsWith('#')) continue
    if (name === 'src' && !/^(\/(?!\/)|https:)/.test(value)) continue
    // The page's policy allows no style in an attribute, but by this way.
    if (name === 'style') (element as HTMLElement).style.cssText = value
    else element.setAttribute(name, value)
  }
}
