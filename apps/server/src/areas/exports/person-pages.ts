import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { bold, escapeHtml, sayHtml } from '#http/html.ts'
import type { UserRecord } from '#model/records.ts'
import { type Language, type WordId, wordsFor, type WordValues } from '#words/words.ts'
import { archivePage, factTable, linkList, utc } from './archive-pages.ts'
import { type ExportedMessage, placeInArchive } from './exported-message.ts'

/** A message with its HTML. */
export interface MessageWithHtml {
  readonly message: ExportedMessage
  readonly html: string
}

/**
 * Returns the HTML of a message so that it works in an archive: links of uploads lead to the files that came along, other
 * links of the organization to its address.
 */
export function htmlInArchive(
  html: string,
  fileOf: (pathId: string) => string | undefined,
  url: string,
): string {
  return html.replaceAll(/(href|src)="([^"]*)"/g, (whole, attribute: string, written: string) => {
    const address = written.startsWith(`${url}/`) ? written.slice(url.length) : written
    const [, path] = /^\/user_uploads\/(?:thumbnail\/)?([^?#]+)/.exec(address) ?? []
    const file = path === undefined ? undefined : fileAt(path, fileOf)
    if (file !== undefined) return `${attribute}="../${escapeHtml(encodeURI(file))}"`
    if (!/^(#|\/(?!\/))/.test(address)) return whole
    return `${attribute}="${escapeHtml(url)}${address.startsWith('#') ? '/' : ''}${address}"`
  })
}

/** Finds the file of a path. The address of a thumbnail has the path of its picture, and then more. */
function fileAt(path: string, fileOf: (pathId: string) => string | undefined): string | undefined {
  const parts = path.split('/').map(decoded)
  for (let count = parts.length; count > 0; count--) {
    const file = fileOf(parts.slice(0, count).join('/'))
    if (file !== undefined) return file
  }
  return undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A page with messages, as they are read. */
export function messagesPage(language: Language, part: number, shown: readonly MessageWithHtml[]): Buffer {
  const articles = shown.map(({ message, html }) => articleOf(language, message, html))
  return archivePage(
    language,
    wordsFor(language, 'export.page-title', { part }),
    `<p><a href="../index.html">${escapeHtml(wordsFor(language, 'export.all-data'))}</a></p>\n${articles.join('\n')}`,
  )
}

function articleOf(language: Language, message: ExportedMessage, html: string): string {
  const words = (id: WordId, values: WordValues) => wordsFor(language, id, values)
  const { edited_at, reactions } = message
  const facts = [
    utc(message.sent_at),
    ...(edited_at === null ? [] : [words('export.edited', { time: utc(edited_at) })]),
    ...(reactions.length === 0
      ? []
      : [words('export.reactions', { reactions: reactions.map(({ emoji }) => emoji).join(', ') })]),
  ]
  const former = message.history
    .filter(({ content }) => content !== undefined)
    .map(({ at, content = '' }) => {
      const text = words('export.until', { time: utc(at), former: content })
      return `<p class="former">${escapeHtml(text)}</p>`
    })
  const where = sayHtml(language)('export.in', {
    sender: bold(message.sender.name),
    place: placeInArchive(message, language),
  })
  return `<article id="${message.id}"><header>${where}<br>${escapeHtml(facts.join(' · '))}</header>
${html}${former.join('\n')}</article>`
}

/** Everything that the first page of an archive tells. */
interface IndexFacts {
  readonly directory: OrganizationDirectory
  readonly person: UserRecord
  /** Rows in each file of `data`, by its name. */
  readonly counts: ReadonlyMap<string, number>
  /** Pages of messages, with the number of messages in each. */
  readonly pages: ReadonlyMap<string, number>
  /** Messages in each conversation, by its place. */
  readonly places: ReadonlyMap<string, number>
  readonly files: readonly { readonly name: string; readonly text: string }[]
  readonly hasReceived: boolean
  /** UNIX seconds. */
  readonly now: number
}

/** The first page of an archive of a person's data, in their language. */
export function indexPage(facts: IndexFacts): Buffer {
  const { directory, person, counts, pages, places, files, hasReceived, now } = facts
  const count = [...pages.values()].reduce((all, some) => all + some, 0)
  const language = languageOf(person)
  const words = (id: WordId, values?: WordValues) => wordsFor(language, id, values)
  const heading = (id: WordId) => `<h2>${escapeHtml(words(id))}</h2>`
  return archivePage(
    language,
    words('export.data-of', { name: person.fullName }),
    [
      factTable([
        [words('export.organization'), directory.organization.name],
        [words('export.name'), person.fullName],
        [words('export.email'), person.deliveryEmail],
        [words('export.joined'), utc(person.joinedAt)],
        [
          words('export.messages'),
          words(hasReceived ? 'export.with-received' : 'export.only-sent', { count }),
        ],
        [words('export.made'), utc(now)],
      ]),
      heading('export.messages'),
      linkList([...pages].map(([name, some]) => ({ name, text: `${name} (${some})` }))),
      heading('export.conversations'),
      factTable([...places].toSorted(([, a], [, b]) => b - a).map(([place, some]) => [place, String(some)])),
      heading('export.files'),
      linkList(files),
      heading('export.else'),
      `<p>${escapeHtml(words('export.data-form'))}</p>`,
      linkList(
        [...counts].map(([name, some]) => ({
          name,
          text: `${name.slice('data/'.length, -'.json'.length)} (${some})`,
        })),
      ),
    ].join('\n'),
  )
}
