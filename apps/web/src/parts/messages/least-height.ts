import type { Message } from '@tagma/sync/messages/message.ts'

/** Pixels of a line, and of what stands above the first message of a sender. */
const line = 20
const head = 24
/** The most lines that count: long messages show their beginning only. */
const mostLines = 10

/** Ends of lines in HTML of a message. An item that holds paragraphs is counted by them. */
const lineEnds = /<\/p>|[^\n]<\/li>|<br/g

const codeBlocks = /<pre>[^]*?<\/pre>/g

/**
 * Returns the least height in pixels that a message has in a list, by its text and the message before it. Lines that are
 * broken for want of width and pictures come on top.
 */
export function leastHeight(
  message: Message | undefined,
  before: Message | undefined,
  mutedIds: ReadonlySet<number>,
): number {
  if (!message) return 0
  const { content, flags, sender_id } = message
  const isShort = flags.includes('collapsed') || mutedIds.has(sender_id)
  const lines = isShort ? 1 : Math.max(1, Math.min(mostLines, linesOf(content)))
  return lines * line + (before?.sender_id === sender_id ? 0 : head)
}

function linesOf(content: string): number {
  const code = content.match(codeBlocks)?.map((block) => block.split('\n').length - 1) ?? []
  return code.reduce((sum, lines) => sum + lines, content.match(lineEnds)?.length ?? 0)
}
