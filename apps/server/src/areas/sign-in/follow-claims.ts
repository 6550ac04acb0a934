import { changeProvisionedGroup, provisionGroup } from '#areas/groups/provision-group.ts'
import { groupNameProblem } from '#areas/groups/rules.ts'
import { changeRole } from '#areas/users/change-role.ts'
import { isOnlyOwner } from '#areas/users/role-rules.ts'
import type { Call } from '#call/call.ts'
import type { ProviderConfig } from '#config/sign-in.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { ClaimedGroups } from '#model/claimed-groups.ts'
import type { GroupRecord, UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { noteGivenRole } from '#store/people/external-identities.ts'
import { roleAfter } from './claimed-groups.ts'

/** Marks the groups of a provider. */
export const idpManager = (provider: string): string => `idp:${provider}`

interface Following {
  readonly provider: Pick<ProviderConfig, 'name' | 'followed'>
  readonly user: UserRecord
  readonly identity: {
    readonly id: number
    /** The role that the provider gave at an earlier sign-in, or at this one to a new account. */
    readonly givenRole: UserRecord['role'] | null
  }
  readonly groups: ClaimedGroups | undefined
}

/**
 * Lets the role and the groups of somebody who signs in follow those that their provider names. A claim that is missing changes
 * nothing. Groups that people or others made are left alone, and the organization keeps its last owner.
 */
export async function followClaims(
  tx: Tx,
  { services, directory }: Pick<Call, 'services' | 'directory'>,
  { provider, user, identity, groups }: Following,
): Promise<void> {
  const { followed, name } = provider
  if (!followed || !groups) return
  const facts = { provider: name, organization: directory.organization.id, user: user.id }
  if (groups.kind !== 'named') {
    tx.audit(
      'groups.absent',
      { kind: 'user', id: user.id },
      { provider: name, is_cut: groups.kind === 'cut' },
    )
    return
  }
  // The directory shows none of the changes before the commit. Each step has to know of those before it.
  let seen = directory.users.has(user.id) ? directory : directory.with({ users: [user] })
  const role = roleAfter(followed, { role: user.role, given: identity.givenRole }, groups.role)
  if (role !== undefined && isOnlyOwner(seen, user))
    services.log.warn(facts, 'A provider gives another role to the only owner, who stays owner.')
  else if (role !== undefined) {
    await changeRole(tx, seen, user, role)
    seen = seen.with({ users: [{ ...user, role }] })
  }
  if (groups.role !== identity.givenRole) await noteGivenRole(tx, identity.id, groups.role)
  const { joined, left, problems } = planGroups(seen, provider.name, user, groups.groups)
  for (const problem of problems)
    services.log.warn({ ...facts, problem }, 'A group does not follow its provider.')
  for (const group of left)
    seen = await changeMembersOf(tx, seen, group, group.members.difference(new Set([user.id])))
  for (const to of joined)
    seen =
      typeof to === 'string'
        ? await makeGroup(tx, seen, name, to, user)
        : await changeMembersOf(tx, seen, to, new Set([...to.members, user.id]))
}

/** Groups that somebody joins and leaves. A name stands for a group that has to be made. */
interface GroupPlan {
  readonly joined: readonly (GroupRecord | string)[]
  readonly left: readonly GroupRecord[]
  readonly problems: readonly string[]
}

/** Compares the groups that a provider decides on with those that it names. One that an administrator deactivated stays so. */
export function planGroups(
  directory: OrganizationDirectory,
  provider: string,
  { id }: Pick<UserRecord, 'id'>,
  names: readonly string[],
): GroupPlan {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const left = [...directory.groups.values()].filter(
    (group) =>
      group.managedBy === idpManager(provider) &&
      group.members.has(id) &&
      !wanted.has(group.name.toLowerCase()),
  )
  const joined: (GroupRecord | string)[] = []
  const problems: string[] = []
  for (const name of names) {
    const group = directory.groupByName(name)
    const problem = group ? undefined : groupNameProblem(directory, name)
    if (problem !== undefined) problems.push(problem)
    else if (!group) joined.push(name)
    else if (group.managedBy !== idpManager(provider))
      problems.push(
        `The group "${group.name}" was not made for this service, so it does not follow it: rename one of them.`,
      )
    else if (!group.isDeactivated && !group.members.has(id)) joined.push(group)
  }
  return { joined, left, problems }
}

async function changeMembersOf(
  tx: Tx,
  directory: OrganizationDirectory,
  group: GroupRecord,
  members: ReadonlySet<number>,
): Promise<OrganizationDirectory> {
  await changeProvisionedGroup(tx, directory, group, { members })
  return directory.with({ group: { ...group, members } })
}

async function makeGroup(
  tx: Tx,
  directory: OrganizationDirectory,
  provider: string,
  name: string,
  { id }: Pick<UserRecord, 'id'>,
): Promise<OrganizationDirectory> {
  await provisionGroup(tx, directory, idpManager(provider), {
    name,
    externalId: null,
    members: new Set([id]),
  })
  return directory
}
