import { elementsOf, type Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import type { EmojiRecord, PictureRecord, UploadRecord } from '../record.ts'
import { flagIn, idIn, idsIn, isRow, listIn, numberIn, type Row, textIn } from '../rows.ts'
import type { ZulipTables } from './zulip-tables.ts'

/** Tables that say what files are. */
export const fileTables = { uploads: 'zerver_attachment', emoji: 'zerver_realmemoji' } as const

const uploadsFile = 'attachment.json'

/** Each folder of files has a list of them. Without one there are none. */
async function listed(files: Files, folder: string): Promise<Row[]> {
  const name = `${folder}/records.json`
  return files.size(name) === undefined ? [] : listIn(name, await files.json(name))
}

/** Returns the first of these files that is there. Paths lead nowhere but to files of the archive. */
const firstOf = (files: Files, names: readonly string[]): string | undefined =>
  names.find((name) => files.size(name) !== undefined)

const pictureColumns = { icon: 'icon_source', logo: 'logo_source', nightLogo: 'night_logo_source' } as const
const pictureFiles = { icon: 'icon', logo: 'logo', nightLogo: 'night_logo' } as const

/** Reads the pictures of the organization that were uploaded. */
export function* readPictures(files: Files, realm: Row, losses: Losses): Generator<PictureRecord> {
  for (const picture of ['icon', 'logo', 'nightLogo'] as const) {
    if (realm[pictureColumns[picture]] !== 'U') continue
    const base = `realm_icons/${idIn(realm, 'id')}/${pictureFiles[picture]}`
    const file = firstOf(files, [`${base}.original`, `${base}.png`])
    losses.read('realm_icons')
    if (file === undefined) losses.drop('realm_icons', 'file_missing', 'content', base)
    else yield { t: 'picture', picture, file }
  }
}

/** Reads the custom emoji that have a picture. */
export function* readEmoji(files: Files, tables: ZulipTables, losses: Losses): Generator<EmojiRecord> {
  for (const [key, row] of tables.byId(fileTables.emoji)) {
    const base = `emoji/${idIn(row, 'realm')}/emoji/images/${textIn(row, 'file_name')}`
    const file = firstOf(files, [`${base}.original`, base])
    if (file === undefined) {
      losses.drop(fileTables.emoji, 'file_missing', 'content', base)
      continue
    }
    yield {
      t: 'emoji',
      key,
      name: textIn(row, 'name'),
      author: idIn(row, 'author') ?? null,
      isDeactivated: flagIn(row, 'deactivated'),
      file,
    }
  }
}

/** Returns the files with people's own pictures, the largest form of each. */
export async function readAvatars(
  files: Files,
  people: ReadonlyMap<number, Row>,
  losses: Losses,
): Promise<Map<number, string>> {
  const forms = Map.groupBy(await listed(files, 'avatars'), (row) => idIn(row, 'user_profile_id') ?? 0)
  const avatars = new Map<number, string>()
  for (const [id, row] of people) {
    if (row.avatar_source !== 'U') continue
    const names = (forms.get(id) ?? []).map((form) => `avatars/${textIn(form, 'path')}`)
    const file = firstOf(
      files,
      names.toSorted((a, b) => rank(a) - rank(b)),
    )
    losses.read('avatars')
    if (file === undefined) losses.drop('avatars', 'file_missing', 'content', id)
    else avatars.set(id, file)
  }
  return avatars
}

const rank = (name: string) => (name.endsWith('.original') ? 0 : name.endsWith('-medium.png') ? 1 : 2)

/** Uploads, and their paths by the messages that share them. */
interface Uploads {
  readonly records: readonly UploadRecord[]
  readonly byMessage: ReadonlyMap<number, readonly string[]>
}

/** Reads the uploads whose files are there. */
export async function readUploads(
  files: Files,
  people: ReadonlyMap<number, Row>,
  losses: Losses,
): Promise<Uploads> {
  const records: UploadRecord[] = []
  const byMessage = new Map<number, string[]>()
  const table = fileTables.uploads
  const sums = new Map(
    (await listed(files, 'uploads')).map((row) => [textIn(row, 'path'), textIn(row, 'md5')]),
  )
  const seen = new Set<string>()
  for await (const row of uploadRows(files, table)) {
    losses.read(table)
    const path = textIn(row, 'path_id')
    const file = `uploads/${path}`
    const size = files.size(file)
    if (seen.has(path)) losses.drop(table, 'twice', 'content', path)
    else if (size === undefined) losses.drop(table, 'file_missing', 'content', path)
    else {
      if (size !== numberIn(row, 'size')) losses.mend(table, 'size_differs', 'content', path)
      records.push(uploadRecord(row, { path, file, size, md5: md5In(sums.get(path)), people }, losses))
      const messages = idsIn(row, 'messages')
      // Such files are deleted when they are five weeks old.
      if (messages.length === 0) losses.mend(table, 'in_no_message', 'trace', path)
      for (const message of messages) {
        const paths = byMessage.get(message)
        if (!paths) byMessage.set(message, [path])
        else if (!paths.includes(path)) paths.push(path)
      }
    }
    seen.add(path)
  }
  for (const name of files.names)
    if (name.startsWith('uploads/') && name !== 'uploads/records.json' && !seen.has(name.slice(8))) {
      losses.read('uploads')
      losses.drop('uploads', 'not_in_zerver_attachment', 'trace', name)
    }
  return { records, byMessage }
}

async function* uploadRows(files: Files, table: string): AsyncGenerator<Row> {
  if (files.size(uploadsFile) === undefined) return
  for await (const [list, row] of elementsOf(files, uploadsFile)) {
    if (list !== table) continue
    if (!isRow(row)) throw new ImportProblem(`${uploadsFile}: a row of ${table} is no object.`)
    yield row
  }
}

function uploadRecord(
  row: Row,
  of: Pick<UploadRecord, 'path' | 'file' | 'size' | 'md5'> & { readonly people: ReadonlyMap<number, Row> },
  losses: Losses,
): UploadRecord {
  const { path, file, size, md5, people } = of
  const owner = idIn(row, 'owner')
  const isKnown = owner !== undefined && people.has(owner)
  if (!isKnown) losses.mend(fileTables.uploads, 'owner_unknown', 'state', path)
  return {
    t: 'upload',
    path,
    name: textIn(row, 'file_name'),
    contentType: textIn(row, 'content_type'),
    owner: isKnown ? owner : null,
    createdAt: Math.floor(numberIn(row, 'create_time') ?? 0),
    file,
    size,
    md5,
  }
}

/** A store of objects writes the sum in quotes; of a file that came in parts it has another one, with a dash. */
const md5In = (tag: string | undefined): string | null => /^"?([0-9a-f]{32})"?$/.exec(tag ?? '')?.[1] ?? null
