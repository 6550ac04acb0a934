import { type Files, type NumberedRow, tableOf } from '../files.ts'
import { type LineRecord, lineRecord } from '../lines/line-records.ts'
import { readRecords } from '../lines/read-records.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import { ReadProblems } from '../read-problems.ts'
import type { ImportRecord } from '../record.ts'
import type { Sorter } from '../sorter.ts'

const tables = (files: Files): string[] => files.names.filter((name) => /^[^/]+\.csv$/i.test(name)).toSorted()

/** Columns that a CSV may have; the first three are needed, and `channel` or `people`. */
const columns = new Set([
  'time',
  'sender',
  'content',
  'channel',
  'topic',
  'people',
  'sender_email',
  'id',
  'reply_to',
  'attachments',
])

/** Tells whether files are tables of messages: one with a first row of known names. */
export async function isCsv(files: Files): Promise<boolean> {
  const [file] = tables(files)
  if (file === undefined) return false
  for await (const { row } of tableOf(files, file))
    return 'time' in row && ('sender' in row || 'sender_email' in row)
  return false
}

/** Reads tables of messages. Each call reads them from the beginning and yields the same. */
export async function* readCsv(
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  let isFirst = true
  const records = () => {
    const counted = isFirst ? losses : undefined
    isFirst = false
    return messagesOf(files, counted)
  }
  yield* readRecords({ records, files }, sorter, options, losses)
}

async function* messagesOf(files: Files, losses: Losses | undefined): AsyncGenerator<LineRecord> {
  const problems = new ReadProblems()
  for (const file of tables(files)) {
    let isFirst = true
    for await (const { number, row } of tableOf(files, file)) {
      if (isFirst)
        for (const column of Object.keys(row))
          if (!columns.has(column)) losses?.mend(file, 'column_not_known', 'content', column)
      isFirst = false
      const record = lineRecord(messageOf({ number, row }))
      if (typeof record === 'string') problems.add(`${file}, line ${number}`, inColumns(record))
      else yield record
    }
  }
  problems.throwAll()
}

const listIn = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

const messageOf = ({ row }: NumberedRow) => ({
  t: 'message',
  key: row.id,
  channel: row.channel?.trim(),
  topic: row.topic,
  people: listIn(row.people),
  sender: row.sender_email?.trim() || row.sender,
  sender_name: row.sender,
  sent_at: row.time?.trim(),
  content: row.content,
  reply_to: row.reply_to,
  files: listIn(row.attachments),
})

/** Names a problem by the columns that a table has. */
const inColumns = (problem: string): string =>
  problem.replaceAll('"sent_at"', 'column time').replaceAll(/"(channel|people|sender|content)"/g, 'column $1')
