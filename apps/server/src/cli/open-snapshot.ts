import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findSnapshot, type SavedSnapshot } from '#areas/backups/read-saved.ts'
import { Repository } from '#areas/backups/repository.ts'
import { parseBackupPlace } from '#config/backup.ts'
import type { Config } from '#config/config.ts'
import { whereMissing } from '#model/where-missing.ts'
import { openOpener } from '#server/app.ts'
import { Complaint } from './explain.ts'
import { openPlace } from './make-snapshot.ts'
import { readSetting } from './read-setting.ts'

/** True for a place of snapshots; false for another backup or archive. */
export const isRepository = (path: string): boolean =>
  path.includes('://') || existsSync(join(path, 'repository.json'))

/** Opens the place of backups that a command names. */
export const openNamed = (path: string, config: Config): Promise<Repository> =>
  Repository.open(openPlace(parseBackupPlace('The place', path, readSetting), config))

/** Opens a snapshot, with the secret keys of a file if it is sealed. */
export async function openSnapshot(
  path: string,
  config: Config,
  { snapshot = 'latest', identity }: { readonly snapshot?: string; readonly identity?: string },
): Promise<SavedSnapshot> {
  const repository = await openNamed(path, config)
  const opener = identity === undefined ? undefined : await openOpener(secretKeysIn(identity))
  if (repository.isSealed && !opener)
    throw new Complaint(`The backup in ${path} is sealed. Name the file with the secret key: --identity FILE`)
  return { repository, opener, name: await findSnapshot(repository, snapshot) }
}

/** The secret keys in a file as age-keygen writes it. */
function secretKeysIn(path: string): string[] {
  const keys = readIfThere(path).match(/^AGE-SECRET-KEY-\S+$/gm) ?? []
  if (keys.length === 0)
    throw new Complaint(
      `${path} has no secret key. Name the file that age-keygen wrote, with AGE-SECRET-KEY-1… in it.`,
    )
  return keys
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    whereMissing(error)
    throw new Complaint(`There is no file ${path}.`)
  }
}
