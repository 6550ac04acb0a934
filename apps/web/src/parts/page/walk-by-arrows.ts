// Arrows beside Tab: along tabs, and from row to row of a list. Each is the `onKeyDown` of what holds the things.

type Keys = KeyboardEvent & { readonly currentTarget: HTMLElement }

const isPlain = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && !shiftKey

/** Moves the focus along the links of a row of tabs, by the arrows, Home and End. */
export function walkTabs(event: Keys): void {
  if (!isPlain(event)) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  const next = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: tabs.length - 1 }[event.key]
  const tab = next === undefined ? undefined : tabs[next]
  if (at < 0 || !tab) return
  event.preventDefault()
  tab.focus()
}

/** Moves the focus to the same control of the row above or below. Controls that use the arrows themselves keep them. */
export function walkRows(event: Keys): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = event.target as HTMLElement
  if (step === undefined || !isPlain(event) || target.matches('select, textarea, input:not([type=checkbox])'))
    return
  const rows = [...event.currentTarget.children]
  const row = rows.findIndex((each) => each.contains(target))
  const next = rows[row + step]
  if (row < 0 || !next) return
  const controls = controlsOf(next)
  const at = controlsOf(rows[row]!).findIndex((each) => each === target)
  const control = controls[Math.min(Math.max(at, 0), controls.length - 1)]
  if (!control) return
  event.preventDefault()
  control.focus()
}

const controlsOf = (row: Element) => [
  ...row.querySelectorAll<HTMLElement>('a[href], button:enabled, input[type=checkbox]:enabled'),
]
