import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { FolderRecord, ImportRecord, SubscriptionRecord } from '../record.ts'
import type { Sorter } from '../sorter.ts'
import { Gathered } from './gathered.ts'
import { type LineMarkdown, LineMessages } from './line-messages.ts'
import type { LineMembership, LineMessage, LineRecord } from './line-records.ts'
import { UnreadPlaces } from './unread-places.ts'

/** A source of records in any order, which can be read from the beginning again and again. */
export interface LineSource {
  records(): AsyncIterable<LineRecord>
  /** Converts texts to Markdown. Without it they are Markdown. */
  readonly markdown?: LineMarkdown
  readonly files: Files
}

/**
 * Makes an organization of records that come in any order. People and channels that only messages name are made and
 * counted.
 */
export async function* readRecords(
  source: LineSource,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const gathered = await Gathered.from(() => source.records(), source.files, {
    ...options,
    losses,
  })
  if (options.owner !== undefined) gathered.roster.makeOwner(options.owner)
  yield {
    t: 'organization',
    key: 1,
    name: options.name ?? gathered.organization?.name ?? 'Imported',
    subdomain: '',
    description: gathered.organization?.description ?? '',
    createdAt: 0,
    settings: {},
    permissions: {},
    userDefaults: {},
  }
  yield* gathered.emoji.values()
  yield* folders(gathered)
  yield* gathered.roster.records
  yield* channels(gathered)
  yield* gathered.uploads.values()
  yield* contents(source, sorter, gathered, { topics: options.topics, losses })
}

function* folders({ folders: names }: Gathered): Generator<FolderRecord> {
  for (const [index, name] of [...names].entries())
    yield {
      t: 'folder',
      key: index + 1,
      name,
      description: '',
      creator: null,
      createdAt: 0,
      isArchived: false,
    }
}

function* channels(gathered: Gathered): Generator<ImportRecord> {
  const folderKeys = new Map([...gathered.folders].map((name, index) => [name, index + 1]))
  for (const channel of gathered.channels.values())
    yield {
      t: 'channel',
      key: channel.key,
      name: channel.name,
      description: channel.description,
      creator: null,
      createdAt: Math.floor(channel.createdAt),
      isPrivate: channel.isPrivate,
      isWebPublic: false,
      isArchived: channel.isArchived,
      isDefault: channel.isDefault,
      folder: channel.folder === undefined ? null : (folderKeys.get(channel.folder) ?? null),
      historyPublic: true,
      retentionDays: null,
      topicsPolicy: 'inherit',
      permissions: {},
    }
  for (const { key, subscribers } of gathered.channels.values())
    for (const [person, membership] of subscribers) yield subscription(person, key, membership)
}

const subscription = (
  person: number,
  channel: number,
  membership: LineMembership | undefined,
): SubscriptionRecord => ({
  t: 'subscription',
  person,
  channel,
  isActive: true,
  color: '',
  isMuted: membership?.isMuted ?? false,
  isPinned: membership?.isPinned ?? false,
  desktop: null,
  email: null,
  push: null,
  sound: null,
  wildcard: null,
})

async function* timed(source: LineSource): AsyncGenerator<readonly [number, LineMessage]> {
  for await (const record of source.records()) if (record.t === 'message') yield [record.sentAt, record]
}

/** Yields the messages, and then who received and who has not read them. */
async function* contents(
  source: LineSource,
  sorter: Sorter,
  gathered: Gathered,
  of: { readonly topics: ReadOptions['topics']; readonly losses: Losses },
): AsyncGenerator<ImportRecord> {
  const messages = new LineMessages(gathered, source.markdown ?? (({ content }) => content), of)
  const unread = new UnreadPlaces()
  let key = 0
  for await (const line of sorter.inOrder(timed(source))) {
    const record = messages.record(line, key + 1)
    if (!record) continue
    key++
    unread.take(record, line.sentAt)
    yield record
  }
  for (const { key: channel, subscribers } of gathered.channels.values())
    for (const [person, membership] of subscribers) {
      yield { t: 'received', person, channel, spans: [[0, null]] }
      if (membership?.readThrough !== undefined)
        yield* unread.ofChannel(person, channel, membership.readThrough)
    }
  for (const { person, people, readThrough } of gathered.direct)
    yield* unread.ofPeople(gathered.person(person), messages.directKey([person, ...people]), readThrough ?? 0)
}
