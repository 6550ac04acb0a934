import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { UploadRecord } from '../record.ts'
import type { Roster } from '../roster.ts'
import { numberIn, type Row, textIn, firstText, rowIn, rowsIn } from '../rows.ts'

/** A file that messages share. */
interface SharedFile {
  readonly name: string
  /** The part of its address after `/user_uploads/`; undefined if its bytes are nowhere. */
  readonly path: string | undefined
}

/** Reasons for which Slack itself gives a file no more. */
const goneModes = new Set(['tombstone', 'hidden_by_limit'])
/** Files that are pages of other services: the address is all there is. */
const linkModes = new Set(['external', 'slack-docs', 'quip', 'email', 'list', 'canvas'])

/** The files of a message; older exports have one in a column of its own. */
export const filesOf = (message: Row): Row[] => {
  const { id } = rowIn(message, 'file')
  return [...rowsIn(message, 'files'), ...(id === undefined ? [] : [rowIn(message, 'file')])]
}

/** The file that a shared file is kept in when it was fetched. */
export const fetchedFile = (id: string, name: string): string => `__uploads/${id}/${plainName(name)}`

export const fileName = (row: Row): string => firstText(row, 'name', 'title') || 'file'

const plainName = (name: string) =>
  name
    .replaceAll(/[^\p{L}\p{N}._-]/gu, '_')
    .slice(-100)
    .replace(/^\.+/, '_')

/** True for a file that Slack gives no more, or that is a page of another service. */
export const isElsewhere = (row: Row): boolean => {
  const mode = textIn(row, 'mode')
  return goneModes.has(mode) || linkModes.has(mode)
}

/** Returns the files of an archive by the ids in their names. */
export function keptFiles(files: Files): Map<string, string> {
  const kept = new Map<string, string>()
  for (const name of files.names) {
    const [, uploaded, attached] =
      /(?:^|\/)(?:__uploads\/([A-Z0-9]{3,30})\/|attachments\/([A-Z0-9]{3,30})-)[^/]+$/.exec(name) ?? []
    const id = uploaded ?? attached
    if (id !== undefined) kept.set(id, name)
  }
  return kept
}

/** Gathers the files of all messages, each once. */
export class SharedFiles {
  readonly records: UploadRecord[] = []
  readonly #files: Files
  readonly #losses: Losses
  readonly #shared = new Map<string, SharedFile>()
  /** Files of the archive by the ids in their names, as tools that fetch them leave them there. */
  readonly #kept: ReadonlyMap<string, string>

  constructor(files: Files, losses: Losses) {
    this.#files = files
    this.#losses = losses
    this.#kept = keptFiles(files)
  }

  /** Takes a file that a message shares. */
  take(row: Row, roster: Roster, sentAt: number): void {
    const [id, mode] = [textIn(row, 'id'), textIn(row, 'mode')]
    if (id === '' || this.#shared.has(id)) return
    this.#losses.read('files')
    const name = fileName(row)
    const file = this.#kept.get(id)
    const size = file === undefined ? undefined : this.#files.size(file)
    if (file === undefined || size === undefined) {
      this.#shared.set(id, { name, path: undefined })
      this.#losses.drop(
        'files',
        reasonOf(row, mode),
        linkModes.has(mode) ? 'trace' : 'content',
        `${id} ${name}`,
      )
      return
    }
    const said = numberIn(row, 'size')
    if (said !== undefined && said !== size)
      this.#losses.mend('files', 'size_differs', 'content', `${id} ${name}`)
    const path = `slack/${id}/${plainName(name)}`
    this.#shared.set(id, { name, path })
    this.records.push({
      t: 'upload',
      path,
      name,
      contentType: textIn(row, 'mimetype'),
      owner: roster.get(textIn(row, 'user'))?.key ?? null,
      createdAt: Math.floor(numberIn(row, 'created') ?? numberIn(row, 'timestamp') ?? sentAt),
      file,
      size,
      md5: null,
    })
  }

  /** Returns what a message says of a file, in Markdown, and the path of the upload. */
  markdown(row: Row): { readonly text: string; readonly path: string | undefined } {
    const shared = this.#shared.get(textIn(row, 'id'))
    const label = (shared?.name ?? fileName(row)).replaceAll(/[[\]\n`*]/g, ' ').trim()
    if (shared?.path !== undefined)
      return {
        text: `[${label}](/user_uploads/${shared.path.split('/').map(encodeURIComponent).join('/')})`,
        path: shared.path,
      }
    const url = textIn(row, 'external_url') || textIn(row, 'url_private')
    const isLink = linkModes.has(textIn(row, 'mode')) && /^https:\/\/[^\s()]+$/.test(url)
    return { text: isLink ? `[${label}](${url})` : `*File not in the export: ${label}*`, path: undefined }
  }
}

function reasonOf(row: Row, mode: string): string {
  if (goneModes.has(mode)) return mode
  if (linkModes.has(mode)) return 'is_a_link'
  if (textIn(row, 'file_access') === 'access_denied' || textIn(row, 'file_access') === 'file_not_found')
    return textIn(row, 'file_access')
  return 'not_in_the_archive'
}
