import { emojiCode } from '@tagma/markdown/emoji-names.ts'
import type { Sample } from './webhook-samples.ts'

/** Shows a message of a service as a quote in plain Markdown: its topic, then its text. */
export function messageExample({ posts: [post] }: Sample): string {
  if (!post) return ''
  const { topic, content } = post
  const lines = [...(topic === '' ? [] : [`**${topic.replaceAll('*', '\\*')}**`, '']), ...plainLines(content)]
  return lines.map((line) => `> ${line}`.trimEnd()).join('\n')
}

/** Turns what only messages have into Markdown that every reader knows: quotes in fences, emoji, times. */
function plainLines(content: string): string[] {
  const lines: string[] = []
  let fence: string | undefined
  let isQuote = false
  for (const line of content.split('\n')) {
    const [, marks, language = ''] = /^(`{3,}|~{3,})\s*(\w*)\s*$/.exec(line) ?? []
    if (fence === undefined && marks !== undefined) {
      fence = marks
      isQuote = language === 'quote'
      if (!isQuote) lines.push(`${marks}${language}`)
      else if (lines.at(-1) !== '') lines.push('')
    } else if (fence !== undefined && marks === fence) {
      if (!isQuote) lines.push(marks)
      fence = undefined
      isQuote = false
    } else lines.push(fence !== undefined && !isQuote ? line : `${isQuote ? '> ' : ''}${inline(line)}`)
  }
  return lines
}

const inline = (line: string): string =>
  line
    .replaceAll(/<time:([^>]+)>/g, '$1')
    .replaceAll(/(?<![\w/]):([a-z0-9_+-]+):/g, (written, name: string) => emoji(name) ?? written)
    .replaceAll(/<(?!https?:)/g, '\\<')

function emoji(name: string): string | undefined {
  const code = emojiCode(name)
  return code === undefined
    ? undefined
    : String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16)))
}
