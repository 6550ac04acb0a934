import type { ComplianceFormat } from '@tagma/contract/objects/data-archive.ts'
import { bold, escapeHtml, sayHtml } from '#http/html.ts'
import { csvLine } from '#text/csv-line.ts'
import { type Language, type WordId, wordsFor, type WordValues } from '#words/words.ts'
import { archivePage, utc } from './archive-pages.ts'
import { type ExportedMessage, placeInArchive } from './exported-message.ts'

/** A message of a compliance export. */
export interface ComplianceMessage extends ExportedMessage {
  readonly files: readonly {
    readonly name: string
    readonly size: number
    /** Name in the archive; null for a file that is gone, like the hash. */
    readonly file: string | null
    readonly sha256: string | null
  }[]
}

/** Whose messages are written, and in which language for people. */
interface FormReader {
  readonly organization: string
  readonly language: Language
}

/** A way to write messages as files. */
interface ComplianceForm {
  readonly ending: string
  /** Messages in a file. */
  readonly perFile: number
  write(messages: readonly ComplianceMessage[], reader: FormReader): Uint8Array
}

const columns = [
  'id',
  'sent_at',
  'sender_id',
  'sender',
  'sender_email',
  'channel_id',
  'channel',
  'topic',
  'people',
  'content',
  'edited_at',
  'history',
  'reactions',
  'files',
] as const

type Cell = string | number | null

const cellsOf = (message: ComplianceMessage): Readonly<Record<(typeof columns)[number], Cell>> => ({
  id: message.id,
  sent_at: utc(message.sent_at),
  sender_id: message.sender.id,
  sender: message.sender.name,
  sender_email: message.sender.email ?? null,
  channel_id: message.channel_id,
  channel: message.channel,
  topic: message.topic,
  people: message.people.map(({ name, email }) => (email ? `${name} <${email}>` : name)).join(', '),
  content: message.content,
  edited_at: message.edited_at === null ? null : utc(message.edited_at),
  history: message.history.length === 0 ? '' : JSON.stringify(message.history),
  reactions: message.reactions.map(({ user_id, emoji }) => `${emoji} (${user_id})`).join(', '),
  files: message.files.map(({ name, file, sha256 }) => `${file ?? name} ${sha256 ?? '(gone)'}`).join(', '),
})

/** The forms of messages in a compliance export. */
export const complianceForms: Readonly<Record<ComplianceFormat, ComplianceForm>> = {
  jsonl: {
    ending: 'jsonl',
    perFile: 10_000,
    write: (messages) => Buffer.from(messages.map((message) => `${JSON.stringify(message)}\n`).join('')),
  },
  csv: {
    ending: 'csv',
    perFile: 10_000,
    write: (messages) =>
      Buffer.from(
        csvLine(columns) +
          messages
            .map((message) => {
              const cells = cellsOf(message)
              return csvLine(columns.map((column) => cells[column]))
            })
            .join(''),
      ),
  },
  html: {
    ending: 'html',
    perFile: 1000,
    write: (messages, { organization, language }) =>
      archivePage(
        language,
        wordsFor(language, 'export.messages-of', { organization }),
        messages.map((message) => articleOf(message, language)).join('\n') ||
          `<p>${sayHtml(language)('export.no-message')}</p>`,
      ),
  },
}

/** A message for people. Its text is Markdown as it was written: nothing of it is hidden by its form. */
function articleOf(message: ComplianceMessage, language: Language): string {
  const { sender_email: email, edited_at: edited, reactions } = cellsOf(message)
  const words = (id: WordId, values: WordValues) => wordsFor(language, id, values)
  const facts = [
    words('export.message', { id: message.id }),
    utc(message.sent_at),
    ...(edited === null ? [] : [words('export.edited', { time: edited })]),
    ...(reactions === null || reactions === '' ? [] : [words('export.reactions', { reactions })]),
  ]
  const address = email === null ? '' : ` &lt;${escapeHtml(String(email))}&gt;`
  const where = sayHtml(language)('export.in', {
    sender: { html: bold(message.sender.name).html + address },
    place: placeInArchive(message, language),
  })
  return `<article id="${message.id}"><header>${where}<br>${escapeHtml(facts.join(' · '))}</header>
<pre style="white-space:pre-wrap">${escapeHtml(message.content)}</pre>
${formerOf(message, language).join('\n')}${filesOf(message, language)}</article>`
}

function formerOf({ history }: ComplianceMessage, language: Language): string[] {
  const words = (id: WordId, values: WordValues) => wordsFor(language, id, values)
  return history.map(({ at, user_id, content, topic, channel_id }) => {
    const parts = [
      ...(channel_id === undefined ? [] : [words('export.channel', { id: channel_id })]),
      ...(topic === undefined ? [] : [words('export.topic', { topic })]),
      ...(content === undefined ? [] : [words('export.text', { text: content })]),
    ]
    const facts = { time: utc(at), user: user_id ?? '?', former: parts.join(', ') }
    return `<p class="former">${escapeHtml(words('export.until-by', facts))}</p>`
  })
}

function filesOf({ files }: ComplianceMessage, language: Language): string {
  const say = sayHtml(language)
  const items = files.map(({ name, file, sha256 }) => {
    if (file === null || sha256 === null) return `<li>${say('export.file-gone', { name })}</li>`
    const link = { html: `<a href="${escapeHtml(encodeURI(file))}">${escapeHtml(name)}</a>` }
    return `<li>${say('export.file', { name: link, hash: sha256 })}</li>`
  })
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul>`
}
