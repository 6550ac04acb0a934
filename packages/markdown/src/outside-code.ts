import { codeSpans } from './code-span.ts'
import { kindOf, openingFence } from './fence.ts'

/** Changes the parts of a message's text that are neither code nor mathematics in a block of its own. */
export function changeOutsideCode(text: string, change: (part: string) => string): string {
  if (!text.includes('`') && !text.includes('~~~')) return change(text)
  const done: string[] = []
  const open: { readonly fence: string; readonly isVerbatim: boolean }[] = []
  let plain: string[] = []
  const flush = () => {
    if (plain.length > 0) done.push(changeOutsideSpans(plain.join('\n'), change))
    plain = []
  }
  for (const line of text.split('\n')) {
    const inner = open.at(-1)
    const isClosing = inner !== undefined && line.trim() === inner.fence
    const opening = isClosing || inner?.isVerbatim ? null : openingFence.exec(line.trimEnd())
    if (isClosing) open.pop()
    if (opening) {
      const kind = kindOf(opening[3] ?? '')
      open.push({ fence: opening[2] ?? '', isVerbatim: kind === 'code' || kind === 'math' })
    }
    if (isClosing || opening || inner?.isVerbatim) {
      flush()
      done.push(line)
    } else plain.push(line)
  }
  flush()
  return done.join('\n')
}

function changeOutsideSpans(text: string, change: (part: string) => string): string {
  let changed = ''
  let done = 0
  for (const { start, end } of codeSpans(text)) {
    changed += change(text.slice(done, start)) + text.slice(start, end)
    done = end
  }
  return changed + change(text.slice(done))
}
