import { roles } from '@tagma/contract/objects/user.ts'
import { isOwner } from '@tagma/rules/roles.ts'
import { changeProvisionedAccount, provisionAccount } from '#areas/accounts/provision-account.ts'
import type { PageReply } from '#http/page.ts'
import { must } from '#model/must.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { findScimLinks, listScimLinks, saveScimLink } from '#store/people/scim-clients.ts'
import {
  asksFor,
  demanded,
  isWanted,
  type Listing,
  listResponse,
  pageOf,
  readListing,
  readSelection,
  selected,
} from './list-resources.ts'
import { patchResource, readSentResource } from './patch-resource.ts'
import { presentScimUser } from './present.ts'
import { groupsOfClient, isProvisionable } from './provisioning-rules.ts'
import { type ReadAccount, readAccount, readPatchedAccount, userShapes } from './read-account.ts'
import { type ScimCall, scimReply } from './scim-call.ts'
import { ScimProblem } from './scim-problem.ts'

/** Answers GET /Users. */
export async function listScimUsers(call: ScimCall): Promise<PageReply> {
  const { client, services, base, query } = call
  const listing = readListing(query)
  const selection = readSelection(query)
  const candidates = await candidatesFor(call, listing)
  const all = asksFor(listing, 'externalid')
    ? await listScimLinks(
        services.data.db,
        client.id,
        candidates.length <= 100 ? candidates.map(({ id }) => id) : undefined,
      )
    : new Map<number, string>()
  const groupsOf = membership(call, asksFor(listing, 'groups'))
  const { page, total } = pageOf(listing, candidates, (user) =>
    presentScimUser(user, { base, externalId: all.get(user.id), groups: groupsOf(user) }),
  )
  const links = await listScimLinks(
    services.data.db,
    client.id,
    page.map(({ id }) => id),
  )
  const groupsOfPage = membership(call, isWanted(selection, 'groups'))
  const resources = page.map((user) =>
    selected(
      presentScimUser(user, { base, externalId: links.get(user.id), groups: groupsOfPage(user) }),
      selection,
    ),
  )
  return scimReply(200, listResponse(listing.startIndex, total, resources))
}

/** People that a filter can mean: one where it demands an id or an address, otherwise all. */
async function candidatesFor(
  { client, directory, services }: ScimCall,
  listing: Listing,
): Promise<UserRecord[]> {
  const id = demanded(listing, ['id'])
  if (id !== undefined) return people([directory.users.get(Number(id))])
  const address = demanded(listing, ['username', 'emails'])
  if (address !== undefined) return people([directory.userByEmail(address)])
  const external = demanded(listing, ['externalid'])
  if (external !== undefined) {
    const ids = await findScimLinks(services.data.db, client.id, external)
    return people(ids.map((one) => directory.users.get(one)))
  }
  return people([...directory.users.values()])
}

const people = (users: readonly (UserRecord | undefined)[]): UserRecord[] =>
  users
    .filter((user) => user !== undefined)
    .filter(isProvisionable)
    .toSorted((a, b) => a.id - b.id)

/** Finds the groups of users. Looks through all groups once, and only if they are wanted. */
function membership({ client, directory }: ScimCall, isAsked: boolean): (user: UserRecord) => GroupRecord[] {
  const groupsOf = new Map<number, GroupRecord[]>()
  if (isAsked)
    for (const group of groupsOfClient(directory, client.id))
      for (const id of group.members) groupsOf.set(id, [...(groupsOf.get(id) ?? []), group])
  return (user) => groupsOf.get(user.id) ?? []
}

/** Answers GET /Users/{id}. */
export const getScimUser = async (call: ScimCall, id: string): Promise<PageReply> =>
  scimReply(200, selected(await resourceOf(call, requireScimUser(call, id)), readSelection(call.query)))

async function resourceOf(call: ScimCall, user: UserRecord) {
  const links = await listScimLinks(call.services.data.db, call.client.id, [user.id])
  return presentScimUser(user, {
    base: call.base,
    externalId: links.get(user.id),
    groups: membership(call, true)(user),
  })
}

function requireScimUser({ directory }: ScimCall, id: string): UserRecord {
  const user = directory.users.get(/^\d{1,15}$/.test(id) ? Number(id) : 0)
  if (!user || !isProvisionable(user)) throw new ScimProblem(404, `There is no user ${id.slice(0, 40)}.`)
  return user
}

/** Answers POST /Users. */
export async function createScimUser(call: ScimCall): Promise<PageReply> {
  const { client, directory, services } = call
  const { email, fullName, role, isActive, externalId } = readAccount(
    readSentResource(await call.body(), userShapes),
  )
  if (email === undefined)
    throw new ScimProblem(400, 'userName is missing: send the email address of the person.', 'invalidValue')
  if (role === roles.owner) requireOwnersTouch(call)
  const made = await call.transact(async (tx) => {
    requireFree(call, email)
    const account = {
      email,
      fullName: fullName ?? email.replace(/@.*$/, ''),
      role: role ?? roles.member,
      isActive: isActive ?? true,
    }
    const user = await provisionAccount(tx, { directory, services }, account)
    if (externalId !== undefined) await saveScimLink(tx, client.id, user.id, externalId)
    return user
  })
  call.note('account.created', made.id)
  const user = must(directory.users.get(made.id), 'the commit is in the directory')
  const resource = await resourceOf(call, user)
  return scimReply(201, selected(resource, readSelection(call.query)), {
    location: `${call.base}/Users/${made.id}`,
  })
}

