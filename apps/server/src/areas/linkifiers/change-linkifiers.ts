import type { Args } from '@tagma/contract/define.ts'
import type { addLinkifier as addEndpoint } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import type { updateLinkifier as updateEndpoint } from '@tagma/contract/endpoints/linkifiers/update-linkifier.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { LinkifierRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  deleteLinkifier,
  insertLinkifier,
  loadLinkifiers,
  orderLinkifiers,
  updateLinkifier as storeLinkifier,
} from '#store/organization/linkifiers.ts'
import { presentLinkifier } from './present.ts'
import { newLinkifierProblem } from './rules.ts'

/** Adds a linkifier after the others and returns its id. */
export async function addLinkifier(
  tx: Tx,
  directory: OrganizationDirectory,
  args: Args<typeof addEndpoint>,
): Promise<number> {
  const { linkifiers } = directory.organization
  const linkifier = {
    pattern: args.pattern,
    urlTemplate: args.url_template,
    reverseTemplate: args.reverse_template || null,
    exampleInput: args.example_input || null,
    alternativeUrlTemplates: args.alternative_url_templates ?? [],
  }
  const problem = newLinkifierProblem(linkifier, linkifiers)
  if (problem !== undefined) throw badRequest(problem)
  const id = await insertLinkifier(tx, linkifier, linkifiers.length)
  await tellLinkifiers(tx)
  return id
}

/** Changes a linkifier. Omitted parts of its reverse side stay as they are. */
export async function changeLinkifier(
  tx: Tx,
  directory: OrganizationDirectory,
  args: Args<typeof updateEndpoint>,
): Promise<void> {
  const old = findLinkifier(directory, args.filter_id)
  const kept = (given: string | null | undefined, before: string | null) =>
    given === undefined ? before : given || null
  const linkifier = {
    id: old.id,
    pattern: args.pattern,
    urlTemplate: args.url_template,
    reverseTemplate: kept(args.reverse_template, old.reverseTemplate),
    exampleInput: kept(args.example_input, old.exampleInput),
    alternativeUrlTemplates: args.alternative_url_templates ?? old.alternativeUrlTemplates,
  }
  const problem = newLinkifierProblem(
    linkifier,
    directory.organization.linkifiers.filter((other) => other.id !== old.id),
  )
  if (problem !== undefined) throw badRequest(problem)
  await storeLinkifier(tx, linkifier)
  await tellLinkifiers(tx)
}

export async function removeLinkifier(tx: Tx, directory: OrganizationDirectory, id: number): Promise<void> {
  await deleteLinkifier(tx, findLinkifier(directory, id).id)
  await tellLinkifiers(tx)
}

/** Puts the linkifiers into another order, which must name each of them once. */
export async function reorderLinkifiers(
  tx: Tx,
  directory: OrganizationDirectory,
  ids: readonly number[],
): Promise<void> {
  const known = new Set(directory.organization.linkifiers.map((linkifier) => linkifier.id))
  if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
    throw badRequest('The ordered list must contain the id of every linkifier exactly once.')
  await orderLinkifiers(tx, ids)
  await tellLinkifiers(tx)
}

function findLinkifier(directory: OrganizationDirectory, id: number): LinkifierRecord {
  const found = directory.organization.linkifiers.find((linkifier) => linkifier.id === id)
  if (!found) throw badRequest('Linkifier not found.')
  return found
}

async function tellLinkifiers(tx: Tx): Promise<void> {
  const linkifiers = await loadLinkifiers(tx.db, tx.organizationId)
  tx.emit(
    { type: 'realm_linkifiers', realm_linkifiers: linkifiers.map(presentLinkifier) },
    { everyone: true },
  )
}
