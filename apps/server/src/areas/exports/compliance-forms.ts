import type { ComplianceFormat } from '@tagma/contract/objects/data-archive.ts'
import { escapeHtml } from '#http/html.ts'
import { csvLine } from '#text/csv-line.ts'
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

/** A way to write messages as files. */
interface ComplianceForm {
  readonly ending: string
  /** Messages in a file. */
  readonly perFile: number
  write(messages: readonly ComplianceMessage[], organization: string): Uint8Array
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
    write: (messages, organization) =>
      archivePage(`Messages of ${organization}`, messages.map(articleOf).join('\n') || '<p>No message.</p>'),
  },
}

/** A message for people. Its text is Markdown as it was written: nothing of it is hidden by its form. */
function articleOf(message: ComplianceMessage): string {
  const { sender_email: email, edited_at: edited, reactions } = cellsOf(message)
  const facts = [
    `Message ${message.id}`,
    utc(message.sent_at),
    ...(edited === null ? [] : [`edited ${edited}`]),
    ...(reactions === '' ? [] : [`reactions: ${reactions}`]),
  ]
  const former = message.history.map(({ at, user_id, content, topic, channel_id }) => {
    const parts = [
      ...(channel_id === undefined ? [] : [`channel ${channel_id}`]),
      ...(topic === undefined ? [] : [`topic “${topic}”`]),
      ...(content === undefined ? [] : [`text: ${content}`]),
    ]
    return `<p class="former">Until ${utc(at)}, changed by user ${user_id ?? '?'}: ${escapeHtml(parts.join(', '))}</p>`
  })
  const files = message.files.map(({ name, file, sha256 }) =>
    file === null || sha256 === null
      ? `<li>${escapeHtml(name)}: gone</li>`
      : `<li><a href="${escapeHtml(encodeURI(file))}">${escapeHtml(name)}</a>, SHA-256 ${sha256}</li>`,
  )
  return `<article id="${message.id}"><header><b>${escapeHtml(message.sender.name)}</b>${email === null ? '' : ` &lt;${escapeHtml(String(email))}&gt;`} in ${escapeHtml(placeInArchive(message))}<br>${escapeHtml(facts.join(' · '))}</header>
<pre style="white-space:pre-wrap">${escapeHtml(message.content)}</pre>
${former.join('\n')}${files.length === 0 ? '' : `<ul>${files.join('')}</ul>`}</article>`
}
