import { cleanText } from '../rows.ts'

/** Names of the things that texts of Slack refer to by ids. */
export interface SlackNames {
  /** Returns the mention of somebody in Markdown; undefined for an id that nobody has. */
  person(id: string): string | undefined
  /** Returns the link to a channel in Markdown. */
  channel(id: string): string | undefined
  /** Returns the address of a message that a link to Slack leads to. */
  message(url: string): string | undefined
  /** Returns an emoji in Markdown; undefined for a name that no emoji has. */
  emoji(name: string): string | undefined
}

/** Code, in which nothing is replaced but what Slack itself has escaped. */
const codeSpans = /```[\s\S]*?```|`[^`\n]+`/g
const references = /<([^<>\n]+)>/g
const emojiNames = /:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/g
/** Letters that no message has: between them stand numbers of parts that are ready. */
const [opening, closing] = ['\uE000', '\uE001']
const parts = /\uE000(\d+)\uE001/g

/** Converts a text in Slack's own markup to Markdown. */
export function slackMarkdown(text: string, names: SlackNames): string {
  const ready: string[] = []
  const put = (part: string) => `${opening}${ready.push(part) - 1}${closing}`
  const converted = cleanText(text)
    .replaceAll(/[\uE000\uE001]/g, '\uFFFD')
    .replaceAll(codeSpans, (code) => put(slackCode(code)))
    .replaceAll(references, (_, reference: string) => put(referenceMarkdown(reference, names)))
    .replaceAll(emojiNames, (source, name: string) => put(names.emoji(name) ?? source))
    .replaceAll(/^&gt;(?:&gt;&gt;)? ?/gm, () => put('> '))
  return styled(converted)
    .replaceAll(parts, (_, number: string) => ready[Number(number)] ?? '')
    .replaceAll(/&(amp|lt|gt);/g, unescaped)
}

/** Bold, italic and struck text: a mark stands beside no letter, and its text begins and ends with none of spaces. */
const marks = /(?<![\p{L}\p{N}*_~])([*_~])(?![\s*_~])([^\n]*?[^\s*_~])\1(?![\p{L}\p{N}*_~])/gu
const markdownMarks: Readonly<Record<string, string>> = { '*': '**', _: '*', '~': '~~' }

const styled = (text: string, depth = 0): string =>
  depth > 3
    ? text
    : text.replaceAll(marks, (_, mark: string, inner: string) => {
        const around = markdownMarks[mark] ?? ''
        return `${around}${styled(inner, depth + 1)}${around}`
      })

function slackCode(code: string): string {
  const plain = code
    .replaceAll(references, (source, reference: string) =>
      /^[@#!]/.test(reference) ? source : linkIn(reference).label,
    )
    .replaceAll(/&(amp|lt|gt);/g, unescaped)
  // Fences of Markdown stand on lines of their own.
  return plain.startsWith('```') ? fenced(plain.slice(3, -3)) : plain
}

/** Returns text in a fence that nothing in it can end. */
export function fenced(code: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `\n${fence}\n${code.replace(/^\n/, '').replace(/\n$/, '')}\n${fence}\n`
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>' }
const unescaped = (_: string, name: string): string => characters[name] ?? ''

function linkIn(reference: string): { url: string; label: string } {
  const bar = reference.indexOf('|')
  const [url, label] = bar < 0 ? [reference, reference] : [reference.slice(0, bar), reference.slice(bar + 1)]
  return {
    url: url.replaceAll(/&(amp|lt|gt);/g, unescaped),
    label: label.replaceAll(/&(amp|lt|gt);/g, unescaped),
  }
}

function referenceMarkdown(reference: string, names: SlackNames): string {
  const { url: target, label } = linkIn(reference)
  const named = label === target ? undefined : label
  const id = target.slice(1)
  if (target.startsWith('@')) return names.person(id) ?? `@${named ?? id}`
  if (target.startsWith('#')) return names.channel(id) ?? `#${named ?? id}`
  if (!target.startsWith('!')) return linkMarkdown(target, named, names)
  const [word = ''] = id.split('^')
  if (isWildcard(word)) return '@**all**'
  if (word === 'subteam') return `@${(named ?? id.split('^')[1] ?? '').replace(/^@/, '')}`
  if (word === 'date') return dateMarkdown(Number(id.split('^')[1]), named ?? '')
  return named ?? word
}

/** Words that mention everybody of a channel. */
export const isWildcard = (word: string): boolean =>
  word === 'here' || word === 'channel' || word === 'everyone'

export function linkMarkdown(url: string, label: string | undefined, names: SlackNames): string {
  const message = names.message(url)
  if (
    message === undefined &&
    (label === undefined || label === url || `mailto:${label}` === url || `http://${label}` === url)
  )
    return url.replace(/^mailto:/, '')
  const text = (label ?? url).replaceAll(/[[\]\n]/g, ' ').trim()
  return `[${text}](${(message ?? url).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20')})`
}

/** A time that each reader sees in their own zone. */
export function dateMarkdown(seconds: number, fallback: string): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? fallback : `<time:${date.toISOString().replace('.000Z', 'Z')}>`
}
