/** A name of a channel that is offered. */
export interface Suggestion {
  readonly name: string
  readonly isChosen: boolean
}

/** Returns the names that are chosen: without spaces around them, and each once, however it is written. */
export function chosenNames(rows: readonly Suggestion[]): string[] {
  const names = new Map<string, string>()
  for (const { name, isChosen } of rows) {
    const text = name.trim()
    if (isChosen && text !== '' && !names.has(text.toLowerCase())) names.set(text.toLowerCase(), text)
  }
  return [...names.values()]
}
