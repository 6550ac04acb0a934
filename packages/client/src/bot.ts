import type { Input } from '@tagma/contract/define.ts'
import type { setBotCommands } from '@tagma/contract/endpoints/bots/set-bot-commands.ts'
import type { GivenCommand } from '@tagma/contract/objects/bot-command.ts'
import * as wire from '@tagma/contract/wire.ts'
import { type BotPlace, type BotStorage, messagePlace, sendTo, storageOf, type Tell } from './bot-parts.ts'
import type { Client } from './client.ts'
import { type Clock, pause, platformClock } from './clock.ts'
import type { EventStreamOptions } from './event-stream.ts'
import type { ServerEvent } from './server-event.ts'

type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>
type BotEvent = EventOf<'message' | 'tagma_command' | 'tagma_action'>

/** The means of every handler. */
export interface BotContext {
  /** Id of the message that the bot is told of. */
  readonly messageId: number
  /** Id of the person who wrote, or who pressed a button. */
  readonly userId: number
  readonly place: BotPlace
  /** Answers in the same conversation. Resolves with the id of the answer. */
  readonly reply: (content: string) => Promise<number>
  /** Adds a reaction to the message, by the name of an emoji: `tada`. */
  readonly react: (emoji: string) => Promise<void>
  /** Values that the server keeps for the bot. */
  readonly storage: BotStorage
  readonly client: Client
}

export interface MessageContext extends BotContext {
  readonly message: EventOf<'message'>['message']
  /** The message without the mention of the bot that it begins with. */
  readonly text: string
}

export interface CommandContext extends BotContext {
  /** All that follows the name of the command. */
  readonly text: string
  readonly options: GivenCommand['options']
}

export interface ActionContext extends BotContext {
  readonly action: string
}

type Handler<C> = (context: C) => unknown
/** A command, as `PUT /bots/{bot_id}/commands` takes it. */
type Command = Input<typeof setBotCommands>['commands'][number]

/** Options of `start`: how to connect, and when to stop. */
export type BotStart = Pick<EventStreamOptions, 'signal' | 'transport' | 'changed' | 'registration'>

/** A program that answers people. Its events are handled one after another. */
export class Bot {
  readonly #client: Client
  readonly #clock: Clock
  readonly #mentions: Handler<MessageContext>[] = []
  readonly #messages: Handler<MessageContext>[] = []
  readonly #commands = new Map<string, Offered>()
  readonly #actions = new Map<string, Handler<ActionContext>>()
  readonly #timed: Timed[] = []
  #fail: (error: unknown) => void = (error) => console.error(error)
  #own: { readonly id: number; readonly name: string } | undefined

  /** `client` has the credentials of the bot. */
  constructor(client: Client, { clock = platformClock }: { readonly clock?: Clock } = {}) {
    this.#client = client
    this.#clock = clock
  }

  /** Is called for messages in channels that mention the bot, and for direct messages to it. */
  mention(handler: Handler<MessageContext>): this {
    this.#mentions.push(handler)
    return this
  }

  /** Is called for every message that the bot receives; not for its own. */
  message(handler: Handler<MessageContext>): this {
    this.#messages.push(handler)
    return this
  }

  /** Offers a command, and is called when somebody gives it. */
  command(command: Command, handler: Handler<CommandContext>): this {
    this.#commands.set(command.name, { command, handler })
    return this
  }

  /** Is called when somebody presses a button whose action is this text, or begins with it and a space. */
  action(name: string, handler: Handler<ActionContext>): this {
    this.#actions.set(name, handler)
    return this
  }

  /** Is called every so many seconds while the bot runs. */
  every(seconds: number, handler: Handler<Tell>): this {
    this.#timed.push({ seconds, handler })
    return this
  }

  /** Is told of errors of handlers; the bot goes on. Omitted: they are written to the console. */
  failed(handler: (error: unknown) => void): this {
    this.#fail = handler
    return this
  }

  /**
   * Sets the commands and follows events, through lost connections and expired queues, until `signal` is aborted. Rejects
   * if going on is impossible.
   */
  async start({ signal, ...options }: BotStart = {}): Promise<void> {
    const { user_id, full_name } = await this.#client.call(wire.getOwnUser, {})
    this.#own = { id: user_id, name: full_name }
    const commands = [...this.#commands.values()].map(({ command }) => command)
    if (commands.length > 0) await this.#client.call(wire.setBotCommands, { bot_id: user_id, commands })
    const stop = new AbortController()
    const ended = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal
    for (const one of this.#timed) void this.#repeat(one, ended)
    try {
      const types = ['message', 'tagma_command', 'tagma_action'] as const
      for await (const event of this.#client.events({ types, signal: ended, ...options }))
        await this.receive(event)
    } finally {
      stop.abort()
    }
  }

  /** Handles one event as if it came from the server: for tests. Resolves when its handlers are through. */
  async receive(event: BotEvent): Promise<void> {
    if (event.type === 'message') return this.#receiveMessage(event)
    const { stream_id, topic = '', user_ids = [] } = event
    const place = stream_id === undefined ? { people: user_ids } : { channel: stream_id, topic }
    const context = this.#contextOf(event.message_id, event.user_id, place)
    if (event.type === 'tagma_command') {
      const { name, text, options } = event.command
      const handler = this.#commands.get(name)?.handler
      if (handler) await this.#run(handler, { ...context, text, options })
      return
    }
    const { action } = event
    const handler = this.#actions.get(action) ?? this.#actions.get(action.split(' ', 1)[0] ?? '')
    if (handler) await this.#run(handler, { ...context, action })
  }

  async #receiveMessage({ message, flags }: EventOf<'message'>): Promise<void> {
    if (message.sender_id === this.#own?.id) return
    const place = messagePlace(message)
    const text = withoutMention(message.content, this.#own?.name)
    const context = { ...this.#contextOf(message.id, message.sender_id, place), message, text }
    for (const handler of this.#messages) await this.#run(handler, context)
    const command = /^\/(\S+)/.exec(message.content)?.[1]?.toLowerCase()
    if (command !== undefined && this.#commands.has(command)) return
    if ('people' in place || flags.includes('mentioned'))
      for (const handler of this.#mentions) await this.#run(handler, context)
  }

  async #run<C>(handler: Handler<C>, context: C): Promise<void> {
    try {
      await handler(context)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #repeat({ seconds, handler }: Timed, ended: AbortSignal): Promise<void> {
    while (!ended.aborted) {
      await pause(this.#clock, seconds * 1000, ended)
      if (!ended.aborted)
        await this.#run(handler, (place: BotPlace, content: string) => sendTo(this.#client, place, content))
    }
  }

  #contextOf(messageId: number, userId: number, place: BotPlace): BotContext {
    const client = this.#client
    return {
      messageId,
      userId,
      place,
      reply: (content) => sendTo(client, place, content),
      react: async (emoji_name) => {
        await client.call(wire.addReaction, { message_id: messageId, emoji_name })
      },
      storage: storageOf(client),
      client,
    }
  }
}

interface Offered {
  readonly command: Command
  readonly handler: Handler<CommandContext>
}

interface Timed {
  readonly seconds: number
  readonly handler: Handler<Tell>
}

/** Leaves out the mention that a text begins with, if it is of the bot. */
function withoutMention(text: string, name: string | undefined): string {
  const mention = /^\s*@\*\*([^*|]+)(?:\|\d+)?\*\*\s*/.exec(text)
  return mention && (name === undefined || mention[1] === name) ? text.slice(mention[0].length) : text
}
