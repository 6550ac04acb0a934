import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Uses } from '#call/services.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { messagesLinking } from '#store/messages/attachments.ts'
import { OrganizationTableRows } from '#store/organization/organization-table-rows.ts'
import { receiptsOf } from '#store/reading/receipts.ts'
import type { Db } from '#store/sql/db.ts'
import { entryOf, jsonEntry, partName } from '../archive-entries.ts'
import { messageBatches } from '../message-batches.ts'
import type { Entry } from '../tar.ts'
import { ZulipBook, type ZulipPattern, type ZulipRow } from './zulip-book.ts'
import { writeChannels } from './zulip-channels.ts'
import { ZulipCircles } from './zulip-circles.ts'
import { emojiFile, zulipFiles } from './zulip-files.ts'
import { writeGroups } from './zulip-groups.ts'
import { messagesFile, reactionRows } from './zulip-messages.ts'
import { writeOrganization } from './zulip-organization.ts'
import { writePeople } from './zulip-people.ts'
import { writePersonal } from './zulip-personal.ts'

/** Input of an export in Zulip's form. */
export interface ZulipOrder {
  readonly services: Uses<'aside' | 'blobs' | 'scratch'>
  /** Reads one state of the database, if others write meanwhile. */
  readonly db: Db
  readonly directory: OrganizationDirectory
  readonly pattern?: ZulipPattern
  readonly progress: (messages: number) => void
}

/**
 * Yields the files of an export in the form of Zulip's own: everything that such an export has a place for. Ids are ours;
 * Zulip gives new ones anyway.
 */
export async function* readZulipExport(order: ZulipOrder): AsyncGenerator<Entry> {
  const { services, db, directory, pattern } = order
  const { id } = directory.organization
  const book = new ZulipBook(id, pattern)
  const circles = new ZulipCircles(book)
  const rows = await OrganizationTableRows.of(db, id)
  writeGroups(book, directory)
  await writeOrganization(book, directory, rows)
  await writePeople(book, directory, rows)
  await writeChannels(book, directory, rows)
  await writePersonal(book, rows, circles)
  for (const emoji of directory.emoji.values())
    book.add('zerver_realmemoji', {
      id: emoji.id,
      realm: id,
      name: emoji.name,
      author: emoji.authorId,
      file_name: emojiFile(emoji),
      is_animated: emoji.stillUrl !== null,
      deactivated: emoji.isDeactivated,
    })
  await using folder = await services.outside.scratch.folder()
  const reactions = new RowFile(join(folder.path, 'reactions'))
  yield* messageFiles(order, book, circles, reactions)
  await reactions.end()
  const uploads = await rows.read('attachments', 'id')
  const linking = await messagesLinking(
    db,
    uploads.map((row) => row.id),
  )
  yield jsonEntry('attachment.json', {
    zerver_attachment: uploads.map((row) =>
      book.fitted('zerver_attachment', {
        id: row.id,
        realm: id,
        owner: row.owner_id,
        path_id: row.path_id,
        file_name: row.name,
        size: row.size,
        content_type: row.content_type,
        create_time: row.created_at,
        is_realm_public: null,
        is_web_public: null,
        messages: linking.get(row.id) ?? [],
        scheduled_messages: [],
      }),
    ),
  })
  yield* zulipFiles(services.outside.blobs, directory, book, uploads)
  yield await tablesFile(book, reactions, join(folder.path, 'realm'))
  if (pattern?.migrations !== undefined)
    yield entryOf('migration_status.json', Buffer.from(pattern.migrations))
}

async function* messageFiles(
  { services, db, directory, progress }: ZulipOrder,
  book: ZulipBook,
  circles: ZulipCircles,
  reactions: RowFile,
): AsyncGenerator<Entry> {
  const userIds = [...directory.users.keys()]
  let [part, written] = [0, 0]
  for await (const { messages } of messageBatches(services, directory, [])) {
    const receipts = await receiptsOf(
      db,
      messages.map(({ row }) => row),
      userIds,
    )
    yield jsonEntry(partName('messages', ++part, 'json'), messagesFile(book, circles, messages, receipts))
    await reactions.add(reactionRows(book, messages))
    progress((written += messages.length))
  }
}

/** Rows that are too many for the memory, as the inside of a list of JSON. */
class RowFile {
  readonly path: string
  readonly #stream
  #isEmpty = true

  constructor(path: string) {
    this.path = path
    this.#stream = createWriteStream(path, { mode: 0o600 })
  }

  async add(rows: readonly ZulipRow[]): Promise<void> {
    if (rows.length === 0) return
    const text = rows.map((row) => JSON.stringify(row)).join(',\n')
    if (!this.#stream.write(this.#isEmpty ? text : `,\n${text}`)) await once(this.#stream, 'drain')
    this.#isEmpty = false
  }

  async end(): Promise<void> {
    this.#stream.end()
    await finished(this.#stream)
  }
}

/** Writes all tables into one file. */
async function tablesFile(book: ZulipBook, reactions: RowFile, path: string): Promise<Entry> {
  const stream = createWriteStream(path, { mode: 0o600 })
  stream.write('{\n')
  for (const [table, list] of book.tables) {
    const text = list.map((row) => JSON.stringify(row)).join(',\n')
    if (!stream.write(`"${table}": [\n${text}\n],\n`)) await once(stream, 'drain')
  }
  stream.write('"zerver_reaction": [\n')
  for await (const chunk of createReadStream(reactions.path))
    if (!stream.write(chunk)) await once(stream, 'drain')
  stream.end('\n]\n}\n')
  await finished(stream)
  const { size } = await stat(path)
  return { name: 'realm.json', size, content: createReadStream(path) }
}
