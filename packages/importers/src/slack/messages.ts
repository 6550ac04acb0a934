import type { Losses } from '../losses.ts'
import type { MessageRecord, Place } from '../record.ts'
import type { Roster } from '../roster.ts'
import { flagIn, numberIn, type Row, textIn, firstText, rowIn, rowsIn, textsIn } from '../rows.ts'
import type { ThreadTopics } from '../thread-topics.ts'
import type { SlackPlace } from './channels.ts'
import type { SlackEmoji } from './emoji.ts'
import { missingAddress } from './people.ts'
import { richTextMarkdown } from './rich-text.ts'
import { filesOf, type SharedFiles } from './shared-files.ts'
import { slackMarkdown, type SlackNames } from './slack-text.ts'
import { microsecondsOf } from './slack-times.ts'

/** Subtypes of rows by which people come and go. */
export const comings = new Set(['channel_join', 'group_join'])
export const goings = new Set(['channel_leave', 'group_leave'])

/** Subtypes of rows that tell of a change whose outcome the lists have. */
const changes =
  /^(channel|group)_(join|leave|name|topic|purpose|archive|unarchive|posting_permissions|convert_to_(private|public))$|^(un)?pinned_item$|^(bot_(add|remove|enable|disable)|tombstone|sh_room_\w+|huddle_thread|app_conversation_\w+|message_(changed|deleted|replied)|ekm_access_denied)$/

/** Returns the reason for which a row is no message of somebody; undefined for a message. */
export const changeOf = (row: Row): string | undefined => {
  const subtype = textIn(row, 'subtype')
  return changes.test(subtype) ? subtype : undefined
}

/** Returns the id of the sender; undefined if the row has none. Bots without an account go by their own id or name. */
export function senderOf(row: Row): string | undefined {
  const user = textIn(row, 'user') || textIn(rowIn(row, 'comment'), 'user')
  if (user !== '') return user
  const bot = textIn(row, 'bot_id')
  if (bot !== '') return bot
  const name = botName(row)
  return name === '' ? undefined : `bot ${name}`
}

const botName = (row: Row): string =>
  firstText(rowIn(row, 'bot_profile'), 'name') || firstText(row, 'username')

/** Adds the sender of a row, if the lists do not have them. */
export function addSender(row: Row, roster: Roster): void {
  const id = senderOf(row)
  if (id === undefined || roster.get(id)) return
  const isBot = textIn(row, 'user') === '' || id === 'USLACKBOT'
  const profile = rowIn(row, 'user_profile')
  roster.add(id, {
    name: isBot
      ? id === 'USLACKBOT'
        ? 'Slackbot'
        : botName(row) || 'Bot'
      : firstText(profile, 'real_name', 'display_name', 'name'),
    email: missingAddress(id),
    isBot,
    isStub: !isBot,
    joinedAt: Math.floor((microsecondsOf(row.ts) ?? 0) / 1_000_000),
  })
}

/** The things that messages refer to. */
export interface SlackKnown {
  readonly roster: Roster
  readonly emoji: SlackEmoji
  readonly files: SharedFiles
  readonly topics: ThreadTopics
  /** Names but those of people. */
  readonly names: Omit<SlackNames, 'person'>
}

/** Makes the record of a message; undefined, and counted, for one without a sender or a text. */
export function messageRecord(
  row: Row,
  place: SlackPlace,
  { key, time }: { readonly key: number; readonly time: number },
  known: SlackKnown,
  losses: Losses,
): MessageRecord | undefined {
  const { roster } = known
  const sender = roster.get(senderOf(row) ?? '')
  if (!sender) {
    losses.drop('messages', 'no_sender', 'content', `${place.folder} ${textIn(row, 'ts')}`)
    return undefined
  }
  const mentioned = new Set<number>()
  const names: SlackNames = {
    ...known.names,
    person(id) {
      const person = roster.get(id)
      if (!person) return undefined
      mentioned.add(person.key)
      return `@**${person.name}|${person.key}**`
    },
  }
  const { content, uploads } = contentOf(row, names, known.files, losses)
  if (content === '') {
    losses.drop('messages', 'empty', 'trace', `${place.folder} ${textIn(row, 'ts')}`)
    return undefined
  }
  const sentAt = Math.floor(time / 1_000_000)
  const edited = microsecondsOf(rowIn(row, 'edited').ts)
  const members = place.members.flatMap((id) => roster.get(id)?.key ?? [])
  return {
    t: 'message',
    key,
    place: placeOf(row, place, { content, sentAt, sender: sender.key, members }, known.topics),
    sender: sender.key,
    sentAt,
    client: 'Slack',
    content,
    editedAt: edited === undefined ? null : Math.floor(edited / 1_000_000),
    movedAt: null,
    changes: [],
    uploads,
    reactions: reactionsOf(row, known, losses),
    flags: flagsOf(content, { mentioned, members, isChannel: place.channel !== undefined }),
  }
}

