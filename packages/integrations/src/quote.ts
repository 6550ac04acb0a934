/** Returns a fence that does not occur in a text. */
function fenceFor(text: string, mark: '`' | '~'): string {
  const runs = text.matchAll(mark === '`' ? /`{3,}/g : /~{3,}/g)
  let longest = 2
  for (const [run] of runs) longest = Math.max(longest, run.length)
  return mark.repeat(longest + 1)
}

/** More of a quoted text is never shown: a message cannot be longer. */
const longestQuote = 10_000

/** Quotes a text between `~~~`. The text cannot end the quote. */
export const quote = (text: string): string => {
  const quoted = text.slice(0, longestQuote)
  const fence = fenceFor(quoted, '~')
  return `${fence} quote\n${quoted}\n${fence}`
}

/** A quote after an empty line. */
export const quoteBelow = (text: string): string => `\n\n${quote(text)}`

/** Puts a text between backticks; `info` follows the fence. */
export const fenced = (info: string, text: string): string => {
  const shown = text.slice(0, longestQuote)
  const fence = fenceFor(shown, '`')
  return `${fence}${info}\n${shown}\n${fence}`
}

/** Shows a value as JSON, indented by two. Stops where a message would be full. */
export const jsonBlock = (value: unknown): string => fenced('json', indentedJson(value))

function indentedJson(whole: unknown): string {
  const parts: string[] = []
  let room = longestQuote
  const put = (text: string) => {
    parts.push(text)
    room -= text.length
  }
  const write = (value: unknown, indent: string): void => {
    if (room <= 0) return
    if (typeof value !== 'object' || value === null) {
      put(JSON.stringify(value) ?? 'null')
      return
    }
    const isList = Array.isArray(value)
    const entries = Object.entries(value)
    if (entries.length === 0) {
      put(isList ? '[]' : '{}')
      return
    }
    put(isList ? '[' : '{')
    const inner = `${indent}  `
    for (const [index, [key, part]] of entries.entries()) {
      if (room <= 0) return
      put(`${index > 0 ? ',' : ''}\n${inner}${isList ? '' : `${JSON.stringify(key)}: `}`)
      write(part, inner)
    }
    put(`\n${indent}${isList ? ']' : '}'}`)
  }
  write(whole, '')
  return parts.join('')
}

/** Makes a link. */
export const link = (label: string, url: string): string => `[${label}](${url})`
