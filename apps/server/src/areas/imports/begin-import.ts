import type { ReadOptions } from '@tagma/importers/read-options.ts'
import type { Random } from '#ports/random.ts'
import { Tx } from '#store/log/tx.ts'
import { insertImport, type ImportRow } from '#store/organization/imports.ts'
import { insertOrganization, updateOrganization } from '#store/organization/organizations.ts'
import { reserveIds, reserveThrough } from '#store/sql/reserve-ids.ts'
import type { ImportPlan } from './plan-import.ts'

/** The ids that an import has been given. A null lets things keep the ids of the source. */
export interface ImportOptions {
  readonly subdomain: string
  readonly firstUser: number | null
  readonly firstGroup: number | null
  readonly firstChannel: number | null
  readonly firstEmoji: number | null
  readonly firstMessage: number | null
  /** Addresses of the former server, without a slash at the end: links to it lead here. */
  readonly oldUrls: readonly string[]
  /** Things that the archive does not say. */
  readonly reading?: ReadOptions
}

/** Makes an organization that nobody can reach yet, and reserves ids for all that will be in it. */
export async function beginImport(
  tx: Tx,
  random: Random,
  plan: ImportPlan,
  source: {
    readonly hash: string
    readonly subdomain: string
    readonly oldUrls: readonly string[]
    readonly reading?: ReadOptions
  },
): Promise<Pick<ImportRow, 'id' | 'organization_id'>> {
  const users = await reserve(
    tx,
    'users',
    plan.people.map(({ key }) => key),
  )
  const groups = await reserve(
    tx,
    'user_groups',
    plan.groups.map(({ key }) => key),
  )
  const channels = await reserve(
    tx,
    'channels',
    plan.channels.map(({ key }) => key),
  )
  const emoji = await reserve(
    tx,
    'custom_emoji',
    plan.emoji.map(({ key }) => key),
  )
  const { smallest, largest, count } = plan.messages
  const keepsMessages = await reserveThrough(tx.db, 'messages', smallest, largest)
  const options: ImportOptions = {
    subdomain: source.subdomain,
    firstUser: users,
    firstGroup: groups,
    firstChannel: channels,
    firstEmoji: emoji,
    oldUrls: source.oldUrls,
    ...(source.reading ? { reading: source.reading } : {}),
    firstMessage: keepsMessages ? null : await reserveIds(tx.db, 'messages', count),
  }
  const uuid = random.uuid()
  const organizationId = await insertOrganization(tx, {
    name: plan.organization.name,
    // No host name has this character.
    subdomain: `#import-${uuid}`,
    uuid,
  })
  await updateOrganization(new Tx(tx.db, organizationId, tx.now), { deactivated_at: tx.now })
  const id = await insertImport(tx, {
    organizationId,
    sourceHash: source.hash,
    options: JSON.stringify(options),
  })
  return { id, organization_id: organizationId }
}

/** Returns null if the keys can be ids, else the first of new ids. */
async function reserve(
  tx: Tx,
  table: 'users' | 'user_groups' | 'channels' | 'custom_emoji',
  keys: readonly (number | string)[],
): Promise<number | null> {
  const numbers = keys.filter((key) => typeof key === 'number')
  if (numbers.length === keys.length) {
    const smallest = numbers.reduce((a, b) => Math.min(a, b), Infinity)
    const largest = numbers.reduce((a, b) => Math.max(a, b), 0)
    if (await reserveThrough(tx.db, table, smallest, largest)) return null
  }
  return reserveIds(tx.db, table, keys.length)
}
