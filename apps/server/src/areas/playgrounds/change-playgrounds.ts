import type { Playground } from '@tagma/contract/objects/playground.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PlaygroundRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deletePlayground, insertPlayground, loadPlaygrounds } from '#store/organization/playgrounds.ts'
import { playgroundProblem } from './rules.ts'

/** A code playground as the API gives one. */
export const presentPlayground = (playground: PlaygroundRecord): Playground => ({
  id: playground.id,
  name: playground.name,
  pygments_language: playground.pygmentsLanguage,
  url_template: playground.urlTemplate,
})

/** Adds a code playground and returns its id. */
export async function addPlayground(
  tx: Tx,
  directory: OrganizationDirectory,
  playground: Omit<PlaygroundRecord, 'id'>,
): Promise<number> {
  const problem = playgroundProblem(playground, directory.organization.playgrounds)
  if (problem !== undefined) throw badRequest(problem)
  const id = await insertPlayground(tx, playground)
  await tellPlaygrounds(tx)
  return id
}

export async function removePlayground(tx: Tx, directory: OrganizationDirectory, id: number): Promise<void> {
  if (!directory.organization.playgrounds.some((playground) => playground.id === id))
    throw badRequest('Invalid playground')
  await deletePlayground(tx, id)
  await tellPlaygrounds(tx)
}

async function tellPlaygrounds(tx: Tx): Promise<void> {
  const playgrounds = await loadPlaygrounds(tx.db, tx.organizationId)
  tx.emit(
    { type: 'realm_playgrounds', realm_playgrounds: playgrounds.map(presentPlayground) },
    { everyone: true },
  )
}
