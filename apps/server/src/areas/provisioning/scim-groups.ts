import {
  changeProvisionedGroup,
  provisionGroup,
  removeProvisionedGroup,
} from '#areas/groups/provision-group.ts'
import type { PageReply } from '#http/page.ts'
import { must } from '#model/must.ts'
import type { GroupRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import {
  asksFor,
  demanded,
  isWanted,
  listResponse,
  pageOf,
  readListing,
  readSelection,
  selected,
} from './list-resources.ts'
import { patchResource, readSentResource } from './patch-resource.ts'
import { presentScimGroup } from './present.ts'
import { groupsOfClient, isProvisionable, managerOf } from './provisioning-rules.ts'
import { groupShapes, readGroup } from './read-group.ts'
import { type ScimCall, scimReply } from './scim-call.ts'
import { invalid, ScimProblem } from './scim-problem.ts'

/** Answers GET /Groups: those of the client. Groups that people made are none of its business. */
export async function listScimGroups({ client, directory, base, query }: ScimCall): Promise<PageReply> {
  const listing = readListing(query)
  const selection = readSelection(query)
  const id = demanded(listing, ['id'])
  const all = groupsOfClient(directory, client.id)
  const candidates = id === undefined ? all : all.filter((group) => String(group.id) === id)
  const { page, total } = pageOf(listing, candidates, (group) =>
    presentScimGroup(directory, group, { base, hasMembers: asksFor(listing, 'members') }),
  )
  const hasMembers = isWanted(selection, 'members')
  const resources = page.map((group) =>
    selected(presentScimGroup(directory, group, { base, hasMembers }), selection),
  )
  return scimReply(200, listResponse(listing.startIndex, total, resources))
}

/** Answers GET /Groups/{id}. */
export const getScimGroup = async (call: ScimCall, id: string): Promise<PageReply> =>
  scimReply(200, resourceOf(call, requireScimGroup(call, id)))

function resourceOf({ directory, base, query }: ScimCall, group: GroupRecord) {
  const selection = readSelection(query)
  const hasMembers = isWanted(selection, 'members')
  return selected(presentScimGroup(directory, group, { base, hasMembers }), selection)
}

function requireScimGroup({ client, directory }: ScimCall, id: string): GroupRecord {
  const group = directory.groups.get(/^\d{1,15}$/.test(id) ? Number(id) : 0)
  if (group?.managedBy !== managerOf(client.id) || group.isDeactivated)
    throw new ScimProblem(404, `There is no group ${id.slice(0, 40)}.`)
  return group
}

const isPerson =
  ({ directory }: ScimCall) =>
  (id: number): boolean => {
    const user = directory.users.get(id)
    return user !== undefined && isProvisionable(user)
  }

/** Answers POST /Groups. */
export async function createScimGroup(call: ScimCall): Promise<PageReply> {
  const { client, directory } = call
  const resource = readSentResource(await call.body(), groupShapes)
  const id = await call.transact(async (tx) => {
    const { name, externalId, members } = readGroup(resource, isPerson(call))
    if (name === undefined)
      throw invalid('invalidValue', 'displayName is missing: send the name of the group.')
    requireFreeName(call, name)
    return provisionGroup(tx, directory, managerOf(client.id), {
      name,
      externalId: externalId ?? null,
      members: members ?? new Set(),
    })
  })
  call.note('group.changed', id)
  const group = must(directory.groups.get(id), 'the commit is in the directory')
  return scimReply(201, resourceOf(call, group), { location: `${call.base}/Groups/${id}` })
}

function requireFreeName({ client, directory }: ScimCall, name: string, own?: GroupRecord): void {
  const other = directory.groupByName(name)
  if (!other || other.id === own?.id) return
  // The client has removed it, and now makes it again.
  if (!own && other.isDeactivated && other.managedBy === managerOf(client.id)) return
  throw new ScimProblem(
    409,
    `There is a group "${name}" already that this client does not manage: rename one of them.`,
    'uniqueness',
  )
}

/** Answers PUT /Groups/{id}: without members, those that it has stay. */
export async function replaceScimGroup(call: ScimCall, id: string): Promise<PageReply> {
  const body = await call.body()
  await saveGroup(call, id, async () => readGroup(readSentResource(body, groupShapes, id), isPerson(call)))
  return scimReply(200, resourceOf(call, requireScimGroup(call, id)))
}

/** Answers PATCH /Groups/{id}: 204, or the group where attributes are asked for. */
export async function patchScimGroup(call: ScimCall, id: string): Promise<PageReply> {
  const body = await call.body()
  await saveGroup(call, id, async (_tx, group) => {
    const before = presentScimGroup(call.directory, group, { base: call.base, hasMembers: true })
    return readGroup(patchResource(before, body, groupShapes), isPerson(call))
  })
  if (call.query.attributes === undefined) return scimReply(204)
  return scimReply(200, resourceOf(call, requireScimGroup(call, id)))
}

async function saveGroup(
  call: ScimCall,
  id: string,
  read: (tx: Tx, group: GroupRecord) => Promise<ReturnType<typeof readGroup>>,
): Promise<void> {
  const { directory } = call
  requireScimGroup(call, id)
  const group = await call.transact(async (tx) => {
    const found = requireScimGroup(call, id)
    const { name, externalId, members } = await read(tx, found)
    if (name !== undefined) requireFreeName(call, name, found)
    await changeProvisionedGroup(tx, directory, found, {
      ...(name === undefined ? {} : { name }),
      ...(externalId === undefined ? {} : { externalId }),
      ...(members ? { members } : {}),
    })
    return found
  })
  call.note('group.changed', group.id)
}

/** Answers DELETE /Groups/{id}. */
export async function deleteScimGroup(call: ScimCall, id: string): Promise<PageReply> {
  requireScimGroup(call, id)
  const group = await call.transact(async (tx) => {
    const found = requireScimGroup(call, id)
    await removeProvisionedGroup(tx, call.directory, found)
    return found
  })
  call.note('group.changed', group.id)
  return scimReply(204)
}
