import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

interface NextReport {
  /** The list of reports. */
  readonly ref: RefObject<HTMLDivElement | null>
  readonly onFocusIn: (event: FocusEvent) => void
}

/**
 * Keeps the keys in the queue: when the report with the focus leaves it, the next one takes the focus, else the one before
 * it, else the page. `ids` are the reports that are shown.
 */
export function useNextReport(ids: readonly number[]): NextReport {
  const ref = useRef<HTMLDivElement>(null)
  const place = useRef<{ readonly id: number; readonly at: number }>(undefined)
  useLayoutEffect(() => {
    const left = place.current
    if (!left || ids.includes(left.id)) return
    place.current = undefined
    const move = () => {
      // Whoever went elsewhere meanwhile stays there.
      if (document.activeElement !== document.body) return
      const next = ref.current?.children[Math.min(left.at, ids.length - 1)]
      const target = next ?? ref.current?.closest('.page-scroll')
      if (target instanceof HTMLElement) target.focus()
    }
    // The report may go before the dialog that settles it, which holds the focus until then.
    const dialog = document.querySelector('dialog[open]')
    if (dialog) dialog.addEventListener('close', move, { once: true })
    else move()
  }, [ids.join()])
  return {
    ref,
    onFocusIn: ({ target }) => {
      const report = target instanceof Element ? target.closest<HTMLElement>('[data-report]') : null
      // By the element: when a dialog gives the focus back to a report that is just going, `ids` is without it already.
      if (!report) return
      const at = [...(ref.current?.children ?? [])].indexOf(report)
      place.current = { id: Number(report.dataset.report), at }
    },
  }
}
