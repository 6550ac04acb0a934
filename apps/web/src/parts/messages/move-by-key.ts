import { keyOf } from '#keys/key-map.ts'
import { useApp } from '#state/use-app.ts'

/**
 * Returns a handler that moves the focus among the messages of a list: arrows, and `j` and `k` where single keys act;
 * Escape leaves a message's links.
 */
export function useMoveByKey(): (event: KeyboardEvent) => void {
  const { store } = useApp()
  return (event) => moveByKey(event, store.get().device.hasSingleKeys)
}

function moveByKey(event: KeyboardEvent, hasSingleKeys: boolean): void {
  const { target, currentTarget } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return
  if (target.matches('input, textarea, select, [contenteditable]')) return
  const article = target.closest<HTMLElement>('article.message')
  if (!article) return
  const key = keyOf(event)
  if (key === 'Escape' && target !== article) {
    event.preventDefault()
    // Only out of the message: the next press leaves the list.
    event.stopPropagation()
    article.focus()
    return
  }
  const articles = [...currentTarget.querySelectorAll<HTMLElement>('article.message')]
  const at = articles.indexOf(article)
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    ...(hasSingleKeys && !event.shiftKey && { J: at + 1, K: at - 1 }),
  }
  const goal = articles[steps[key.length > 1 ? key : key.toUpperCase()] ?? -1]
  if (!goal) return
  event.preventDefault()
  goal.focus({ preventScroll: true })
  goal.scrollIntoView({ block: 'nearest' })
}
