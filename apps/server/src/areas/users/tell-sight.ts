import type { GroupSetting } from '@tagma/contract/primitives.ts'
import { isGuest } from '@tagma/rules/roles.ts'
import { tellGroupsInSight } from '#areas/groups/tell-system-groups.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { subscribersOf } from '#store/channels/subscriptions.ts'
import type { Tx } from '#store/log/tx.ts'
import { conversationByKey } from '#store/messages/conversations.ts'
import { acquaintancesOf } from '#store/people/acquaintances.ts'
import { participantsKey } from '#store/sql/conversation-keys.ts'
import { unknownUserName } from './present.ts'
import { limitedViewers, seesEverybody } from './visibility.ts'

/**
 * Shows limited guests the users they share a channel with from now on. Call it after subscribing users, before the
 * events that name them.
 */
export async function tellRevealed(
  tx: Tx,
  directory: OrganizationDirectory,
  added: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const limited = new Set(limitedViewers(directory).map(({ id }) => id))
  if (limited.size === 0) return
  const subscribers = await subscribersOf(tx.db, [...added.keys()])
  const viewersOf = new Map<number, Set<number>>()
  for (const [channelId, newcomers] of added) {
    const everybody = new Set([...(subscribers.get(channelId) ?? []), ...newcomers])
    for (const viewer of everybody) {
      if (!limited.has(viewer)) continue
      for (const id of newcomers.includes(viewer) ? everybody : newcomers) {
        if (id === viewer || directory.users.get(id)?.botType !== null) continue
        const viewers = viewersOf.get(id) ?? new Set()
        viewersOf.set(id, viewers.add(viewer))
      }
    }
  }
  for (const [id, viewers] of viewersOf) tellInSight(tx, directory, id, [...viewers])
}

/** Shows limited guests the users they have direct messages with from now on. */
export async function tellMet(
  tx: Tx,
  directory: OrganizationDirectory,
  participants: readonly UserRecord[],
): Promise<void> {
  const viewers = participants.filter((user) => !seesEverybody(directory, user)).map(({ id }) => id)
  if (viewers.length === 0) return
  const ids = participants.map(({ id }) => id)
  if (await tx.find(conversationByKey, { channelId: 0, key: participantsKey(ids) })) return
  for (const { id, botType } of participants) {
    const others = botType === null ? viewers.filter((viewer) => viewer !== id) : []
    if (others.length > 0) tellInSight(tx, directory, id, others)
  }
}

/**
 * Hides users from limited guests who no longer share anything with them. Call it after unsubscribing users, after the
 * events that name them.
 */
export async function tellHidden(
  tx: Tx,
  directory: OrganizationDirectory,
  removed: ReadonlyMap<number, readonly number[]>,
): Promise<void> {
  const limited = limitedViewers(directory).map(({ id }) => id)
  if (limited.length === 0) return
  const subscribers = await subscribersOf(tx.db, [...removed.keys()])
  for (const viewer of limited) {
    const candidates = new Set<number>()
    for (const [channelId, leavers] of removed) {
      const rest = subscribers.get(channelId) ?? []
      if (leavers.includes(viewer)) for (const id of [...rest, ...leavers]) candidates.add(id)
      else if (rest.includes(viewer)) for (const id of leavers) candidates.add(id)
    }
    candidates.delete(viewer)
    if (candidates.size === 0) continue
    const known = await acquaintancesOf(tx.db, viewer)
    for (const id of candidates) {
      if (known.has(id) || directory.users.get(id)?.botType !== null) continue
      tellOutOfSight(tx, directory, id, viewer)
    }
  }
}

/**
 * Tells the guests whose sight a new value of `can_access_all_users_group` changes. Guests who now see everybody get
 * all users they did not know; the others lose them.
 */
export async function tellSightChanged(
  tx: Tx,
  directory: OrganizationDirectory,
  allowed: GroupSetting,
): Promise<void> {
  const before = directory.organization.settings.can_access_all_users_group
  const revealedTo = new Map<number, number[]>()
  for (const viewer of directory.users.values()) {
    if (!viewer.isActive || !isGuest(viewer)) continue
    const sees = directory.isIn(viewer, allowed)
    if (sees === directory.isIn(viewer, before)) continue
    const known = await acquaintancesOf(tx.db, viewer.id)
    for (const { id, botType } of directory.users.values()) {
      if (botType !== null || id === viewer.id || known.has(id)) continue
      if (sees) revealedTo.set(id, [...(revealedTo.get(id) ?? []), viewer.id])
      else tellOutOfSight(tx, directory, id, viewer.id)
    }
  }
  for (const [id, viewers] of revealedTo) tellInSight(tx, directory, id, viewers)
}

function tellInSight(tx: Tx, directory: OrganizationDirectory, id: number, viewers: readonly number[]): void {
  tx.emit({ type: 'realm_user', op: 'add', user_id: id }, { users: viewers })
  tellGroupsInSight(tx, directory, id, 'add_members', viewers)
}

function tellOutOfSight(tx: Tx, directory: OrganizationDirectory, id: number, viewer: number): void {
  tx.emit(
    { type: 'realm_user', op: 'remove', person: { user_id: id, full_name: unknownUserName } },
    { users: [viewer] },
  )
  tellGroupsInSight(tx, directory, id, 'remove_members', [viewer])
}
