import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { escapeHtml } from '#http/html.ts'
import type { UserRecord } from '#model/records.ts'
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
export const messagesPage = (title: string, shown: readonly MessageWithHtml[]): Buffer =>
  archivePage(
    title,
    `<p><a href="../index.html">All data</a></p>\n${shown.map(({ message, html }) => articleOf(message, html)).join('\n')}`,
  )

function articleOf(message: ExportedMessage, html: string): string {
  const facts = [
    utc(message.sent_at),
    ...(message.edited_at === null ? [] : [`edited ${utc(message.edited_at)}`]),
    ...(message.reactions.length === 0
      ? []
      : [`reactions: ${message.reactions.map(({ emoji }) => emoji).join(', ')}`]),
  ]
  const former = message.history
    .filter(({ content }) => content !== undefined)
    .map(({ at, content = '' }) => `<p class="former">Until ${utc(at)}: ${escapeHtml(content)}</p>`)
  return `<article id="${message.id}"><header><b>${escapeHtml(message.sender.name)}</b> in ${escapeHtml(placeInArchive(message))}<br>${escapeHtml(facts.join(' · '))}</header>
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

/** The first page of an archive of a person's data. */
export function indexPage(facts: IndexFacts): Buffer {
  const { directory, person, counts, pages, places, files, hasReceived, now } = facts
  const sum = [...pages.values()].reduce((all, count) => all + count, 0)
  return archivePage(
    `Data of ${person.fullName}`,
    [
      factTable([
        ['Organization', directory.organization.name],
        ['Name', person.fullName],
        ['Email', person.deliveryEmail],
        ['Joined', utc(person.joinedAt)],
        [
          'Messages',
          `${sum}, ${hasReceived ? 'with direct messages that others sent' : 'sent by this person'}`,
        ],
        ['Made', utc(now)],
      ]),
      '<h2>Messages</h2>',
      linkList([...pages].map(([name, count]) => ({ name, text: `${name} (${count})` }))),
      '<h2>Conversations</h2>',
      factTable(
        [...places].toSorted(([, a], [, b]) => b - a).map(([place, count]) => [place, String(count)]),
      ),
      '<h2>Files</h2>',
      linkList(files),
      '<h2>Everything else</h2>',
      '<p>Each file is JSON. Times are UNIX seconds. Passwords, keys and tokens are left out, because whoever has them could act as this person.</p>',
      linkList(
        [...counts].map(([name, count]) => ({
          name,
          text: `${name.slice('data/'.length, -'.json'.length)} (${count})`,
        })),
      ),
    ].join('\n'),
  )
}
