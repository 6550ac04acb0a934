import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ChannelRecord, ImportRecord, SubscriptionRecord } from '../record.ts'
import { Roster } from '../roster.ts'
import { listIn, numberIn, type Row, textIn, rowsIn, textsIn } from '../rows.ts'
import { SentTimes } from '../sent-times.ts'
import type { Sorter } from '../sorter.ts'
import { ThreadTopics } from '../thread-topics.ts'
import { UniqueNames } from '../unique-names.ts'
import { channelOf, readPlaces, slackLists, type SlackPlace } from './channels.ts'
import { SlackEmoji } from './emoji.ts'
import { Memberships } from './memberships.ts'
import { addSender, changeOf, comings, goings, messageRecord, senderOf } from './messages.ts'
import { missingAddress, readPeople, readProfiles, usersFile } from './people.ts'
import { filesOf, SharedFiles } from './shared-files.ts'
import { microsecondsOf } from './slack-times.ts'

/** Tells whether files are an export of Slack. */
export const isSlack = (files: Files): boolean =>
  files.size(usersFile) !== undefined && files.size(slackLists.public) !== undefined

const longestChannelName = 60

/** Reads an export of Slack. Each call reads it from the beginning and yields the same. */
export async function* readSlack(
  files: Files,
  sorter: Sorter,
  { name, owner, topics, members }: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const found = await readPlaces(files, losses)
  const began = found.reduce((first, { row }) => Math.min(first, numberIn(row, 'created') ?? first), Infinity)
  const createdAt = Number.isFinite(began) ? Math.floor(began) : 0
  const roster = new Roster(losses, { joinedAt: createdAt, members })
  const people = await readPeople(files, roster, losses)
  const emoji = await SlackEmoji.read(files, losses)
  for (const { members: ids } of found)
    for (const id of ids)
      if (!roster.get(id)) roster.add(id, { name: id, email: missingAddress(id), isStub: true })
  const shared = new SharedFiles(files, losses)
  const left = await lookThrough(files, found, roster, shared)
  if (owner !== undefined) roster.makeOwner(owner)

  const names = new UniqueNames()
  let channels = 0
  const places: SlackPlace[] = found.map(({ row, list, ...place }) => {
    losses.read(list === 'public' || list === 'private' ? 'channels' : 'direct_conversations')
    if (list === 'group' || list === 'direct') return { ...place, channel: undefined }
    const channel = channelOf(row, list === 'private', ++channels, roster)
    return {
      ...place,
      channel: { ...channel, name: names.take(channel.name || place.id, longestChannelName) },
    }
  })

  yield {
    t: 'organization',
    key: 1,
    name: name ?? 'Slack',
    subdomain: '',
    description: '',
    createdAt,
    settings: {},
    permissions: {},
    userDefaults: {},
  }
  yield* emoji.records
  yield* roster.records
  for (const { channel } of places) if (channel) yield channel
  yield* subscriptions(places, left, roster)
  yield* readProfiles(people, roster)
  yield* shared.records
  const of = { roster, emoji, files: shared, topics: new ThreadTopics(topics) }
  yield* readMessages(files, sorter, places, of, losses)
}

/** Yields the rows of a folder, with the file of each. */
async function* rowsOfFolder(files: Files, folder: string, days: ReadonlyMap<string, readonly string[]>) {
  for (const file of days.get(folder) ?? [])
    for (const row of listIn(file, await files.json(file))) yield { file, row }
}

/** The files with messages by their folders, in the order of their days. */
function daysOf(files: Files): Map<string, string[]> {
  const days = files.names.filter((name) => /^[^/]+(\/[^/]+)?\/\d{4}-\d\d-\d\d\.json$/.test(name))
  return Map.groupBy(days.toSorted(), (name) => name.slice(0, name.lastIndexOf('/')))
}

/** Adds the people and files that stand in messages alone. Returns by the id of each place who left it. */
async function lookThrough(
  files: Files,
  places: readonly { readonly id: string; readonly folder: string }[],
  roster: Roster,
  shared: SharedFiles,
): Promise<Map<string, Set<string>>> {
  const left = new Map<string, Set<string>>()
  const days = daysOf(files)
  for (const { id, folder } of places) {
    const gone = new Set<string>()
    left.set(id, gone)
    for await (const { row } of rowsOfFolder(files, folder, days)) {
      addSender(row, roster)
      if (goings.has(textIn(row, 'subtype'))) gone.add(textIn(row, 'user'))
      for (const reaction of rowsIn(row, 'reactions'))
        for (const user of textsIn(reaction, 'users'))
          if (!roster.get(user)) roster.add(user, { name: user, email: missingAddress(user), isStub: true })
      for (const file of filesOf(row)) shared.take(file, roster, (microsecondsOf(row.ts) ?? 0) / 1_000_000)
    }
  }
  return left
}

