import type { BotCommand } from '@tagma/contract/objects/bot-command.ts'
import type { Tx } from '#store/log/tx.ts'
import type { Db } from '#store/sql/db.ts'
import { insertMany } from '#store/sql/insert-many.ts'
import { prepared } from '#store/sql/prepared.ts'

/** A command and the bot that has it. */
export interface CommandRow {
  readonly userId: number
  readonly command: BotCommand
}

const ofOrganization = prepared((db, p: { organization: number }) =>
  db
    .selectFrom('bot_commands')
    .select(['user_id', 'command'])
    .where('organization_id', '=', p.organization)
    .orderBy('name'),
)

const byName = prepared((db, p: { organization: number; name: string }) =>
  db
    .selectFrom('bot_commands')
    .select(['user_id', 'command'])
    .where('organization_id', '=', p.organization)
    .where('name', '=', p.name),
)

/** All commands of an organization, by name. */
export async function loadCommands(db: Db, organizationId: number): Promise<CommandRow[]> {
  return (await ofOrganization.all(db, { organization: organizationId })).map(commandOf)
}

/** Finds a command by its name. */
export async function findCommand(
  db: Db,
  organizationId: number,
  name: string,
): Promise<CommandRow | undefined> {
  const row = await byName.first(db, { organization: organizationId, name })
  return row && commandOf(row)
}

const commandOf = (row: { user_id: number; command: string }): CommandRow => ({
  userId: row.user_id,
  command: JSON.parse(row.command) as BotCommand,
})

/** Deletes a bot's commands. Returns whether it had any. */
export async function deleteCommands(tx: Tx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('bot_commands')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Inserts commands of a bot. Their names are free. */
export async function insertCommands(tx: Tx, userId: number, commands: readonly BotCommand[]): Promise<void> {
  await insertMany(
    tx.db,
    'bot_commands',
    commands.map((command) => ({
      organization_id: tx.organizationId,
      user_id: userId,
      name: command.name,
      command: JSON.stringify(command),
    })),
  )
}
