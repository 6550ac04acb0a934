import type { BotCommand, GivenCommand } from '@tagma/contract/objects/bot-command.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { mayReadChannel } from '@tagma/rules/channels.ts'
import { commandIn, mayHaveCommands, type OptionWord, optionWords } from '#areas/bots/rules.ts'
import { findChannel } from '#areas/channels/require-channel.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'
import type { Tx } from '#store/log/tx.ts'
import { insertHook } from '#store/notifying/outgoing-hooks.ts'
import { findCommand } from '#store/people/bot-commands.ts'
import type { Destination } from './resolve-destination.ts'
import type { NewMessage } from './send-message.ts'

/** A command that a message gives a bot. */
export interface Given {
  readonly bot: UserRecord
  readonly command: GivenCommand
}

/**
 * Returns the command that a message gives; undefined for other messages, for messages by bots, and where the bot may
 * not read the conversation: there, its commands do not exist.
 */
export async function commandGiven(
  tx: Tx,
  directory: OrganizationDirectory,
  message: NewMessage,
): Promise<Given | undefined> {
  const { sender, content, rendered, destination } = message
  if (sender.botType !== null || rendered.widget || rendered.facts.isMeMessage) return undefined
  const written = commandIn(content)
  const found = written && (await findCommand(tx.db, tx.organizationId, written.name))
  const bot = found && directory.users.get(found.userId)
  if (!bot || !mayHaveCommands(bot) || !(await existsIn(tx, directory, destination, bot, found.command)))
    return undefined
  const options: Record<string, string | number> = {}
  for (const given of optionWords(found.command.options, written.text)) {
    const value = await valueOf(tx, directory, message, given)
    if (value !== undefined) options[given.option.name] = value
  }
  return { bot, command: { name: written.name, text: written.text, options } }
}

async function existsIn(
  tx: Tx,
  directory: OrganizationDirectory,
  destination: Destination,
  bot: UserRecord,
  command: BotCommand,
): Promise<boolean> {
  if (destination.kind === 'direct')
    return command.in.includes('direct') && destination.users.some((user) => user.id === bot.id)
  const { channel } = destination
  return (
    command.in.includes('channels') &&
    (await findChannel(tx, directory, bot, channel.id, mayReadChannel)) !== undefined
  )
}

/** Returns the value of an option: of people and channels their ids, as far as the sender may name them. */
async function valueOf(
  tx: Tx,
  directory: OrganizationDirectory,
  { sender, rendered }: NewMessage,
  { option, word }: OptionWord,
): Promise<string | number | undefined> {
  if (option.type === 'channel') return (await findChannel(tx, directory, sender, word))?.id
  if (option.type !== 'user') return word
  const [, name = word, id] = /^(.*)\|(\d+)$/.exec(word) ?? []
  return rendered.facts.mentionedUserIds.find((userId) =>
    id === undefined ? directory.users.get(userId)?.fullName === name : userId === Number(id),
  )
}

/** Tells the bot of a command: by a call of its webhook, or by an event. */
export async function tellCommand(
  tx: Tx,
  { sender, destination }: NewMessage,
  messageId: number,
  { bot, command }: Given,
): Promise<void> {
  if (bot.botType === botTypes.outgoingWebhook) {
    const details = JSON.stringify({ command })
    await insertHook(tx, { bot_id: bot.id, message_id: messageId, trigger: 'command', details })
    return
  }
  tx.emit(
    {
      type: 'tagma_command',
      message_id: messageId,
      user_id: sender.id,
      command,
      ...(destination.kind === 'channel'
        ? { stream_id: destination.channel.id, topic: destination.topic }
        : { user_ids: destination.users.map((user) => user.id) }),
    },
    { users: [bot.id] },
  )
}