function placeOf(
  row: Row,
  { channel }: SlackPlace,
  of: {
    readonly content: string
    readonly sentAt: number
    readonly sender: number
    readonly members: readonly number[]
  },
  topics: ThreadTopics,
): Place {
  if (!channel) return { people: [...new Set([...of.members, of.sender])].toSorted((a, b) => a - b) }
  const thread = textIn(row, 'thread_ts')
  // A message that nobody answered has no thread of its own.
  const topic =
    thread === '' ? topics.outside(of.sentAt) : topics.of(Number(channel.key), thread, of.content, of.sentAt)
  return { channel: channel.key, topic }
}

function flagsOf(
  content: string,
  of: {
    readonly mentioned: ReadonlySet<number>
    readonly members: readonly number[]
    readonly isChannel: boolean
  },
): MessageRecord['flags'] {
  const isForAll = of.isChannel && content.includes('@**all**')
  return of.members.flatMap((person) => {
    const flags = [
      ...(of.mentioned.has(person) ? (['mentioned'] as const) : []),
      ...(isForAll ? (['stream_wildcard_mentioned'] as const) : []),
    ]
    return flags.length === 0 ? [] : [[person, flags] as const]
  })
}

function reactionsOf(row: Row, { roster, emoji }: SlackKnown, losses: Losses): MessageRecord['reactions'] {
  const reactions = new Map<string, MessageRecord['reactions'][number]>()
  for (const given of rowsIn(row, 'reactions')) {
    const [name, people] = [textIn(given, 'name'), textsIn(given, 'users')]
    const count = Math.max(people.length, Math.min(numberIn(given, 'count') ?? 0, 100_000))
    losses.read('reactions', count)
    const found = emoji.reaction(name)
    if (!found) {
      losses.drop('reactions', 'emoji_unknown', 'content', name, count)
      continue
    }
    if (count > people.length)
      losses.drop('reactions', 'people_not_in_the_export', 'content', name, count - people.length)
    for (const id of people) {
      const person = roster.get(id)
      const same = `${person?.key} ${found.code}`
      if (!person) losses.drop('reactions', 'person_unknown', 'content', id)
      // Tones of skin are one emoji here.
      else if (reactions.has(same)) losses.drop('reactions', 'twice', 'trace', name)
      else reactions.set(same, { person: person.key, ...found })
    }
  }
  return [...reactions.values()]
}

/** Older rows say of a file in words what its link says. */
const uploadWords = /^<@[^>]+> (?:uploaded|shared) a file: <[^>]+>(?: and commented: )?/

function contentOf(row: Row, names: SlackNames, files: SharedFiles, losses: Losses) {
  const written =
    richTextMarkdown(row, names) ??
    slackMarkdown(textIn(row, 'text').replace(uploadWords, '') || blocksText(row), names).trim()
  const parts = [textIn(row, 'subtype') === 'me_message' && written !== '' ? `/me ${written}` : written]
  for (const attachment of rowsIn(row, 'attachments')) {
    const quote = attachmentMarkdown(attachment, names)
    losses.read('attachments')
    if (quote === undefined) losses.drop('attachments', 'preview_of_a_link', 'trace')
    else parts.push(quote)
  }
  const uploads = new Set<string>()
  for (const file of filesOf(row)) {
    const { text, path } = files.markdown(file)
    parts.push(text)
    if (path !== undefined) uploads.add(path)
  }
  return { content: parts.filter((part) => part !== '').join('\n\n'), uploads: [...uploads] }
}

/** The texts of blocks that programs write. */
const blocksText = (row: Row): string =>
  rowsIn(row, 'blocks')
    .flatMap((block) => [rowIn(block, 'text'), ...rowsIn(block, 'fields'), ...rowsIn(block, 'elements')])
    .map((part) => textIn(part, 'text'))
    .filter((text) => text !== '')
    .join('\n')

/** Returns what a program attached, or another message, as a quote; undefined for the preview of a link. */
function attachmentMarkdown(attachment: Row, names: SlackNames): string | undefined {
  const isMessage = flagIn(attachment, 'is_msg_unfurl') || flagIn(attachment, 'is_share')
  if (textIn(attachment, 'from_url') !== '' && !isMessage) return undefined
  const markdown = (column: string, of = attachment) => slackMarkdown(textIn(of, column), names).trim()
  const title = markdown('title')
  const link = textIn(attachment, 'title_link')
  const author = firstText(attachment, 'author_name', 'author_subname')
  const fields = rowsIn(attachment, 'fields').map(
    (field) => `**${markdown('title', field)}**: ${markdown('value', field)}`,
  )
  const image = textIn(attachment, 'image_url')
  const inside = [
    author === '' ? '' : `**${author.replaceAll('*', '')}**`,
    title === '' || !/^https?:\/\/[^\s()]+$/.test(link)
      ? title
      : `[${title.replaceAll(/[[\]\n]/g, ' ')}](${link})`,
    markdown('text'),
    ...fields,
    /^https?:\/\/\S+$/.test(image) ? image : '',
    markdown('footer'),
  ].filter((part) => part !== '')
  const quoted = (inside.length > 0 ? inside : [markdown('fallback')])
    .join('\n')
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
  return [markdown('pretext'), quoted].filter((part) => part !== '' && part !== '> ').join('\n\n')
}
