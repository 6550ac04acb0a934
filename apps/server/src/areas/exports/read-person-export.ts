import { mayKnowChannel } from '@tagma/rules/channels.ts'
import { presentOwnAuditRow, type PresentedAuditRow } from '#areas/audit/present.ts'
import { avatarKeys } from '#areas/users/set-avatar.ts'
import type { Uses } from '#call/services.ts'
import { languageOf } from '#directory/language-of.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { organizationUrl } from '#directory/organization-url.ts'
import type { UserRecord } from '#model/records.ts'
import { subscriptionsOfUser } from '#store/channels/subscriptions.ts'
import { listAuditRows } from '#store/log/audit-log.ts'
import { type AttachmentRow, attachmentsOf } from '#store/messages/attachments.ts'
import { anyOf, isDirectFor, isFromSender } from '#store/messages/message-conditions.ts'
import { type PersonTableName, personTables, readPersonRows } from '#store/people/person-rows.ts'
import { blobEntry, entryOf, jsonEntry, partName } from './archive-entries.ts'
import { fileNameFor } from './archive-pages.ts'
import { type ArchiveSight, exportedMessage, placeInArchive } from './exported-message.ts'
import { messageBatches } from './message-batches.ts'
import { htmlInArchive, indexPage, messagesPage } from './person-pages.ts'
import type { PersonQuery } from './present.ts'
import type { Entry } from './tar.ts'

/** Input of an export of one person's data. */
export interface PersonOrder {
  readonly services: Uses<'db' | 'aside' | 'blobs' | 'config'>
  readonly directory: OrganizationDirectory
  readonly person: UserRecord
  readonly query: PersonQuery
  /** UNIX seconds. */
  readonly now: number
}

/** Rows of the audit log that are read at a time. */
const auditRowsAtOnce = 1000

/** Yields the files of an archive with everything that is data of one person. */
export async function* readPersonExport(order: PersonOrder): AsyncGenerator<Entry> {
  const { services, directory, person, query, now } = order
  const { db } = services.data
  const language = languageOf(person)
  const counts = new Map<string, number>()
  const knows = await knownChannels(order)
  for await (const [name, rows] of dataFiles(order, knows)) {
    counts.set(name, rows.length)
    yield jsonEntry(name, rows, 2)
  }
  const files = new Map<string, AttachmentRow>()
  for (const row of await attachmentsOf(db, person.id)) files.set(row.path_id, row)
  const fileOf = (pathId: string) => {
    const row = files.get(pathId)
    return row && fileNameFor(row.id, row.name)
  }
  const sight: ArchiveSight = { directory, knows }
  const url = organizationUrl(services.config, directory.organization)
  const [pages, places] = [new Map<string, number>(), new Map<string, number>()]
  const condition = query.include_received
    ? anyOf(isFromSender(person.id), isDirectFor(person.id))
    : isFromSender(person.id)
  for await (const { messages, links } of messageBatches(services, directory, [condition])) {
    // Files of others come along with their messages.
    if (query.include_received) for (const row of links) files.set(row.path_id, row)
    const shown = messages.map((parts) => ({
      message: exportedMessage(parts, sight),
      html: htmlInArchive(parts.row.rendered, fileOf, url),
    }))
    const part = pages.size + 1
    const name = partName('messages/messages', part, 'html')
    yield jsonEntry(
      partName('messages/messages', part, 'json'),
      shown.map(({ message }) => message),
      2,
    )
    yield entryOf(name, messagesPage(language, part, shown))
    pages.set(name, shown.length)
    for (const { message } of shown) {
      const place = placeInArchive(message, language)
      places.set(place, (places.get(place) ?? 0) + 1)
    }
  }
  const { blobs } = services.outside
  const links: { name: string; text: string }[] = []
  for (const row of files.values())
    for await (const entry of blobEntry(blobs, fileNameFor(row.id, row.name), row.path_id)) {
      links.push({ name: entry.name, text: row.name })
      yield entry
    }
  if (person.avatarSource === 'U') yield* blobEntry(blobs, 'files/avatar.png', avatarKeys(person).medium)
  const hasReceived = query.include_received
  yield entryOf(
    'index.html',
    indexPage({ directory, person, counts, pages, places, files: links, hasReceived, now }),
  )
}

/** Yields the files of `data` with their rows. */
async function* dataFiles(
  { services, directory, person }: PersonOrder,
  knows: ArchiveSight['knows'],
): AsyncGenerator<readonly [name: string, rows: readonly object[]]> {
  const { db } = services.data
  for (const name of Object.keys(personTables) as PersonTableName[]) {
    const rows = await readPersonRows(db, name, person.id)
    yield [`data/${name}.json`, rows.map((row) => withNames(directory, row, knows))]
  }
  const audit: PresentedAuditRow[] = []
  for (;;) {
    const before = audit.at(-1)?.number
    const page = await listAuditRows(db, directory.organization.id, {
      concerning: person.id,
      before,
      limit: auditRowsAtOnce,
    })
    audit.push(...page.map((row) => presentOwnAuditRow(row, person.id)))
    if (page.length < auditRowsAtOnce) break
  }
  yield ['data/audit-log.json', audit]
}

/** Adds the names of what the ids of a row stand for. */
function withNames(
  { channels, groups, users }: OrganizationDirectory,
  row: Readonly<Record<string, unknown>>,
  knows: ArchiveSight['knows'],
): object {
  const named = (key: string, name: string | undefined) => (name === undefined ? {} : { [key]: name })
  const { channel_id, group_id, muted_user_id } = row
  return {
    ...row,
    ...named('channel', knows(Number(channel_id)) ? channels.get(Number(channel_id))?.name : undefined),
    ...named('group', groups.get(Number(group_id))?.name),
    ...named('muted_user', users.get(Number(muted_user_id))?.fullName),
  }
}

/** Tells for each channel whether the person may know it now: messages may have moved where they are not. */
async function knownChannels({ services, directory, person }: PersonOrder) {
  const rows = await subscriptionsOfUser(services.data.db, person.id)
  const own = new Set(rows.filter(({ is_active }) => is_active === 1).map((row) => row.channel_id))
  return (id: number): boolean => {
    const channel = directory.channels.get(id)
    return channel !== undefined && mayKnowChannel(directory, person, channel, own.has(id))
  }
}
