import { nameProblem, nameTakenProblem } from '#areas/accounts/account-rules.ts'
import { changeProvisionedAccount } from '#areas/accounts/provision-account.ts'
import { changeProvisionedGroup, provisionGroup } from '#areas/groups/provision-group.ts'
import type { Services } from '#call/services.ts'
import { type GroupRule, groupsHere } from '#config/group-names.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import { byLdapDirectory } from '#model/audit.ts'
import { ldapProvider } from '#model/ldap-identity.ts'
import type { Tx } from '#store/log/tx.ts'
import { listFollowedIdentities, noteAbsence } from '#store/people/external-identities.ts'
import { type Following, planFollowing } from './plan-following.ts'

/** How many accounts and groups changed, and why others did not. */
export interface Followed {
  readonly deactivated: number
  readonly reactivated: number
  readonly renamed: number
  readonly groups: number
  readonly problems: readonly string[]
}

/**
 * Looks into the LDAP directory and lets the accounts of an organization follow it: who is gone at two looks is
 * deactivated, who is back is let in again; names and groups are those of the directory. Each account is a transaction of
 * its own. Rejects if the directory cannot be asked; then nothing changes.
 */
export async function followDirectory(
  services: Services,
  organizationId: number,
  {
    isForced = false,
    mayGoOn = () => true,
  }: { readonly isForced?: boolean; readonly mayGoOn?: () => boolean } = {},
): Promise<Followed> {
  const { data, outside, config } = services
  const links = await listFollowedIdentities(data.db, organizationId, ldapProvider)
  if (!outside.ldap || links.length === 0)
    return { deactivated: 0, reactivated: 0, renamed: 0, groups: 0, problems: [] }
  const people = await outside.ldap.people()
  const directory = await data.directories.get(organizationId)
  const plan = planFollowing(directory, links, people, isForced)
  const change = <T>(body: (tx: Tx) => Promise<T>) =>
    data.transact(organizationId, body, { by: byLdapDirectory })
  await noteLooks(change, plan)
  const parts = { services, directory }
  let deactivated = 0
  for (const { link, user } of plan.leaving)
    if (mayGoOn())
      deactivated += await change(async (tx) => {
        const now = directory.users.get(user.id)
        await noteAbsence(tx, [link.id], { absentSince: link.absentSince, shutOutAt: tx.now })
        if (!now?.isActive) return 0
        await changeProvisionedAccount(tx, parts, now, { isActive: false })
        return 1
      })
  let reactivated = 0
  for (const { user } of plan.returning)
    if (mayGoOn())
      reactivated += await change(async (tx) => {
        const now = directory.users.get(user.id)
        if (!now || now.isActive) return 0
        await changeProvisionedAccount(tx, parts, now, { isActive: true })
        return 1
      })
  const { renamed, problems } = await followNames(change, parts, plan)
  const groups = await followGroups(change, directory, plan, config.ldap?.groups ?? [])
  return {
    deactivated,
    reactivated,
    renamed,
    groups: groups.changed,
    problems: [...(plan.problem === undefined ? [] : [plan.problem]), ...problems, ...groups.problems],
  }
}

type Change = <T>(body: (tx: Tx) => Promise<T>) => Promise<T>

async function noteLooks(change: Change, { present, missed }: Following): Promise<void> {
  if (present.length + missed.length === 0) return
  await change(async (tx) => {
    await noteAbsence(
      tx,
      present.map(({ id }) => id),
      { absentSince: null, shutOutAt: null },
    )
    await noteAbsence(
      tx,
      missed.map(({ id }) => id),
      { absentSince: tx.now, shutOutAt: null },
    )
  })
}

async function followNames(
  change: Change,
  parts: { readonly services: Services; readonly directory: OrganizationDirectory },
  { renamed }: Following,
): Promise<{ readonly renamed: number; readonly problems: readonly string[] }> {
  const problems: string[] = []
  let count = 0
  for (const { user, name } of renamed) {
    // Said and left: one name that is not allowed must not keep all others from following.
    const problem = nameProblem(name) ?? nameTakenProblem(parts.directory, name.trim(), user.id)
    if (problem !== undefined) problems.push(`The name of user ${user.id} cannot follow LDAP: ${problem}`)
    else
      count += await change(async (tx) => {
        const now = parts.directory.users.get(user.id)
        if (!now || now.fullName === name.trim()) return 0
        await changeProvisionedAccount(tx, parts, now, { fullName: name })
        return 1
      })
  }
  return { renamed: count, problems }
}

async function followGroups(
  change: Change,
  directory: OrganizationDirectory,
  { members }: Following,
  rules: readonly GroupRule[],
): Promise<{ readonly changed: number; readonly problems: readonly string[] }> {
  const wanted = new Map<string, Set<number>>()
  for (const { to } of rules) if (to !== undefined) wanted.set(to, new Set())
  for (const group of directory.groups.values())
    if (group.managedBy === ldapProvider && !group.isDeactivated) wanted.set(group.name, new Set())
  for (const [userId, names] of members)
    for (const name of groupsHere(rules, names)) wanted.set(name, (wanted.get(name) ?? new Set()).add(userId))
  const problems: string[] = []
  let changed = 0
  for (const [name, people] of wanted) {
    const group = directory.groupByName(name)
    if (group && group.managedBy !== ldapProvider) {
      problems.push(`The group "${name}" was made here, so it does not follow LDAP: rename one of them.`)
      continue
    }
    if (group && !group.isDeactivated && group.members.symmetricDifference(people).size === 0) continue
    if ((!group || group.isDeactivated) && people.size === 0) continue
    await change(async (tx) => {
      if (group && !group.isDeactivated)
        await changeProvisionedGroup(tx, directory, group, { members: people })
      else await provisionGroup(tx, directory, ldapProvider, { name, externalId: null, members: people })
    })
    changed += 1
  }
  return { changed, problems }
}
