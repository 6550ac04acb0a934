/** Text without the newlines at its ends. (`/\n+$/` would take quadratic time where newlines stand in the middle.) */
export function trimNewlines(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}
