import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Uses } from '#call/services.ts'
import { whereMissing } from './where-missing.ts'

// What has arrived of uploads in pieces: for each a file of its bytes, and one that says what it is. Their names begin
// with the user and the organization, so that a look into the folder tells whose they are.

/** The folder of uploads that have not arrived whole. */
export const resumableFolder = ({ config }: Uses<'config'>) => join(config.dataDir, 'resumable')

// Plus signs stand in no path id. They end what names of facts and of bytes have in common, too.
export const factsEnding = '+json'
export const isFacts = (name: string) => name.endsWith(factsEnding)

/** The name of the file of an upload's bytes. */
export const bytesName = (userId: number, pathId: string) => `${userId}+${pathId.replaceAll('/', '+')}`

const namesIn = async (services: Uses<'config'>): Promise<string[]> =>
  (await readdir(resumableFolder(services)).catch(whereMissing)) ?? []

/** How many uploads a user has begun and not ended. */
export async function countUnfinished(services: Uses<'config'>, userId: number): Promise<number> {
  const names = await namesIn(services)
  return names.filter((name) => name.startsWith(`${userId}+`) && !isFacts(name)).length
}

/**
 * Bytes that the unfinished uploads of an organization will take up, as their senders have said; without the upload
 * `exceptPathId`, which is being finished.
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

/** Removes all that is left of a user's uploads in pieces; files that were kept stay. */
export async function dropUploadsOf(services: Uses<'config'>, userId: number): Promise<void> {
  for (const name of await namesIn(services))
    if (name.startsWith(`${userId}+`)) await rm(join(resumableFolder(services), name), { force: true })
}
