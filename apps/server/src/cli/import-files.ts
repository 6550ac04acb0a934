import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveKind } from './archive-kinds.ts'
import { fetchSlackFiles } from './fetch-slack-files.ts'
import { type ImportFolder, openImportFolder, overlaid } from './import-folder.ts'
import { progressLine } from './progress-line.ts'
import { unpackGridFiles } from './unpack-grid-files.ts'
import type { WorkFolder } from './work-folder.ts'

/** Choices of a command about files that are elsewhere. */
interface FileOptions {
  readonly fetch: boolean
  readonly dryRun?: true
  readonly tokenFile?: string
}

/** Adds the files that an archive does not have as files. */
export async function withFilesOf(
  { title }: ArchiveKind,
  archive: ImportFolder,
  work: WorkFolder,
  options: FileOptions,
): Promise<ImportFolder> {
  if (title === 'Slack') return withFetched(archive, work, options)
  return title === 'Rocket.Chat' ? withGridFiles(archive, work) : archive
}

/** Puts together the files that Rocket.Chat keeps in its database. */
async function withGridFiles(archive: ImportFolder, work: WorkFolder): Promise<ImportFolder> {
  const into = work.empty('grid-files')
  const line = progressLine('unpacking', 'files')
  let count = 0
  await unpackGridFiles(archive, into, (files) => line.show((count = files)))
  if (count > 0) line.end(count)
  return overlaid(archive, await openImportFolder(into))
}

/** Fetches the files that an export of Slack only names, unless nothing is to be fetched. */
async function withFetched(
  archive: ImportFolder,
  work: WorkFolder,
  options: FileOptions,
): Promise<ImportFolder> {
  const into = work.path
  const fetched = join(into, 'fetched-files')
  if (options.dryRun || !options.fetch) return archive
  mkdirSync(fetched, { recursive: true })
  const line = progressLine('fetching', 'files')
  let count = 0
  const token = options.tokenFile === undefined ? undefined : readFileSync(options.tokenFile, 'utf8').trim()
  await fetchSlackFiles(archive.files, {
    into: fetched,
    token,
    progress: (files) => line.show((count = files)),
  })
  if (count > 0) line.end(count)
  return overlaid(archive, await openImportFolder(fetched))
}