function requireFree({ directory }: ScimCall, email: string, user?: UserRecord): void {
  const other = directory.userByEmail(email)
  if (!other || other.id === user?.id) return
  throw new ScimProblem(
    409,
    `There is an account with the address ${email} already; it may be deactivated.`,
    'uniqueness',
  )
}

/** Answers PUT /Users/{id}: what the resource leaves out stays as it is. */
export async function replaceScimUser(call: ScimCall, id: string): Promise<PageReply> {
  const body = await call.body()
  return saveUser(call, id, async () => readAccount(readSentResource(body, userShapes, id)))
}

/** Answers PATCH /Users/{id}. */
export async function patchScimUser(call: ScimCall, id: string): Promise<PageReply> {
  const body = await call.body()
  return saveUser(call, id, async (tx, user) => {
    const links = await listScimLinks(tx.db, call.client.id, [user.id])
    const before = presentScimUser(user, { base: call.base, externalId: links.get(user.id), groups: [] })
    const after = patchResource(before, body, userShapes)
    return {
      ...readPatchedAccount(before, after),
      forgetsLink: before.externalId !== undefined && after.externalId === undefined,
    }
  })
}

type Wanted = ReadAccount & { readonly forgetsLink?: boolean }

async function saveUser(
  call: ScimCall,
  id: string,
  read: (tx: Tx, user: UserRecord) => Promise<Wanted>,
): Promise<PageReply> {
  const { client, directory, services } = call
  requireScimUser(call, id)
  const outcome = await call.transact(async (tx) => {
    const user = requireScimUser(call, id)
    const wanted = await read(tx, user)
    const change = changeOf(call, user, wanted)
    await changeProvisionedAccount(tx, { directory, services }, user, change)
    if (wanted.externalId !== undefined || wanted.forgetsLink)
      await saveScimLink(tx, client.id, user.id, wanted.externalId)
    return { user, change }
  })
  noteChange(call, outcome.user, outcome.change)
  const resource = await resourceOf(call, requireScimUser(call, id))
  return scimReply(200, selected(resource, readSelection(call.query)))
}

/** Facts that differ from the account's. Throws a ScimProblem for those that the client may not change. */
function changeOf(call: ScimCall, user: UserRecord, { email, fullName, role, isActive }: Wanted) {
  const change = {
    ...(email === undefined || email === user.deliveryEmail ? {} : { email }),
    ...(fullName === undefined || fullName === user.fullName ? {} : { fullName }),
    ...(role === undefined || role === user.role ? {} : { role }),
    ...(isActive === undefined || isActive === user.isActive ? {} : { isActive }),
  }
  const names = Object.keys(change)
  if (names.length > 0 && (isOwner(user) || change.role === roles.owner)) requireOwnersTouch(call)
  if (change.email !== undefined) {
    if (!call.client.mayChangeAddresses)
      throw new ScimProblem(
        403,
        'This client may not change addresses: the owner who makes it needs the permission can_change_user_emails, which `tagma grant` gives.',
      )
    requireFree(call, change.email, user)
  }
  return change
}

function requireOwnersTouch({ client }: ScimCall): void {
  if (client.mayTouchOwners) return
  throw new ScimProblem(
    403,
    'This client may not change owners or make them: make a client that may, or change them in Tagma.',
  )
}

function noteChange(call: ScimCall, user: UserRecord, change: ReturnType<typeof changeOf>): void {
  if (change.isActive === true) call.note('account.reactivated', user.id)
  if (change.isActive === false) call.note('account.deactivated', user.id)
  if (change.role !== undefined || change.email !== undefined) call.note('account.changed', user.id)
}

/** Answers DELETE /Users/{id}: deactivates the account and forgets the client's id for it. */
export async function deleteScimUser(call: ScimCall, id: string): Promise<PageReply> {
  const { client, directory, services } = call
  requireScimUser(call, id)
  const { user, change } = await call.transact(async (tx) => {
    const found = requireScimUser(call, id)
    const wanted = changeOf(call, found, { ...nothing, isActive: false })
    await changeProvisionedAccount(tx, { directory, services }, found, wanted)
    await saveScimLink(tx, client.id, found.id, undefined)
    return { user: found, change: wanted }
  })
  noteChange(call, user, change)
  return scimReply(204)
}

const nothing: ReadAccount = {
  email: undefined,
  fullName: undefined,
  role: undefined,
  isActive: undefined,
  externalId: undefined,
}
