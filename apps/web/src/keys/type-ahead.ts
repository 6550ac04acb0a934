/** Letters that are typed while a field is on its way. */
export interface TypeAhead {
  /** Returns the letters so far. From now on keys act as usual. */
  end(): string
}

/** Keeps letters for a field that is still loading. None of them acts on the page, as single keys do. */
export function typeAhead(): TypeAhead {
  let text = ''
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    text += event.key
    event.preventDefault()
    event.stopPropagation()
  }
  document.addEventListener('keydown', keep, { capture: true })
  return {
    end() {
      document.removeEventListener('keydown', keep, { capture: true })
      return text
    },
  }
}
