import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { Filter } from '#state/list-rows.ts'
import { keepStep, presentStep } from '#state/list-step.ts'

/** Milliseconds of rest after which a place is kept: browsers refuse to be told all the time. */
const rest = 200

/** Scrolls a list to where it was in this step of the history, and keeps where it is scrolled to. */
export function useScrollPlace(scrolled: RefObject<HTMLElement | null>, filter: Filter): void {
  useLayoutEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = presentStep()?.top ?? 0
  }, [filter])
  useEffect(() => {
    const list = scrolled.current
    if (!list) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const onScroll = () => {
      clearTimeout(timer)
      const { href } = location
      timer = setTimeout(() => {
        const step = presentStep()
        // Another step may have begun, and a list that is not shown is not scrolled.
        if (step && location.href === href && list.checkVisibility())
          keepStep({ ...step, top: list.scrollTop })
      }, rest)
    }
    list.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      list.removeEventListener('scroll', onScroll)
    }
  }, [])
}
