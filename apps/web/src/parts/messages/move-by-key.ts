/** Moves the focus among the messages of a list: arrows, `j` and `k`, Home and End; Escape leaves a message's links. */
export function moveByKey(event: KeyboardEvent): void {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof HTMLElement) || !(currentTarget instanceof HTMLElement)) return
  if (target.matches('input, textarea, select, [contenteditable]')) return
  const article = target.closest<HTMLElement>('article.message')
  if (!article) return
  if (key === 'Escape' && target !== article) {
    event.preventDefault()
    // Only out of the message: the next press leaves the list.
    event.stopPropagation()
    article.focus()
    return
  }
  const articles = [...currentTarget.querySelectorAll<HTMLElement>('article.message')]
  const at = articles.indexOf(article)
  const next = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1 }[key]
  const goal = next === undefined ? undefined : articles[next]
  if (!goal) return
  event.preventDefault()
  goal.focus({ preventScroll: true })
  goal.scrollIntoView({ block: 'nearest' })
}
