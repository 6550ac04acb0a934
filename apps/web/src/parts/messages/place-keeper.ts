import { anchorAt, isAtEnd, rowOf, type Anchor, type Row, type Rows } from './anchor.ts'
import type { End } from './seen.ts'

/** Where a list begins. */
export type Start =
  | { readonly kind: 'end' }
  /** A third from the top: the first unread message, or the one that an address names. */
  | { readonly kind: 'message'; readonly id: number }
  /** The place where one was. */
  | { readonly kind: 'anchor'; readonly anchor: Anchor }

/** Returns the message that a list begins at; undefined at the end. */
export const idIn = (start: Start): number | undefined =>
  start.kind === 'message' ? start.id : start.kind === 'anchor' ? start.anchor.id : undefined

/**
 * Keeps what is being read in its place, whatever changes its height: the list puts the anchor back in the same frame. At
 * the end, it follows the end. Browsers' own anchoring is switched off, because not all have it.
 *
 * Call `restore` after every change of the content, before it is painted. Only the reader's own scrolling chooses another
 * anchor: what `restore` does to the position is no sign of the reader. What the reader has scrolled before the event that
 * tells of it is kept.
 */
export class PlaceKeeper {
  readonly #scroller: HTMLElement
  readonly #articles: HTMLCollectionOf<Element>
  #anchor: Anchor | undefined
  #follows = false
  #ownTop = -1
  /** The position that was known last. */
  #top: number
  #height: number

  constructor(scroller: HTMLElement, start: Start) {
    this.#scroller = scroller
    this.#articles = scroller.getElementsByClassName('message')
    this.#height = scroller.clientHeight
    this.#top = scroller.scrollTop
    this.begin(start)
  }

  /** Goes to a place. Until the reader scrolls, it stays there. */
  begin(start: Start): void {
    this.#follows = start.kind === 'end'
    if (start.kind === 'message')
      this.#anchor = { id: start.id, offset: Math.round(this.#scroller.clientHeight / 3) }
    if (start.kind === 'anchor') this.#anchor = start.anchor
    this.#top = this.#scroller.scrollTop
    this.restore()
  }

  /** Whether the list is at its end, and follows it. */
  get follows(): boolean {
    return this.#follows
  }

  /** The place to come back to; undefined at the end. */
  get anchor(): Anchor | undefined {
    return this.#follows ? undefined : this.#anchor
  }

  /**
   * Follows the end from now on if it is in sight: without scrolling one cannot come to a list's end that fits the screen.
   * `hasNewest`: whether the end of the content is the end of all.
   */
  settle(hasNewest: boolean): void {
    if (hasNewest && isAtEnd(this.#scroller)) this.#follows = true
  }

  /**
   * Takes note of where the reader scrolled to. `hasNewest`: whether the end of the content is the end of all. Returns false
   * if it was not the reader who scrolled.
   */
  scrolled(hasNewest: boolean): boolean {
    if (Math.abs(this.#scroller.scrollTop - this.#ownTop) < 1) return false
    this.#ownTop = -1
    this.#top = this.#scroller.scrollTop
    this.#follows = hasNewest && isAtEnd(this.#scroller)
    this.#anchor = anchorAt(this.#rows(), 0)
    return true
  }

  /** Takes note of where the reader scrolled to, if the event that tells of it is still to come. See `scrolled`. */
  hear(hasNewest: boolean): void {
    if (this.#unheard() !== 0) this.scrolled(hasNewest)
  }

  /**
   * Keeps the beginning of a message in its place, at the end of the list too: the message is about to be opened or folded. Of
   * one that is folded, the beginning comes into sight.
   */
  hold(id: number, isFolded: boolean): void {
    const row = rowOf(this.#rows(), { id, offset: 0 })
    if (row?.id !== id) return
    this.#follows = false
    this.#top = this.#scroller.scrollTop
    this.#anchor = { id, offset: isFolded ? Math.max(0, row.top) : row.top }
  }

  /** Puts the anchor back, or goes to the end. */
  restore(): void {
    const scroller = this.#scroller
    const unheard = this.#unheard()
    if (this.#follows) this.#setTop(scroller.scrollHeight - (unheard && scroller.clientHeight - unheard))
    else if (this.#anchor) {
      if (unheard !== 0) this.#anchor = { id: this.#anchor.id, offset: this.#anchor.offset - unheard }
      const row = rowOf(this.#rows(), this.#anchor)
      const moved = row ? row.top - this.#anchor.offset : 0
      if (Math.abs(moved) >= 0.5) this.#setTop(scroller.scrollTop + moved)
    }
    // The event is still to come, and is the reader's.
    if (unheard !== 0) this.#ownTop = -1
  }

  /** Returns by how many pixels the reader has scrolled since the position was known. */
  #unheard(): number {
    const { scrollTop, scrollHeight, clientHeight } = this.#scroller
    const moved = scrollTop - this.#top
    this.#top = scrollTop
    // A list that became shorter is moved by the browser, and so is one that was hidden.
    const isCut = moved < 0 && scrollTop >= scrollHeight - clientHeight - 1
    return Math.abs(moved) < 1 || isCut || clientHeight !== this.#height ? 0 : moved
  }

  /** Keeps the lowest line in sight when the room changes: a keyboard opens, or the box below grows. */
  resized(): void {
    const lost = this.#height - this.#scroller.clientHeight
    this.#height = this.#scroller.clientHeight
    this.#top = this.#scroller.scrollTop
    if (this.#follows || lost === 0 || !this.#anchor) return this.restore()
    this.#anchor = { id: this.#anchor.id, offset: this.#anchor.offset - lost }
    this.restore()
  }

  /** Returns the ends of the messages on the screen. */
  ends(): End[] {
    const rows = this.#rows()
    const found: End[] = []
    const top = anchorAt(rows, 0)
    if (!top) return found
    const height = this.#scroller.clientHeight
    // The one before reaches into the screen from above.
    for (let index = Math.max(0, this.#indexOf(top.id) - 1); index < rows.length; index++) {
      const { id, top: from, bottom } = rows.at(index)
      if (from > height) break
      if (bottom > 0) found.push({ id, bottom })
    }
    return found
  }

  /** Returns how many screens there are above and below what is seen. */
  room(): { readonly above: number; readonly below: number } {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller
    const height = Math.max(1, clientHeight)
    return { above: scrollTop / height, below: (scrollHeight - clientHeight - scrollTop) / height }
  }

  #indexOf(id: number): number {
    for (let index = 0; index < this.#articles.length; index++)
      if (idOf(this.#articles[index]) === id) return index
    return 0
  }

  #setTop(top: number): void {
    this.#scroller.scrollTop = top
    this.#ownTop = this.#top = this.#scroller.scrollTop
  }

  #rows(): Rows {
    const articles = this.#articles
    const edge = this.#scroller.getBoundingClientRect().top
    return {
      length: articles.length,
      at(index): Row {
        const article = articles[index]!
        const { top, bottom } = article.getBoundingClientRect()
        return { id: idOf(article), top: top - edge, bottom: bottom - edge }
      },
    }
  }
}

const idOf = (article: Element | undefined) => Number(article?.getAttribute('data-id'))
