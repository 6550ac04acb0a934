import type { BotCommand, NewBotCommand } from '@tagma/contract/objects/bot-command.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import { badRequest } from '#model/refusal.ts'
import type { Tx } from '#store/log/tx.ts'
import { deleteCommands, insertCommands, loadCommands } from '#store/people/bot-commands.ts'
import { mayHaveCommands } from './rules.ts'

/** Replaces the commands of a bot. Throws BAD_REQUEST if it can have none, or if another bot has a name. */
export async function setCommands(
  tx: Tx,
  bot: UserRecord,
  given: readonly NewBotCommand[],
): Promise<BotCommand[]> {
  if (!mayHaveCommands(bot))
    throw badRequest('Only active bots that can read messages have commands: incoming webhooks have none.')
  const commands = given.map(commandOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const all = await loadCommands(tx.db, tx.organizationId)
  const names = new Set<string>()
  for (const { name } of commands) {
    if (names.has(name)) throw badRequest(`The command /${name} is there twice.`)
    names.add(name)
    if (all.some((other) => other.command.name === name && other.userId !== bot.id))
      throw badRequest(`Another bot has the command /${name}: choose another name.`)
  }
  const before = all.filter(({ userId }) => userId === bot.id).map(({ command }) => command)
  // Bots set their commands whenever they start: mostly nothing changes.
  if (JSON.stringify(before) === JSON.stringify(commands)) return commands
  await deleteCommands(tx, bot.id)
  await insertCommands(tx, bot.id, commands)
  tx.emit({ type: 'tagma_commands', user_id: bot.id, commands }, { everyone: true })
  return commands
}

/** Lists a bot's commands. Throws BAD_REQUEST if there is no such bot. */
export async function listCommands(
  db: Tx['db'],
  directory: OrganizationDirectory,
  botId: number,
): Promise<BotCommand[]> {
  if ((directory.users.get(botId)?.botType ?? null) === null) throw badRequest('No such bot')
  const all = await loadCommands(db, directory.organization.id)
  return all.filter(({ userId }) => userId === botId).map(({ command }) => command)
}

const commandOf = ({ name, summary, usage, options, in: places }: NewBotCommand): BotCommand => ({
  name,
  summary,
  usage,
  options: options.map(({ name: option, type, choices, required }) => ({
    name: option,
    type,
    ...(choices && type === 'choice' ? { choices } : {}),
    required,
  })),
  in: [...new Set(places)],
})
