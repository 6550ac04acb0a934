import type { BotCommand } from '@tagma/contract/objects/bot-command.ts'
import { botTypes } from '@tagma/contract/objects/bot.ts'
import { type Role, roles } from '@tagma/contract/objects/user.ts'
import { can } from '@tagma/rules/can.ts'
import { isAdministrator, outranks, isGuest } from '@tagma/rules/roles.ts'
import type { OrganizationDirectory } from '#directory/organization-directory.ts'
import type { UserRecord } from '#model/records.ts'

/**
 * Tells whether a user may make a bot of a type. Incoming webhooks can only send, so they have a permission of their
 * own.
 */
export const mayCreateBot = (directory: OrganizationDirectory, user: UserRecord, type: number): boolean =>
  can(directory, user, 'can_create_bots_group') ||
  (type === botTypes.incomingWebhook && can(directory, user, 'can_create_write_only_bots_group'))

/** Tells whether a user sees a bot's configuration: its owner and administrators do. */
export const maySeeBot = (user: UserRecord, bot: UserRecord): boolean =>
  bot.botOwnerId === user.id || isAdministrator(user)

/**
 * Tells whether a user may change a bot and read its key: as `maySeeBot`, unless the bot's role is above the user's.
 */
export const mayAdminister = (user: UserRecord, bot: UserRecord): boolean =>
  maySeeBot(user, bot) && !outranks(bot, user)

/** Tells whether a user may give a bot they administer to another owner. Only administrators may. */
export const mayGiveBot = (user: UserRecord, ownerId: number): boolean =>
  isAdministrator(user) || ownerId === user.id

/** Role of a new bot: guest if its owner is a guest, else member. */
export const initialRole = (owner: UserRecord): Role => (isGuest(owner) ? roles.guest : roles.member)

/** Tells whether the first part of a bot's address has an allowed form. */
export const isShortName = (name: string): boolean => /^[a-z0-9][a-z0-9_.-]{0,59}$/i.test(name)

/** Tells whether a bot can have commands: it must be able to learn of them. */
export const mayHaveCommands = (bot: UserRecord): boolean =>
  bot.isActive && (bot.botType === botTypes.generic || bot.botType === botTypes.outgoingWebhook)

/** The name in front of a message's text, in small letters, and all that follows; undefined without one. */
export function commandIn(content: string): { readonly name: string; readonly text: string } | undefined {
  const name = /^\/([a-z][a-z0-9_-]{0,31})(?=\s|$)/i.exec(content)?.[1]
  return name === undefined
    ? undefined
    : { name: name.toLowerCase(), text: content.slice(name.length + 1).trim() }
}

type CommandOption = BotCommand['options'][number]

/** A word for an option. Of mentions and links to channels, what stands between the asterisks. */
export interface OptionWord {
  readonly option: CommandOption
  readonly word: string
}

/**
 * Gives the words of a command's first line to its options, in their order. A word that does not fit an option is tried
 * with the next; the last option of the type text takes the rest of the line.
 */
export function optionWords(options: readonly CommandOption[], text: string): OptionWord[] {
  const [line = ''] = text.split('\n', 1)
  let rest = line.trim()
  const given: OptionWord[] = []
  for (const [index, option] of options.entries()) {
    const isLast = index === options.length - 1
    const taken =
      isLast && option.type === 'text' ? rest : (/^(?:"[^"]*"|[@#]_?\*\*.+?\*\*|\S+)/.exec(rest)?.[0] ?? '')
    const word = fittingWord(option, taken)
    if (word === undefined) continue
    given.push({ option, word })
    rest = rest.slice(taken.length).trimStart()
  }
  return given
}

function fittingWord({ type, choices = [] }: CommandOption, written: string): string | undefined {
  if (type === 'user') return /^@_?\*\*(.+)\*\*$/.exec(written)?.[1]
  if (type === 'channel') return /^#\*\*(.+)\*\*$/.exec(written)?.[1]
  const word = /^"([^"]*)"$/.exec(written)?.[1] ?? written
  if (type === 'choice') return choices.find((choice) => choice.toLowerCase() === word.toLowerCase())
  return word === '' ? undefined : word
}

/** Returns why an outgoing webhook cannot call an address, or undefined. */
export function payloadUrlProblem(text: string): string | undefined {
  const url = URL.parse(text)
  return url && ['http:', 'https:'].includes(url.protocol)
    ? undefined
    : 'payload_url is not a URL: outgoing webhooks need an address that begins with http:// or https://.'
}
