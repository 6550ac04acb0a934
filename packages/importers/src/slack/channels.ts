import type { Files } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ChannelRecord } from '../record.ts'
import type { Roster } from '../roster.ts'
import { flagIn, listIn, numberIn, type Row, textIn, rowIn, textsIn } from '../rows.ts'

/** A channel or a direct conversation of the export, with the folder that has its messages. */
export interface SlackPlace {
  readonly id: string
  readonly folder: string
  /** Ids of the people in it now. */
  readonly members: readonly string[]
  /** The channel; undefined for a direct conversation. */
  readonly channel: ChannelRecord | undefined
}

/** The lists of conversations in an export. Only the first is in every one. */
export const slackLists = {
  public: 'channels.json',
  private: 'groups.json',
  group: 'mpims.json',
  direct: 'dms.json',
} as const

type ListName = keyof typeof slackLists

/** Reads the channels and direct conversations of an export. */
export async function readPlaces(
  files: Files,
  losses: Losses,
): Promise<(Omit<SlackPlace, 'channel'> & { row: Row; list: ListName })[]> {
  const folders = new Set(
    files.names.flatMap((name) => (name.includes('/') ? [name.slice(0, name.lastIndexOf('/'))] : [])),
  )
  const places = []
  const seen = new Set<string>()
  for (const list of ['public', 'private', 'group', 'direct'] as const) {
    const file = slackLists[list]
    if (files.size(file) === undefined) continue
    for (const row of listIn(file, await files.json(file))) {
      const [id, name] = [textIn(row, 'id'), textIn(row, 'name')]
      if (id === '' || seen.has(id)) {
        losses.mend('channels', id === '' ? 'no_id' : 'id_twice', 'content', name)
        continue
      }
      seen.add(id)
      const folder = name !== '' && folders.has(name) ? name : id
      places.push({ id, folder, members: textsIn(row, 'members'), row, list })
    }
  }
  return places
}

export function channelOf(row: Row, isPrivate: boolean, key: number, roster: Roster): ChannelRecord {
  const [purpose, topic] = [
    textIn(rowIn(row, 'purpose'), 'value').trim(),
    textIn(rowIn(row, 'topic'), 'value').trim(),
  ]
  return {
    t: 'channel',
    key,
    name: textIn(row, 'name'),
    description: [purpose, topic === purpose ? '' : topic].filter((part) => part !== '').join('\n'),
    creator: roster.get(textIn(row, 'creator'))?.key ?? null,
    createdAt: Math.floor(numberIn(row, 'created') ?? 0),
    isPrivate,
    isWebPublic: false,
    isArchived: flagIn(row, 'is_archived'),
    isDefault: flagIn(row, 'is_general'),
    folder: null,
    // Whoever joins a channel of Slack reads all that was said before.
    historyPublic: true,
    retentionDays: null,
    topicsPolicy: 'inherit',
    permissions: {},
  }
}
