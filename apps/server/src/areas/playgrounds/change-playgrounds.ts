import type { Playground } from '@tagma/contract/objects/playground.ts'
import { templateVariables } from '@tagma/markdown/linkifier.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { PlaygroundRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deletePlayground, insertPlayground, loadPlaygrounds } from '#store/organization/playgrounds.ts'

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
  const { name, pygmentsLanguage, urlTemplate } = playground
  if (!/^[\w +\-.#/]+$/.test(pygmentsLanguage)) throw badRequest('Invalid characters in pygments language')
  const variables = templateVariables(urlTemplate)
  if (variables === null) throw badRequest('Invalid URL template.')
  if (!variables.includes('code'))
    throw badRequest('Missing the required variable "code" in the URL template')
  if (variables.length > 1) throw badRequest('"code" should be the only variable present in the URL template')
  // Clients open the address with the code of a message: a script would run with the rights of the user who clicks.
  if (!/^https?:\/\/[^/{]/i.test(urlTemplate))
    throw badRequest('The URL template must begin with http:// or https:// and the name of a host.')
  const isTaken = directory.organization.playgrounds.some(
    (other) => other.name === name && other.pygmentsLanguage === pygmentsLanguage,
  )
  if (isTaken) throw badRequest(`${pygmentsLanguage} has a playground with this name already.`)
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
