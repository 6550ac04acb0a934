import type { FormatCallback, HtmlToTextOptions } from 'html-to-text'
import { isNoTopic } from '#areas/messages/render-content.ts'
import { checkTopic } from '#areas/messages/rules.ts'
import type { IncomingMail } from '#ports/incoming-mail.ts'
import type { MailOptions } from './channel-address.ts'

// What of a mail people want to read in a channel. Pure.

const answerPrefixes = /^(?:\s*(?:re|aw|sv|vs|antw|fwd?|wg|tr|rv)(?:\s*\[\d{1,4}\])?\s*:)+/i
const notInTopics = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]+/gu

/** What of a subject is looked at. */
const longestSubject = 1000

/** The topic of a mail: its subject without the marks of answers and forwarding, cut to the length of topics. */
export function topicOfSubject(subject: string): string {
  const line = subject.slice(0, longestSubject).replaceAll(notInTopics, ' ').replaceAll(/ {2,}/g, ' ')
  const topic = checkTopic(line.replace(answerPrefixes, ''))
  return topic.ok && topic.value !== '' && !isNoTopic(topic.value) ? topic.value : 'Email with no subject'
}

/** HTML of more letters is not turned into Markdown, which takes up to a millisecond a kilobyte. */
const longestHtml = 200_000

/** The part of a mail that somebody wrote, as Markdown; undefined for HTML that is too long to turn into it. */
export async function bodyOf(
  { text, html, subject }: Pick<IncomingMail, 'text' | 'html' | 'subject'>,
  options: MailOptions,
): Promise<string | undefined> {
  const isForwarded = /^\s*(?:fwd?|wg|tr|rv)\s*:/i.test(subject)
  if (html !== undefined && (options.preferHtml || (text ?? '').trim() === '')) return toMarkdown(html)
  let lines = (text ?? '').split('\n').map((line) => line.trimEnd())
  // A signature can stand before what is quoted, and behind it.
  for (const _ of [1, 2]) {
    if (!options.includeQuotes && !isForwarded) lines = withoutQuotes(lines)
    if (!options.includeFooter) lines = withoutSignature(lines)
  }
  return lines.join('\n').trim()
}

/** Without the mail that is answered, where that stands at the end; what is answered line by line stays. */
function withoutQuotes(lines: readonly string[]): string[] {
  const original = lines.findIndex((line) =>
    /^-{3,}\s?(Original Message|Ursprüngliche Nachricht)\s?-{3,}$/i.test(line),
  )
  const kept = lines.slice(0, original > 0 ? original : undefined)
  let end = kept.length
  while (end > 0 && /^(?:>.*)?$/.test(kept[end - 1] ?? '')) end--
  const isQuoted = kept.slice(end).some((line) => line.startsWith('>'))
  if (!isQuoted) return kept
  const [before = '', last = ''] = kept.slice(0, end).slice(-2)
  if (introducesQuote(last)) end -= 1
  else if (before !== '' && last.split(/\s+/).length <= 3 && introducesQuote(`${before} ${last}`)) end -= 2
  return kept.slice(0, end).some((line) => line !== '') ? kept.slice(0, end) : kept
}

/** “On Mon, Jan 5, 2026 at 9:00 AM Iris <iris@example.com> wrote:”, which mail programs often break into two lines. */
const introducesQuote = (line: string) => line.endsWith(':') && /\d[:.]\d\d|\b\d{4}\b|@/.test(line)

/** Without what follows the line `--` (RFC 3676), which begins a signature. */
function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.lastIndexOf('--')
  return at > 0 && lines.slice(0, at).some((line) => line !== '') ? lines.slice(0, at) : [...lines]
}

async function toMarkdown(html: string): Promise<string | undefined> {
  if (html.length > longestHtml) return undefined
  const { convert } = await import('html-to-text')
  // What people set in bold often ends in a space, and then is not bold in Markdown.
  return convert(html, markdownOptions)
    .replaceAll(/(\*{1,2})([^*\n]+)\1/g, (_, mark: string, inner: string) => {
      const words = inner.trim()
      return words === '' ? inner : inner.replace(words, () => `${mark}${words}${mark}`)
    })
    .trim()
}

const around =
  (mark: string): FormatCallback =>
  ({ children }, walk, builder) => {
    builder.addLiteral(mark)
    walk(children, builder)
    builder.addLiteral(mark)
  }

const markdownOptions: HtmlToTextOptions = {
  wordwrap: false,
  limits: { maxDepth: 500 },
  formatters: {
    bold: around('**'),
    italic: around('*'),
    code: around('`'),
    title({ name = 'h1', children }, walk, builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      builder.addLiteral(`${'#'.repeat(Number(name.slice(1)))} `)
      walk(children, builder)
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
    link({ attribs, children }, walk, builder) {
      const { href = '' } = attribs as { href?: string }
      const isLink = /^(?:https?:|mailto:)[^\s()]*$/i.test(href)
      if (isLink) builder.addLiteral('[')
      walk(children, builder)
      if (isLink) builder.addLiteral(`](${href})`)
    },
  },
  selectors: [
    ...['b', 'strong'].map((selector) => ({ selector, format: 'bold' })),
    ...['i', 'em'].map((selector) => ({ selector, format: 'italic' })),
    { selector: 'code', format: 'code' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, format: 'title' })),
    { selector: 'a', format: 'link' },
    // Pictures of a mail are among its files, or on servers that want to know who reads it.
    { selector: 'img', format: 'skip' },
    { selector: 'ul', options: { itemPrefix: '* ' } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'block' })),
  ],
}
