import type { Message } from '@tagma/sync/messages/message.ts'
import type { DrawnSize } from './drawn-size.ts'

/** The most lines that count: long messages show their beginning only. */
const mostLines = 10

/** Distances in letters: around a message, above the first one of a sender, and around code. */
const around = 0.25
const aboveFirst = 0.5
const aroundCode = 1.25
/** The least width of a letter on average, and the height of a line of code by that of a line of text. */
const narrowLetter = 0.4
const codeLine = 0.9

/** Ends of lines in HTML of a message. An item that holds paragraphs is counted by them. */
const lineEnds = /<\/p>|[^\n]<\/li>|<br/

const codeBlocks = /<pre>[^]*?<\/pre>/g
const tags = /<[^>]*>/g
/** Formulas and spoilers have text that takes no room. */
const hidingText = /class="(?:katex|spoiler)/

/**
 * Returns the least height in pixels that a message has in a list, by its text, the message before it and the sizes in which
 * lists are drawn. Distances between parts and pictures come on top.
 */
export function leastHeight(
  message: Message | undefined,
  before: Message | undefined,
  mutedIds: ReadonlySet<number>,
  { width, letter, line }: Omit<DrawnSize, 'height'>,
): number {
  if (!message) return 0
  const { content, flags, sender_id, is_me_message } = message
  const isShort = flags.includes('collapsed') || mutedIds.has(sender_id) || hidingText.test(content)
  const text = isShort ? line : textHeight(content, { width, letter, line })
  const head = is_me_message || before?.sender_id === sender_id ? 0 : line + aboveFirst * letter
  return text + around * letter + head
}

function textHeight(content: string, { width, letter, line }: Omit<DrawnSize, 'height'>): number {
  const code = content.match(codeBlocks) ?? []
  const lettersInLine = width / (narrowLetter * letter)
  let lines = code.reduce((sum, block) => sum + (block.split('\n').length - 1) * codeLine, 0)
  // After the last end of a line come only the ends of elements. A text without any is one line.
  const texts = content.replaceAll(codeBlocks, '').split(lineEnds)
  for (const text of texts.length > 1 ? texts.slice(0, -1) : [])
    lines += Math.max(1, Math.ceil(text.replaceAll(tags, '').trim().length / lettersInLine))
  return Math.max(1, Math.min(mostLines, lines)) * line + (code.length > 0 ? aroundCode * letter : 0)
}
