// Texts that strangers wrote: they must not wake everybody, nor be longer than a message can be.

/** Most code points of a message. */
const longest = 10_000
const cutMark = '[message truncated]'

/** Mentions that would wake everybody, in channels and topics. */
const wildcard = /@\*\*(all|everyone|channel|stream|topic)\*\*/gi

/** Makes mentions of everybody silent. */
export const silenced = (content: string): string => content.replaceAll(wildcard, '@_**$1**')

/** Makes mentions of groups silent too: where the bot may not mention them, a post would be refused and lost. */
export const withSilentGroups = (content: string): string => content.replaceAll(/@\*(?!\*)/g, '@_*')

/** The fence that is still open at the end of a text. */
function openFence(text: string): string | undefined {
  let open: string | undefined
  for (const line of text.split('\n')) {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) continue
    if (open === undefined) open = fence
    else if (fence.startsWith(open) && /^[\s`~]*$/.test(line)) open = undefined
  }
  return open
}

/** Cuts a message to the length that one can have. An open fence is closed, and the last line says that it was cut. */
export function shortened(content: string): string {
  if (content.length <= longest) return content
  const points = [...content]
  if (points.length <= longest) return content
  const room = longest - cutMark.length - 100
  const kept = points.slice(0, room).join('')
  const fence = openFence(kept)
  return `${kept}${fence === undefined ? '' : `\n${fence.slice(0, 90)}`}\n${cutMark}`
}

/** Makes a topic of one line without control characters. */
export const oneLine = (topic: string): string =>
  topic
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]+/gu, ' ')
    .trim()

/** Makes the content of a message of a text that strangers wrote. */
export const safeContent = (content: string): string =>
  shortened(silenced(content.toWellFormed().replaceAll('\0', '').replaceAll('\r\n', '\n')))
