import * as z from 'zod'
import { field } from '../define.ts'
import { limits } from '../limits.ts'
import { name } from '../primitives.ts'

/** The kinds of words that a command takes. */
const optionTypes = ['text', 'user', 'channel', 'choice'] as const

/** Names of commands that clients and the server understand themselves. */
export const reservedCommands: ReadonlySet<string> = new Set([
  'me',
  'poll',
  'todo',
  'ping',
  'dark',
  'night',
  'light',
  'day',
  'fluid-width',
  'fixed-width',
])

const word = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/, {
  error: '{name} must begin with a small letter and have at most 32 small letters, digits, - and _',
})

/** A word that a command takes. */
export const commandOption = z
  .object({
    name: field(word, 'The name under which the bot gets it.'),
    type: field(
      z.enum(optionTypes),
      '`text`: a word, or several in `"…"`; the last option takes the rest of the line. `user`: a mention. `channel`: a link to a channel. `choice`: one of `choices`.',
    ),
    choices: field(
      z.array(name(limits.maxCommandTextLength)).max(limits.maxCommandChoices).optional(),
      'The words to choose from.',
    ),
    required: field(z.boolean().default(false), 'Whether clients should ask for it.'),
  })
  .refine((option) => option.type !== 'choice' || (option.choices ?? []).length > 0, {
    error: '{name} of the type choice needs choices',
  })

/** A command as a bot sets it up. */
export const newBotCommand = z.object({
  name: field(
    word.refine((value) => !reservedCommands.has(value), {
      error: '{name} is a word that clients use themselves',
    }),
    'What people write after `/`. Unique in the organization.',
  ),
  summary: field(name(limits.maxCommandTextLength), 'What it does, in a few words.'),
  usage: field(
    z.string().max(limits.maxCommandTextLength).default(''),
    'What follows the name, for people to read.',
  ),
  options: field(z.array(commandOption).max(limits.maxCommandOptions).default([]), 'The words that follow.'),
  in: field(
    z
      .array(z.enum(['channels', 'direct']))
      .min(1)
      .default(['channels', 'direct']),
    'The conversations in which it exists.',
  ),
})
export type NewBotCommand = z.output<typeof newBotCommand>

/** A command of a bot. */
export const botCommand = z.strictObject({
  name: field(z.string(), 'What people write after `/`.'),
  summary: field(z.string(), 'What it does.'),
  usage: field(z.string(), 'What follows the name, for people to read; may be empty.'),
  options: field(
    z.array(
      z.strictObject({
        name: field(z.string(), 'The name under which the bot gets it.'),
        type: field(z.enum(optionTypes), 'The kind of word.'),
        choices: field(z.array(z.string()).optional(), 'The words to choose from.'),
        required: field(z.boolean(), 'Whether clients should ask for it.'),
      }),
    ),
    'The words that follow, in their order.',
  ),
  in: field(z.array(z.enum(['channels', 'direct'])), 'The conversations in which it exists.'),
})
export type BotCommand = z.output<typeof botCommand>

/** A command that somebody gave. */
export const givenCommand = z.strictObject({
  name: field(z.string(), 'Name of the command, without `/`.'),
  text: field(z.string(), 'All that follows the name.'),
  options: field(
    z.record(z.string(), z.union([z.string(), z.int()])),
    'The options that were understood, by name: words, and the ids of people and channels.',
  ),
})
export type GivenCommand = z.output<typeof givenCommand>
