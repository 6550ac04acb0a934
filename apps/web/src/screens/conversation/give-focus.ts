import { afterPaint } from '#parts/after-paint.ts'
import type { ListRef } from './places.ts'

/** Looks for a message that the list has still to draw. */
const mostLooks = 20

/** Gives the focus to a message as soon as it is drawn, or without an id to the one where the list is. */
export function giveFocus(list: ListRef, id: number | undefined, looks = mostLooks): void {
  afterPaint(() => {
    list.current?.focus(id)
    const isGiven = id === undefined || document.activeElement?.matches(`article[data-id="${id}"]`)
    if (!isGiven && looks > 1) giveFocus(list, id, looks - 1)
  })
}
