import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uses } from '#call/services.ts'
import { whereMissing } from '#model/where-missing.ts'

// Unfinished uploads: for each a file with its bytes, and a file with its facts. Their names begin with the user and
// the organization, so that a list of the folder tells their owners.

/** Folder of unfinished uploads. */
export const resumableFolder = ({ config }: Uses<'config'>) => join(config.dataDir, 'resumable')

// A path id has no plus sign, so this ending is unique. The name of the bytes ends where it begins.
export const factsEnding = '+json'
export const isFacts = (name: string) => name.endsWith(factsEnding)

/** Name of the file with an upload's bytes. */
export const bytesName = (userId: number, pathId: string) => `${userId}+${pathId.replaceAll('/', '+')}`

const namesIn = async (services: Uses<'config'>): Promise<string[]> =>
  (await readdir(resumableFolder(services)).catch(whereMissing)) ?? []

/** Counts the unfinished uploads of a user. */
export async function countUnfinished(services: Uses<'config'>, userId: number): Promise<number> {
  const names = await namesIn(services)
  return names.filter((name) => name.startsWith(`${userId}+`) && !isFacts(name)).length
}

/**
 * Bytes that the unfinished uploads of an organization will have, as their clients announced, without the upload
 * `exceptPathId`, which is about to finish.
 */
export async function unfinishedBytes(
  services: Uses<'config'>,
  organizationId: number,
  exceptPathId = '',
): Promise<number> {
  const except = `+${exceptPathId.replaceAll('/', '+')}`
  const unfinished = (await namesIn(services)).filter(
    (name) => !isFacts(name) && name.split('+')[1] === String(organizationId) && !name.endsWith(except),
  )
  const lengths = await Promise.all(
    unfinished.map(async (name) => {
      const path = join(resumableFolder(services), name + factsEnding)
      const facts = await readFile(path, 'utf8').catch(whereMissing)
      return facts === undefined ? 0 : (JSON.parse(facts) as { length: number }).length
    }),
  )
  return lengths.reduce((sum, length) => sum + length, 0)
}

/** Removes the rest of a user's unfinished uploads. Finished files stay. */
export async function dropUploadsOf(services: Uses<'config'>, userId: number): Promise<void> {
  for (const name of await namesIn(services))
    if (name.startsWith(`${userId}+`)) await rm(join(resumableFolder(services), name), { force: true })
}
