import type { Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { LineNames } from '../lines/line-messages.ts'
import type { FormerText, LinePerson, LineRecord } from '../lines/line-records.ts'
import { readRecords } from '../lines/read-records.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ImportRecord } from '../record.ts'
import { firstText, flagIn, type Row, rowsIn, textIn, textsIn } from '../rows.ts'
import type { Sorter } from '../sorter.ts'
import { RocketChatFiles } from './rocket-chat-files.ts'
import { discussionMark, type RocketChatContext, rocketChatMessage } from './rocket-chat-messages.ts'
import { RocketChatRooms } from './rocket-chat-rooms.ts'
import { collectionFile, rowsOfCollection, timeIn } from './rocket-chat-rows.ts'
import { type RocketChatIds, rocketChatMarkdown } from './rocket-chat-text.ts'

const messageCollection = 'rocketchat_message'

/** Tells whether files are a dump of Rocket.Chat's database. */
export const isRocketChat = (files: Files): boolean => collectionFile(files, messageCollection) !== undefined

/** Reads a dump of Rocket.Chat's database. Each call reads it from the beginning and yields the same. */
export async function* readRocketChat(
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  for (const name of ['users', 'rocketchat_room'])
    if (collectionFile(files, name) === undefined)
      throw new ImportProblem(`${name}.bson is missing: dump the whole database of Rocket.Chat.`)
  const rooms = await RocketChatRooms.read(files, losses)
  const read = await RocketChatFiles.read(files)
  const people = await peopleOf(files, read)
  const usernames = new Map(people.map(({ username, person }) => [username, person.key]))
  const context: RocketChatContext = { rooms, files: read, usernames, former: await formerOf(files) }
  const ids: RocketChatIds = {
    person: (name) => usernames.get(name),
    room: (name) => rooms.byName.get(name),
  }
  let isFirst = true
  const records = async function* (): AsyncGenerator<LineRecord> {
    const counted = isFirst ? losses : undefined
    isFirst = false
    for (const { person } of people) yield person
    yield* emojiOf(files, read)
    yield* rooms.channels
    yield* rooms.memberships
    for await (const row of rowsOfCollection(files, messageCollection)) {
      const message = rocketChatMessage(row, context, counted)
      if (message) yield message
    }
  }
  const title = await siteName(files)
  yield* readRecords(
    { files, records, markdown: ({ content }, names) => textOf(content, ids, names) },
    sorter,
    { ...(title === '' ? {} : { name: title }), ...options },
    losses,
  )
}

/** Converts a text. One that tells of a discussion becomes a link to its topic. */
function textOf(content: string, ids: RocketChatIds, names: LineNames): string {
  if (!content.startsWith(discussionMark)) return rocketChatMarkdown(content, ids, names)
  const [, room = '', topic = '', words = ''] = content.split(discussionMark)
  const channel = names.channel(room)?.replace(/\*\*$/, topic === '' ? '**' : `>${topic}**`)
  return channel === undefined ? words : `Discussion: ${channel}`
}

interface ReadPerson {
  readonly username: string
  readonly person: LinePerson
}

const roles = { owner: 100, member: 400, guest: 600 } as const

async function peopleOf(files: Files, read: RocketChatFiles): Promise<ReadPerson[]> {
  const avatars = new Map<string, string>()
  for await (const row of rowsOfCollection(files, 'rocketchat_avatars')) {
    const file = read.avatar(textIn(row, '_id'))
    if (file !== undefined) avatars.set(firstText(row, 'userId', 'name', '_id'), file)
  }
  const people: ReadPerson[] = []
  for await (const row of rowsOfCollection(files, 'users')) {
    const [key, username] = [textIn(row, '_id'), textIn(row, 'username')]
    const isBot = ['bot', 'app'].includes(textIn(row, 'type'))
    people.push({
      username,
      person: {
        t: 'person',
        key,
        name: firstText(row, 'name', 'username') || key,
        email: isBot ? '' : emailOf(row),
        role: roleOf(textsIn(row, 'roles')),
        isActive: flagIn(row, 'active', true) && !isBot,
        isBot,
        timezone: '',
        avatar: avatars.get(key) ?? avatars.get(username),
      },
    })
  }
  return people
}

/** A confirmed address comes before others. */
function emailOf(row: Row): string {
  const emails = rowsIn(row, 'emails')
  const confirmed = emails.find((one) => flagIn(one, 'verified'))
  return textIn(confirmed ?? emails[0] ?? {}, 'address')
}

function roleOf(given: readonly string[]): number {
  if (given.includes('admin')) return roles.owner
  return given.includes('guest') && !given.includes('user') ? roles.guest : roles.member
}

async function* emojiOf(files: Files, read: RocketChatFiles): AsyncGenerator<LineRecord> {
  for await (const row of rowsOfCollection(files, 'rocketchat_custom_emoji')) {
    const [name, ending] = [textIn(row, 'name'), textIn(row, 'extension')]
    const id = `${name}.${ending}`
    for (const one of [name, ...textsIn(row, 'aliases')])
      yield { t: 'emoji', name: one, file: read.emoji(id) ?? id }
  }
}

/** Earlier texts are messages that nobody sees, with the message that replaced them. */
async function formerOf(files: Files): Promise<Map<string, readonly FormerText[]>> {
  const former = new Map<string, FormerText[]>()
  for await (const row of rowsOfCollection(files, messageCollection)) {
    const [parent, until] = [textIn(row, 'parent'), timeIn(row, 'editedAt') ?? timeIn(row, 'ts')]
    if (!flagIn(row, '_hidden') || parent === '' || until === undefined) continue
    former.set(parent, [...(former.get(parent) ?? []), { until, content: textIn(row, 'msg') }])
  }
  for (const texts of former.values()) texts.sort((a, b) => b.until - a.until)
  return former
}

async function siteName(files: Files): Promise<string> {
  for await (const row of rowsOfCollection(files, 'rocketchat_settings'))
    if (textIn(row, '_id') === 'Site_Name') return textIn(row, 'value').trim()
  return ''
}
