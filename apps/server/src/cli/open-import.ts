import { lstatSync, writeFileSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { tarEntries } from '#areas/imports/tar-entries.ts'
import { type ArchiveKind, archiveKinds } from './archive-kinds.ts'
import { folderOfTeam } from './folder-of-team.ts'
import { type ImportFolder, openImportFolder } from './import-folder.ts'
import { unpackArchive } from './unpack-archive.ts'
import type { WorkFolder } from './work-folder.ts'

/** File that says that an archive was unpacked to its end. */
const unpackedMark = 'unpacked-whole'

/** Tells whether a path is an archive of `tagma export`. */
export async function isTagmaArchive(path: string): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isFile() || (await formOf(path)) !== 'tar') return false
  for await (const { name } of tarEntries(path)) return name === 'archive.json'
  return false
}

/** Opens an archive or a folder, and finds out of which kind it is, or takes the kind that was given. */
export async function openImport(
  path: string,
  work: WorkFolder,
  { from, team }: { readonly from?: string; readonly team?: string },
): Promise<{ folder: ImportFolder; kind: ArchiveKind }> {
  const folder = folderOfTeam(await openImportFolder(await folderOf(path, work)), team)
  const kind = from === undefined ? await kindOf(folder, path) : archiveKinds[from]
  if (!kind)
    throw new ImportProblem(`There is no kind ${from}. Kinds: ${Object.keys(archiveKinds).join(', ')}.`)
  if (!(await kind.isIn(folder.files)))
    throw new ImportProblem(`${path} is no export of ${kind.title}: that has ${kind.signs}.`)
  return { folder, kind }
}

async function kindOf({ files }: ImportFolder, path: string): Promise<ArchiveKind> {
  const found: ArchiveKind[] = []
  for (const kind of Object.values(archiveKinds)) if (await kind.isIn(files)) found.push(kind)
  const [kind, other] = found
  if (other)
    throw new ImportProblem(
      `${path} could be of ${found.map(({ title }) => title).join(' or of ')}: say which with --from.`,
    )
  if (kind) return kind
  const expected = Object.values(archiveKinds).map(({ title, signs }) => `${title} (${signs})`)
  throw new ImportProblem(
    `${path} is no archive that can be imported. Expected: an archive of tagma export (archive.json), or an export of ${expected.join(', ')}. Found: ${foundIn(files.names)}.`,
  )
}

function foundIn(names: readonly string[]): string {
  if (names.length === 0) return 'no files'
  const shown = names.toSorted((a, b) => a.split('/').length - b.split('/').length).slice(0, 5)
  return `${names.length} files, such as ${shown.join(', ')}`
}

/** Returns the folder with the files of an archive. */
async function folderOf(path: string, work: WorkFolder): Promise<string> {
  if (!lstatSync(path).isFile() || /\.(jsonl|csv)$/i.test(path)) return path
  const form = await formOf(path)
  if (form === undefined)
    throw new ImportProblem(
      `${path} is neither a ZIP nor a tar, tar.gz or tar.zst. Give such an archive, or the folder with its files.`,
    )
  if (!work.has(unpackedMark)) {
    await unpackArchive(path, form === 'zip', work.empty('unpacked'))
    writeFileSync(join(work.path, unpackedMark), '')
  }
  return inside(join(work.path, 'unpacked'))
}

/** Goes into the only folder of an archive. Programs of macOS leave more beside it. */
async function inside(path: string): Promise<string> {
  const entries = await readdir(path, { withFileTypes: true })
  const [only, ...others] = entries.filter(({ name }) => name !== '__MACOSX' && name !== '.DS_Store')
  return only?.isDirectory() === true && others.length === 0 ? join(path, only.name) : path
}

/** Tells by the first bytes how an archive is packed. */
async function formOf(path: string): Promise<'zip' | 'tar' | undefined> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(512) })
  const hex = buffer.subarray(0, bytesRead).toString('hex')
  if (/^504b0(304|506)/.test(hex)) return 'zip'
  // Packed by gzip or Zstandard, or a plain tar, which says so in its first header.
  const isTar =
    hex.startsWith('1f8b') || hex.startsWith('28b52ffd') || buffer.toString('latin1', 257, 262) === 'ustar'
  return isTar ? 'tar' : undefined
}

/** Returns the name that an archive suggests for its organization: `Acme Slack export Jan 2 2024.zip` is of Acme. */
export const suggestedName = (path: string): string | undefined =>
  /^(.+?) Slack export\b/.exec(basename(path))?.[1]?.trim()
