/** Keys that were pressed while a field was on its way. */
export interface TypedAhead {
  readonly text: string
  /** Whether Enter came after the text. */
  readonly isEntered: boolean
}

/** Keys that are pressed while a field is on its way. */
export interface TypeAhead {
  /** Returns the keys so far. From now on they act as usual. */
  end(): TypedAhead
}

/** Keeps letters and Enter for a field that is still loading. None of them acts on the page, as single keys do. */
export function typeAhead(): TypeAhead {
  let text = ''
  let isEntered = false
  const keep = (event: KeyboardEvent) => {
    const isLetter = event.key.length === 1
    if (!(isLetter || event.key === 'Enter') || event.ctrlKey || event.metaKey || event.altKey) return
    if (isLetter && !isEntered) text += event.key
    isEntered ||= !isLetter
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', keep, { capture: true })
  return {
    end() {
      document.removeEventListener('keydown', keep, { capture: true })
      return { text, isEntered }
    },
  }
}
