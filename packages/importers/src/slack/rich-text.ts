import { numberIn, type Row, textIn, rowIn, rowsIn } from '../rows.ts'
import { dateMarkdown, fenced, isWildcard, linkMarkdown, type SlackNames } from './slack-text.ts'

/**
 * Converts the blocks of a message to Markdown; undefined without a text that its author wrote. Blocks say what the text
 * of the message leaves open, such as whether a star is one.
 */
export function richTextMarkdown(message: Row, names: SlackNames): string | undefined {
  const blocks = rowsIn(message, 'blocks').filter((block) => block.type === 'rich_text')
  if (blocks.length === 0) return undefined
  const text = blocks.flatMap((block) =>
    rowsIn(block, 'elements').map((element) => blockMarkdown(element, names)),
  )
  return text
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function blockMarkdown(block: Row, names: SlackNames): string {
  const inline = () =>
    rowsIn(block, 'elements')
      .map((element) => inlineMarkdown(element, names))
      .join('')
  switch (block.type) {
    case 'rich_text_preformatted':
      return fenced(rowsIn(block, 'elements').map(plainOf).join(''))
    case 'rich_text_quote':
      return `\n${inline()
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n`
    case 'rich_text_list':
      return listMarkdown(block, names)
    default:
      return inline()
  }
}

function listMarkdown(list: Row, names: SlackNames): string {
  const indent = '  '.repeat(Math.min(8, Math.max(0, Math.trunc(numberIn(list, 'indent') ?? 0))))
  const first = Math.trunc(numberIn(list, 'offset') ?? 0) + 1
  return rowsIn(list, 'elements')
    .map((item, index) => {
      const mark = list.style === 'ordered' ? `${first + index}.` : '*'
      return `${indent}${mark} ${blockMarkdown(item, names).replaceAll('\n', ' ')}`
    })
    .join('\n')
}

const plainOf = (element: Row): string => textIn(element, 'text') || textIn(element, 'url')

function inlineMarkdown(element: Row, names: SlackNames): string {
  switch (element.type) {
    case 'text':
      return styledText(textIn(element, 'text'), rowIn(element, 'style'))
    case 'link':
      return linkMarkdown(textIn(element, 'url'), textIn(element, 'text') || undefined, names)
    case 'user':
      return names.person(textIn(element, 'user_id')) ?? `@${textIn(element, 'user_id')}`
    case 'channel':
      return names.channel(textIn(element, 'channel_id')) ?? `#${textIn(element, 'channel_id')}`
    case 'emoji': {
      const name = textIn(element, 'name')
      return names.emoji(name) ?? `:${name}:`
    }
    case 'broadcast':
      return isWildcard(textIn(element, 'range')) ? '@**all**' : `@${textIn(element, 'range')}`
    case 'usergroup':
      return `@${textIn(element, 'usergroup_id')}`
    case 'date':
      return dateMarkdown(numberIn(element, 'timestamp') ?? Number.NaN, textIn(element, 'fallback'))
    case 'color':
      return textIn(element, 'value')
    default:
      return plainOf(element)
  }
}

/** Marks stand beside the words: spaces at the ends stay outside of them. */
function styledText(text: string, style: Row): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  if (words === '') return text
  if (style.code === true) return words.includes('`') ? text : `${before}\`${words}\`${after}`
  const marks = `${style.strike === true ? '~~' : ''}${style.bold === true ? '**' : ''}${style.italic === true ? '*' : ''}`
  if (marks === '') return text
  const closing = [...marks].toReversed().join('')
  const lines = words
    .split('\n')
    .map((line) => (line.trim() === '' ? line : `${marks}${line.trim()}${closing}`))
  return before + lines.join('\n') + after
}
