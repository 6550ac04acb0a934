import { emojiCharacters, shortcodeCode } from '../emoji/shortcodes.ts'
import type { Losses } from '../losses.ts'
import type { TopicsChoice } from '../read-options.ts'
import type { MessageRecord, Place } from '../record.ts'
import { cleanText } from '../rows.ts'
import { ThreadTopics } from '../thread-topics.ts'
import type { Gathered } from './gathered.ts'
import type { LineMessage } from './line-records.ts'

/** Names of the things that texts refer to, in Markdown; undefined for what is not there. */
export interface LineNames {
  person(id: string): string | undefined
  channel(key: string): string | undefined
}

/** Returns the text of a message in Markdown. */
export type LineMarkdown = (message: LineMessage, names: LineNames) => string

/** Makes the records of messages, which come in the order of their times. */
export class LineMessages {
  readonly #gathered: Gathered
  readonly #markdown: LineMarkdown
  readonly #losses: Losses
  readonly #topics: ReplyTopics
  /** First lines of what was quoted, as later messages show them. */
  readonly #quotes = new Map<string, string>()

  constructor(
    gathered: Gathered,
    markdown: LineMarkdown,
    { topics, losses }: { readonly topics: TopicsChoice | undefined; readonly losses: Losses },
  ) {
    this.#gathered = gathered
    this.#markdown = markdown
    this.#losses = losses
    this.#topics = new ReplyTopics(gathered.answered, new ThreadTopics(topics))
  }

  /** Returns the record of a message; undefined, and counted, for one without text and files. */
  record(line: LineMessage, key: number): MessageRecord | undefined {
    const mentioned = new Set<number>()
    const { content, uploads } = this.#content(line, mentioned)
    this.#losses.read('message')
    if (content === '') {
      this.#losses.drop('message', 'empty', 'trace', line.key)
      return undefined
    }
    const place = this.#place(line, content)
    if (line.key !== undefined && this.#gathered.quoted.has(line.key))
      this.#quotes.set(line.key, this.#quoteOf(line, { key, place, content }))
    const quote = line.quotes === undefined ? undefined : this.#quotes.get(line.quotes)
    return {
      t: 'message',
      key,
      place,
      sender: this.#gathered.person(line.sender),
      sentAt: Math.floor(line.sentAt),
      client: 'import',
      content: quote === undefined ? content : `${quote}\n\n${content}`,
      editedAt: line.editedAt === undefined ? null : Math.floor(line.editedAt),
      movedAt: null,
      changes: this.#changes(line),
      uploads,
      reactions: this.#reactions(line),
      flags: this.#flags(line, place, { mentioned, isForAll: /(?<![^\s([{/"'<])@\*\*all\*\*/.test(content) }),
    }
  }

  #changes(line: LineMessage): MessageRecord['changes'] {
    const person = this.#gathered.person(line.sender)
    return (line.former ?? []).map(({ until, content }) => ({
      at: Math.floor(until),
      person,
      formerContent: cleanText(this.#markdown({ ...line, content }, this.#names())).trim(),
      topic: null,
      channel: null,
    }))
  }

  /** Names things in Markdown; adds people to `mentioned`. */
  #names(mentioned?: Set<number>): LineNames {
    const { roster, channels } = this.#gathered
    return {
      person(id) {
        const person = roster.get(id)
        if (!person) return undefined
        mentioned?.add(person.key)
        return `@**${person.name}|${person.key}**`
      },
      channel(key) {
        const channel = channels.get(key)
        return channel && `#**${channel.name}**`
      },
    }
  }