function* subscriptions(
  places: readonly SlackPlace[],
  left: ReadonlyMap<string, ReadonlySet<string>>,
  roster: Roster,
): Generator<SubscriptionRecord> {
  for (const { id, channel, members } of places) {
    if (!channel) continue
    const done = new Set<number>()
    for (const [ids, isActive] of [
      [members, true],
      [left.get(id) ?? [], false],
    ] as const)
      for (const person of ids) {
        const key = roster.get(person)?.key
        if (key === undefined || done.has(key)) continue
        done.add(key)
        yield subscription(key, channel, isActive)
      }
  }
}

const subscription = (person: number, channel: ChannelRecord, isActive: boolean): SubscriptionRecord => ({
  t: 'subscription',
  person,
  channel: channel.key,
  isActive,
  color: '',
  isMuted: false,
  isPinned: false,
  desktop: null,
  email: null,
  push: null,
  sound: null,
  wildcard: null,
})

/** A row on its way through the sorter. */
type Sorted = readonly [place: number, time: number, row: Row]

async function* timed(
  files: Files,
  places: readonly SlackPlace[],
  losses: Losses,
): AsyncGenerator<readonly [number, Sorted]> {
  const days = daysOf(files)
  for (const [index, { folder }] of places.entries())
    for await (const { file, row } of rowsOfFolder(files, folder, days)) {
      const time = microsecondsOf(row.ts)
      losses.read('messages')
      if (time === undefined) losses.drop('messages', 'no_time', 'content', file)
      else yield [time, [index, time, row]]
    }
  const known = new Set(places.map(({ folder }) => folder))
  for (const [folder, names] of days)
    if (!known.has(folder)) losses.drop('folders', 'in_no_list', 'content', folder, names.length)
}

async function* readMessages(
  files: Files,
  sorter: Sorter,
  places: readonly SlackPlace[],
  of: {
    readonly roster: Roster
    readonly emoji: SlackEmoji
    readonly files: SharedFiles
    readonly topics: ThreadTopics
  },
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const sent = new Map<string, SentTimes>(places.map(({ id }) => [id, new SentTimes()]))
  const channels = new Map(places.flatMap(({ id, channel }) => (channel ? [[id, channel] as const] : [])))
  const known = {
    ...of,
    names: {
      channel: (id: string) => {
        const channel = channels.get(id)
        return channel && `#**${channel.name}**`
      },
      message: (url: string) => addressOf(url, channels, sent),
      emoji: (name: string) => of.emoji.markdown(name),
    },
  }
  const memberships = new Memberships()
  let key = 0
  for await (const [index, time, row] of sorter.inOrder(timed(files, places, losses))) {
    const place = places[index]
    if (!place) continue
    const change = changeOf(row)
    if (change !== undefined) {
      losses.drop('messages', change, 'trace')
      const person = of.roster.get(senderOf(row) ?? '')?.key
      if (!place.channel || person === undefined) continue
      if (comings.has(change)) memberships.joined(person, Number(place.channel.key), key)
      else if (goings.has(change)) memberships.left(person, Number(place.channel.key), key)
      continue
    }
    const record = messageRecord(row, place, { key: key + 1, time }, known, losses)
    if (!record) continue
    key++
    sent.get(place.id)?.add(time, key)
    yield record
  }
  yield* memberships.records(
    places.flatMap(({ channel, members }) =>
      channel
        ? members.flatMap((id) =>
            roleKey(of.roster, id).map((person) => [Number(channel.key), person] as const),
          )
        : [],
    ),
  )
}

const roleKey = (roster: Roster, id: string): number[] => {
  const key = roster.get(id)?.key
  return key === undefined ? [] : [key]
}

/** Returns the address here of an earlier message that a link to Slack leads to. */
function addressOf(
  url: string,
  channels: ReadonlyMap<string, ChannelRecord>,
  sent: ReadonlyMap<string, SentTimes>,
): string | undefined {
  const [, id = '', digits = ''] =
    /^https:\/\/[\w-]+\.slack\.com\/archives\/(\w+)\/p(\d{16})\b/.exec(url) ?? []
  const [channel, key] = [channels.get(id), sent.get(id)?.of(Number(digits))]
  return channel && key !== undefined ? `#narrow/channel/${channel.key}/near/${key}` : undefined
}
