import { type Files, membersOf } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { LineChannel, LineRecord } from '../lines/line-records.ts'
import { readRecords } from '../lines/read-records.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import type { ImportRecord } from '../record.ts'
import { isRow, type Row, textIn } from '../rows.ts'
import type { Sorter } from '../sorter.ts'
import { discordMessage, discordPerson, type DiscordPlace, peopleIn } from './discord-messages.ts'
import { discordMarkdown } from './discord-text.ts'

const exportFiles = (files: Files): string[] =>
  files.names.filter((name) => name.endsWith('.json')).toSorted()

/** Tells whether files are written by DiscordChatExporter, by the beginning of the first ones. */
export async function isDiscord(files: Files): Promise<boolean> {
  for (const file of exportFiles(files).slice(0, 3)) if (await isExport(files, file)) return true
  return false
}

async function isExport(files: Files, file: string): Promise<boolean> {
  try {
    const { guild, channel } = await headOf(files, file)
    return guild.id !== undefined && channel.id !== undefined
  } catch (error) {
    if (error instanceof ImportProblem) return false
    throw error
  }
}

/** Facts before the messages of a file. */
async function headOf(files: Files, file: string): Promise<{ guild: Row; channel: Row }> {
  const guild: Record<string, unknown> = {}
  const channel: Record<string, unknown> = {}
  for await (const [parent, key, value] of membersOf(files, file)) {
    if (parent === 'guild') guild[key] = value
    else if (parent === 'channel') channel[key] = value
    else if (parent === 'messages') break
  }
  return { guild, channel }
}

/** Reads the files of DiscordChatExporter. Each call reads them from the beginning and yields the same. */
export async function* readDiscord(
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  const places = await placesOf(files, options, losses)
  let isFirst = true
  const records = () => {
    const counted = isFirst ? losses : undefined
    isFirst = false
    return recordsOf(files, places, counted)
  }
  yield* readRecords(
    { files, records, markdown: ({ content }, names) => discordMarkdown(content, names) },
    sorter,
    { ...(places.title === '' ? {} : { name: places.title }), ...options },
    losses,
  )
}

interface Places {
  readonly title: string
  readonly channels: readonly LineChannel[]
  readonly files: readonly DiscordPlace[]
}

async function placesOf(files: Files, options: ReadOptions, losses: Losses): Promise<Places> {
  const channels = new Map<string, LineChannel>()
  const parents = new Map<string, string>()
  const places: DiscordPlace[] = []
  let title = ''
  for (const file of exportFiles(files)) {
    losses.read('json_files')
    if (!(await isExport(files, file))) {
      losses.drop('json_files', 'no_export', 'trace', file)
      continue
    }
    const { guild, channel } = await headOf(files, file)
    const [id, type] = [textIn(channel, 'id'), textIn(channel, 'type')]
    if (type.startsWith('Direct')) {
      places.push({ file, channel: undefined, topic: undefined, people: await authorsOf(files, file) })
      continue
    }
    title ||= textIn(guild, 'name')
    const isThread = type.endsWith('Thread')
    const key = isThread ? textIn(channel, 'categoryId') : id
    if (isThread) parents.set(key, textIn(channel, 'category'))
    else channels.set(key, channelOf(channel, options))
    places.push({ file, channel: key, topic: isThread ? textIn(channel, 'name') : undefined, people: [] })
  }
  // The channel of a thread may have no file of its own, as a forum.
  for (const [id, name] of parents) if (!channels.has(id)) channels.set(id, channelOf({ id, name }, options))
  return { title, channels: [...channels.values()], files: places }
}

/** Nothing tells who may read a channel: unless all shall be public, only the owner does. */
const channelOf = (
  row: Row,
  { owner, public: isPublic = false }: Pick<ReadOptions, 'owner'> & { public?: boolean },
): LineChannel => ({
  t: 'channel',
  key: textIn(row, 'id'),
  name: textIn(row, 'name') || textIn(row, 'id'),
  folder: textIn(row, 'category') || undefined,
  isDefault: false,
  description: textIn(row, 'topic'),
  isPrivate: !isPublic,
  isArchived: false,
  createdAt: 0,
  members: owner === undefined || isPublic ? [] : [owner],
})

async function authorsOf(files: Files, file: string): Promise<string[]> {
  const people = new Set<string>()
  for await (const row of messagesIn(files, file))
    for (const person of peopleIn(row)) people.add(textIn(person, 'id'))
  people.delete('')
  return [...people]
}

async function* messagesIn(files: Files, file: string): AsyncGenerator<Row> {
  for await (const [parent, key, value] of membersOf(files, file)) {
    if (parent !== 'messages') continue
    if (!isRow(value)) throw new ImportProblem(`${file}: message ${Number(key) + 1} is no object.`)
    yield value
  }
}

async function* recordsOf(
  files: Files,
  places: Places,
  losses: Losses | undefined,
): AsyncGenerator<LineRecord> {
  yield* places.channels
  const people = new Set([''])
  const messages = new Set<string>()
  for (const place of places.files)
    for await (const row of messagesIn(files, place.file)) {
      for (const person of peopleIn(row)) {
        const id = textIn(person, 'id')
        if (people.has(id)) continue
        people.add(id)
        yield discordPerson(person, place.file, files)
      }
      const id = textIn(row, 'id')
      // Exports of several dates overlap.
      if (messages.has(id)) losses?.mend('messages', 'id_twice', 'trace', id)
      else {
        messages.add(id)
        const message = discordMessage(row, place, files, losses)
        if (message) yield message
      }
    }
}