  /** Returns a line that leads to a message and shows how it begins. */
  #quoteOf(
    line: LineMessage,
    { key, place, content }: { key: number; place: Place; content: string },
  ): string {
    const name = this.#gathered.roster.get(line.sender)?.name ?? line.sender
    const [first = ''] = content.split('\n').filter((part) => part !== '' && !part.startsWith('>'))
    const words = [...first].length > 100 ? `${[...first].slice(0, 99).join('')}…` : first
    const author = 'channel' in place ? `[${name}](#narrow/channel/${place.channel}/near/${key})` : name
    return `> ${author}: ${words.replaceAll(/@(?=\*\*)/g, '@_')}`
  }

  #place(line: LineMessage, content: string): Place {
    if (line.channel === undefined) return { people: this.directKey([line.sender, ...line.people]) }
    const channel = this.#gathered.channels.get(line.channel)?.key ?? 0
    return { channel, topic: this.#topics.of(channel, line, content) }
  }

  /** Keys of the people of a direct conversation. */
  directKey(people: readonly string[]): number[] {
    return [...new Set(people.map((id) => this.#gathered.person(id)))].toSorted((a, b) => a - b)
  }

  #content(line: LineMessage, mentioned: Set<number>): { content: string; uploads: string[] } {
    const { uploads } = this.#gathered
    const text = this.#markdown(line, this.#names(mentioned))
    const parts = [cleanText(text).trim()]
    const shared: string[] = []
    for (const file of line.files) {
      const upload = uploads.get(file)
      const label = (upload?.name ?? line.fileNames?.[file] ?? file).replaceAll(/[[\]\n`*]/g, ' ').trim()
      if (upload) {
        shared.push(upload.path)
        parts.push(`[${label}](/user_uploads/${upload.path.split('/').map(encodeURIComponent).join('/')})`)
      } else parts.push(`*File not in the archive: ${label}*`)
    }
    return { content: parts.filter((part) => part !== '').join('\n\n'), uploads: [...new Set(shared)] }
  }

  #reactions(line: LineMessage): MessageRecord['reactions'] {
    const reactions = new Map<string, MessageRecord['reactions'][number]>()
    for (const { emoji, people } of line.reactions) {
      this.#losses.read('reactions', people.length)
      const found = this.#emojiOf(emoji)
      if (!found) {
        this.#losses.drop('reactions', 'emoji_unknown', 'content', emoji, people.length)
        continue
      }
      for (const id of people) {
        const person = this.#gathered.person(id)
        const same = `${person} ${found.type} ${found.code}`
        if (reactions.has(same)) this.#losses.drop('reactions', 'twice', 'trace', emoji)
        else reactions.set(same, { person, ...found })
      }
    }
    return [...reactions.values()]
  }

  /** Returns an emoji by its name, with colons or without, or by its characters. */
  #emojiOf(given: string): { type: string; code: string; name: string } | undefined {
    const name = given.replaceAll(/^:|:$/g, '')
    const custom = this.#gathered.emoji.get(name)
    if (custom) return { type: 'realm_emoji', code: String(custom.key), name }
    const byName = shortcodeCode(name)
    if (byName !== undefined) return { type: 'unicode_emoji', code: byName, name }
    if (/^[\w+:-]+$/.test(given)) return undefined
    const code = [...given.replaceAll('\uFE0F', '')]
      .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, '0'))
      .join('-')
    const isEmoji =
      code !== '' && emojiCharacters(code).replaceAll('\uFE0F', '') === given.replaceAll('\uFE0F', '')
    return isEmoji ? { type: 'unicode_emoji', code, name } : undefined
  }

  #flags(
    line: LineMessage,
    place: Place,
    of: { readonly mentioned: ReadonlySet<number>; readonly isForAll: boolean },
  ): MessageRecord['flags'] {
    const readers =
      'people' in place
        ? place.people.map(Number)
        : [...(this.#gathered.channels.get(line.channel ?? '')?.subscribers.keys() ?? [])]
    const starred = new Set(line.starredBy.map((id) => this.#gathered.person(id)))
    if (of.mentioned.size === 0 && starred.size === 0 && !of.isForAll) return []
    return readers.flatMap((person) => {
      const flags = [
        ...(starred.has(person) ? (['starred'] as const) : []),
        ...(of.mentioned.has(person) ? (['mentioned'] as const) : []),
        ...(of.isForAll && 'channel' in place ? (['stream_wildcard_mentioned'] as const) : []),
      ]
      return flags.length === 0 ? [] : [[person, flags] as const]
    })
  }
}

/** Answers are in the topic of what they answer; a message without a topic gets one of its own with its first answer. */
class ReplyTopics {
  readonly #threads: ThreadTopics
  readonly #answered: ReadonlySet<string>
  readonly #byKey = new Map<string, string>()

  constructor(answered: ReadonlySet<string>, threads: ThreadTopics) {
    this.#answered = answered
    this.#threads = threads
  }

  of(channel: number, { key, topic, replyTo, sentAt }: LineMessage, content: string): string {
    const isAnswered = key !== undefined && this.#answered.has(key)
    const given =
      topic === undefined
        ? undefined
        : cleanText(topic)
            .replaceAll(/\p{Cc}+/gu, ' ')
            .trim()
    const thread = replyTo ?? (isAnswered ? key : undefined)
    const place =
      given ??
      (replyTo === undefined ? undefined : this.#byKey.get(`${channel} ${replyTo}`)) ??
      (thread === undefined
        ? this.#threads.outside(sentAt)
        : this.#threads.of(channel, thread, content, sentAt))
    if (isAnswered) this.#byKey.set(`${channel} ${key}`, place)
    return place
  }
}
