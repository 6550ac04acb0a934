import { type Files, linesOf } from '../files.ts'
import type { Losses } from '../losses.ts'
import type { ReadOptions } from '../read-options.ts'
import { ReadProblems } from '../read-problems.ts'
import type { ImportRecord } from '../record.ts'
import type { Sorter } from '../sorter.ts'
import { type LineRecord, lineRecord } from './line-records.ts'
import { readRecords } from './read-records.ts'

const lineFiles = (files: Files): string[] =>
  files.names.filter((name) => /^[^/]+\.jsonl$/.test(name)).toSorted()

/** Tells whether files are of our own format of lines: the first line is a record. */
export async function isLines(files: Files): Promise<boolean> {
  const [file] = lineFiles(files)
  if (file === undefined) return false
  for await (const { text } of linesOf(files, file)) return /^\s*\{/.test(text) && /"t"\s*:/.test(text)
  return false
}

/** Reads files of lines. Each call reads them from the beginning and yields the same. */
export async function* readLines(
  files: Files,
  sorter: Sorter,
  options: ReadOptions,
  losses: Losses,
): AsyncGenerator<ImportRecord> {
  yield* readRecords({ records: () => recordsOf(files), files }, sorter, options, losses)
}

async function* recordsOf(files: Files): AsyncGenerator<LineRecord> {
  const problems = new ReadProblems()
  for (const file of lineFiles(files))
    for await (const { number, text } of linesOf(files, file)) {
      const place = `${file}, line ${number}`
      const value = parsed(text)
      const record = 'problem' in value ? `no JSON: ${value.problem}.` : lineRecord(value.json)
      if (typeof record === 'string') problems.add(place, record)
      else yield record
    }
  problems.throwAll()
}

function parsed(text: string): { json: unknown } | { problem: string } {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch (error) {
    if (error instanceof SyntaxError) return { problem: error.message.slice(0, 200) }
    throw error
  }
}
