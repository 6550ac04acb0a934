/**
 * Removes the newlines at both ends. (`/
 * +$/` would take quadratic time on newlines in the middle.)
 */
export function trimNewlines(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}

/** Replaces tabs by spaces up to the next multiple of four columns, and empties lines that hold only spaces. */
export function tidyLines(text: string): string {
  const expanded = text.includes('\t') ? text.split('\n').map(expandTabs).join('\n') : text
  return expanded.replace(/^ +$/gm, '')
}

function expandTabs(line: string): string {
  const [first = '', ...rest] = line.split('\t')
  let expanded = first
  for (const part of rest) expanded += ' '.repeat(4 - (expanded.length % 4)) + part
  return expanded
}
