/** The word at the cursor that can be completed. The text from `from` to the cursor is replaced. */
export type Trigger =
  | { readonly kind: 'mention'; readonly query: string; readonly from: number; readonly isSilent: boolean }
  | { readonly kind: 'channel'; readonly query: string; readonly from: number }
  /** `channel`: the name before `>`; empty for the channel of the conversation. */
  | { readonly kind: 'topic'; readonly query: string; readonly from: number; readonly channel: string }
  | {
      readonly kind: 'message'
      readonly query: string
      readonly from: number
      readonly channel: string
      readonly topic: string
    }
  | { readonly kind: 'emoji'; readonly query: string; readonly from: number }
  | { readonly kind: 'command'; readonly query: string; readonly from: number }
  | { readonly kind: 'time'; readonly query: string; readonly from: number }
  | { readonly kind: 'language'; readonly query: string; readonly from: number }

/** The longest name that is looked for, in UTF-16 units. */
const longest = 100

// A name may hold spaces, but begins with none. What stands before the sign decides whether a word begins there.
const boundary = String.raw`(?:^|[\s'"(\[{/<])`
const mention = new RegExp(String.raw`${boundary}(@(_?)(?:\*{1,2})?((?:[^\s*@][^*@\n]*)?))$`, 'u')
const messageOfLink = /(#\*\*([^*>\n]+)>([^*\n]*?)@([^*@\n]*))$/u
const topicOfLink = /(#\*\*([^*>\n]+)>([^*\n]*))$/u
const topicHere = new RegExp(String.raw`${boundary}(#>([^*\n]*))$`, 'u')
const channel = new RegExp(String.raw`${boundary}(#(?:\*\*)?((?:[^\s*#>][^*#>\n]*)?))$`, 'u')
const emoji = /(?:^|[\s"'([{*_>])(:([\p{L}\p{N}_+-]{2,}))$/u
const command = /^(\/([a-z][a-z0-9_-]*|))$/i
const time = /(?:^|\s)(<(t?|ti|tim|time:?))$/
const language = /(?:^|\n) {0,3}((?:`{3,}|~{3,}) ?([^\s`~]+))$/

type Groups = ArrayLike<string | undefined>

/** How what is written is recognized, and read from the groups of the pattern. The first one that fits counts. */
const readings: readonly (readonly [RegExp, (groups: Groups, from: number) => Trigger])[] = [
  [
    messageOfLink,
    ({ 2: channelName = '', 3: topic = '', 4: query = '' }, from) => ({
      kind: 'message',
      query,
      from,
      channel: channelName,
      topic,
    }),
  ],
  [topicOfLink, ({ 2: name = '', 3: query = '' }, from) => ({ kind: 'topic', query, from, channel: name })],
  [topicHere, ({ 2: query = '' }, from) => ({ kind: 'topic', query, from, channel: '' })],
  [
    mention,
    ({ 2: silent, 3: query = '' }, from) => ({ kind: 'mention', query, from, isSilent: silent === '_' }),
  ],
  [channel, ({ 2: query = '' }, from) => ({ kind: 'channel', query, from })],
  [emoji, ({ 2: query = '' }, from) => ({ kind: 'emoji', query, from })],
  [time, ({ 2: query = '' }, from) => ({ kind: 'time', query, from })],
  [command, ({ 2: query = '' }, from) => ({ kind: 'command', query, from })],
]

/** Returns what can be completed at the cursor, or undefined. */
export function triggerAt(text: string, cursor: number): Trigger | undefined {
  const start = Math.max(0, cursor - longest)
  const before = text.slice(start, cursor)
  const found = (match: RegExpExecArray | null) => {
    const written = match?.[1]
    return written === undefined ? undefined : cursor - written.length
  }
  const fence = language.exec(before)
  const fenceFrom = found(fence)
  const isInFence = insideFence(text.slice(0, fenceFrom ?? cursor))
  if (fence && fenceFrom !== undefined)
    return isInFence
      ? undefined
      : { kind: 'language', query: fence[2] ?? '', from: cursor - (fence[2] ?? '').length }
  if (isInFence || insideCode(before)) return undefined
  for (const [pattern, read] of readings) {
    const match = pattern.exec(before)
    const from = found(match)
    // A command stands at the beginning of the whole text.
    if (match && from !== undefined && (pattern !== command || start === 0)) return read(match, from)
  }
  return undefined
}

const insideFence = (before: string) => (before.match(/^ {0,3}(?:`{3,}|~{3,})/gm)?.length ?? 0) % 2 === 1

/** Whether the line so far has opened inline code and not closed it. */
function insideCode(before: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return (line.match(/`/g)?.length ?? 0) % 2 === 1
}
