import { requireTopic } from '#areas/messages/rules.ts'
import { isNoTopic } from '#model/empty-topic-name.ts'
import type { IncomingMail } from '#ports/incoming-mail.ts'
import type { MailOptions } from './channel-address.ts'

// Picks the part of a mail that people want to read in a channel. Pure.

const answerPrefixes = /^(?:\s*(?:re|aw|sv|vs|antw|fwd?|wg|tr|rv)(?:\s*\[\d{1,4}\])?\s*:)+/i
const notInTopics = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufff9-\uffff]+/gu

/** Longest part of a subject to look at. */
const longestSubject = 1000

/** Makes a topic from a mail's subject: without the marks of answers and forwarding, cut to the length of topics. */
export function topicOfSubject(subject: string): string {
  const line = subject.slice(0, longestSubject).replaceAll(notInTopics, ' ').replaceAll(/ {2,}/g, ' ')
  const topic = requireTopic(line.replace(answerPrefixes, ''))
  return topic !== '' && !isNoTopic(topic) ? topic : 'Email with no subject'
}

/**
 * Picks the part of a mail that its sender wrote, as Markdown; undefined for HTML that cannot become Markdown. Takes
 * some milliseconds at most, because the reader of the mail has cut `text`.
 */
export function bodyOf(
  { text, html, subject }: Pick<IncomingMail, 'text' | 'html' | 'subject'>,
  options: MailOptions,
): string | undefined {
  const isForwarded = /^\s*(?:fwd?|wg|tr|rv)\s*:/i.test(subject)
  if (html !== undefined && (options.preferHtml || (text ?? '').trim() === ''))
    return typeof html === 'string' ? html : undefined
  let lines = (text ?? '').split('\n').map((line) => line.trimEnd())
  // A signature can stand before or after the quoted mail.
  for (const _ of [1, 2]) {
    if (!options.includeQuotes && !isForwarded) lines = withoutQuotes(lines)
    if (!options.includeFooter) lines = withoutSignature(lines)
  }
  return lines.join('\n').trim()
}

/** Removes the answered mail if it stands at the end. Answers between its lines stay with it. */
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

/**
 * Recognizes “On Mon, Jan 5, 2026 at 9:00 AM Iris <iris@example.com> wrote:”, which mail programs often break into two
 * lines.
 */
const introducesQuote = (line: string) => line.endsWith(':') && /\d[:.]\d\d|\b\d{4}\b|@/.test(line)

/** Removes everything after the line `--` (RFC 3676), which begins a signature. */
function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.lastIndexOf('--')
  return at > 0 && lines.slice(0, at).some((line) => line !== '') ? lines.slice(0, at) : [...lines]
}
