import type { View } from '@tagma/contract/address.ts'
import { openViews } from '#actions/stand-beside.ts'
import { isNarrow } from '#parts/use-narrow.ts'
import { addressFor, conversationKeyOf, viewAt } from '#state/addresses.ts'
import type { App } from '#state/use-app.ts'

/** Milliseconds that the focus stays on a row before its conversation is shown. */
const rest = 150

/** Parts that may have the focus without ending a preview. */
const over = '.list-column, dialog, [role="menu"], [popover]'

/**
 * Shows the conversation of the row that arrows lead to, without opening it: focus and address stay, and nothing is marked as
 * read. The conversation opens when the focus goes into it. When the focus goes elsewhere, the open one is shown again.
 */
export class RowPreview {
  readonly #app: App
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The view that the preview has replaced. */
  #before: View | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Call it when a key has moved the focus to a link. */
  soon(link: HTMLElement): void {
    clearTimeout(this.#timer)
    if (!link.matches('.list a.row[data-key]') || isNarrow()) return
    this.#timer = setTimeout(() => {
      if (document.activeElement === link) this.#show(link)
    }, rest)
  }

  /** Follows where the focus goes. */
  follow = ({ target }: FocusEvent): void => {
    const { store, go } = this.#app
    const { isPreview, main, state } = store.get()
    if (!isPreview || !(target instanceof Element) || target.closest(over)) return
    if (target.closest('.main')) go(addressFor(state, main))
    else this.end()
  }

  /** Shows the open conversation again. */
  end(): void {
    clearTimeout(this.#timer)
    const { store } = this.#app
    if (store.get().isPreview) store.set({ main: this.#before ?? store.get().view, isPreview: false })
  }

  #show(link: HTMLElement): void {
    const { store } = this.#app
    const known = store.get()
    const { state } = known
    const ownId = state?.user_id ?? -1
    const keyOf = (view: View | undefined) => view && conversationKeyOf(view, ownId)
    const view = viewAt(state, link.getAttribute('href') ?? '')
    const key = keyOf(view)
    // A conversation that stands beside is in sight already.
    if (key === undefined || openViews(known).some((each) => keyOf(each) === key)) return
    if (!known.isPreview) this.#before = known.main
    if (keyOf(this.#before) === key) this.end()
    else store.set({ main: view, isPreview: true })
  }
}
