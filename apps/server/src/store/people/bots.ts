import type { BotService } from '@tagma/contract/objects/bot.ts'
import type { Selectable } from 'kysely'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { inIds } from '#store/sql/id-list.ts'
import { prepared } from '#store/sql/prepared.ts'
import type { BotsTable } from '#store/sql/tables/people.ts'

/** Configuration of a bot. */
export interface BotConfiguration {
  readonly sendingChannelId: number | null
  readonly eventsChannelId: number | null
  readonly allPublicChannels: boolean
  readonly services: readonly BotService[]
}

export const noConfiguration: BotConfiguration = {
  sendingChannelId: null,
  eventsChannelId: null,
  allPublicChannels: false,
  services: [],
}

const byOrganization = prepared((db, p: { organization: number }) =>
  db.selectFrom('bots').selectAll().where('organization_id', '=', p.organization),
)

/** The configurations of an organization's bots; bots without one are left out. */
export async function loadBots(db: Db, organizationId: number): Promise<Map<number, BotConfiguration>> {
  const rows = await byOrganization.all(db, { organization: organizationId })
  return new Map(rows.map((row) => [row.user_id, configurationOf(row)]))
}

const configurationOf = (row: Selectable<BotsTable>): BotConfiguration => ({
  sendingChannelId: row.default_sending_channel_id,
  eventsChannelId: row.default_events_channel_id,
  allPublicChannels: row.default_all_public_channels === 1,
  services: JSON.parse(row.services) as BotService[],
})

const byUser = prepared((db, p: { user: number }) =>
  db.selectFrom('bots').selectAll().where('user_id', '=', p.user),
)

/** The configuration of one bot; undefined for people. */
export async function findConfiguration(db: Db, userId: number): Promise<BotConfiguration | undefined> {
  const row = await byUser.first(db, { user: userId })
  return row && configurationOf(row)
}

/** The configurations of several bots, by their ids. */
export async function findConfigurations(
  db: Db,
  userIds: readonly number[],
): Promise<Map<number, BotConfiguration>> {
  const rows = await db
    .selectFrom('bots')
    .selectAll()
    .where((eb) => inIds(db, eb.ref('user_id'), userIds))
    .execute()
  return new Map(rows.map((row) => [row.user_id, configurationOf(row)]))
}

/** Notes that a bot's owner is told of trouble. Returns false if they were told after `since` (UNIX seconds). */
export async function noteOwnerTold(tx: Tx, userId: number, at: number, since: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('bots')
    .set({ told_owner_at: at })
    .where('user_id', '=', userId)
    .where('told_owner_at', '<=', since)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function saveBot(tx: Tx, userId: number, bot: BotConfiguration): Promise<void> {
  const values = {
    default_sending_channel_id: bot.sendingChannelId,
    default_events_channel_id: bot.eventsChannelId,
    default_all_public_channels: bot.allPublicChannels ? (1 as const) : (0 as const),
    services: JSON.stringify(bot.services),
  }
  await tx.db
    .insertInto('bots')
    .values({ user_id: userId, organization_id: tx.organizationId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
