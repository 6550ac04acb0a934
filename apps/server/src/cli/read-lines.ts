import { createReadStream } from 'node:fs'
import type { NumberedLine, NumberedRow } from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { CsvError, parse } from 'csv-parse'

const longestLine = 64 * 1024 * 1024
const longestRow = 1024 * 1024

const notUtf8 = (name: string) => new ImportProblem(`${name} is not in UTF-8. Save it in UTF-8.`)

/** Yields the text of a file in parts. */
async function* textOf(path: string, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw notUtf8(name)
    throw error
  }
}

/** Yields the lines of a file that are not empty. `name` is the file's name for people. */
export async function* numberedLines(
  path: string,
  name: string,
  longest = longestLine,
): AsyncGenerator<NumberedLine> {
  let rest: string[] = []
  let length = 0
  let number = 0
  const line = function* (text: string): Generator<NumberedLine> {
    number++
    if (text.trim() !== '') yield { number, text }
  }
  for await (const part of textOf(path, name)) {
    const [first = '', ...others] = part.split('\n')
    rest.push(first)
    length += first.length
    if (length > longest)
      throw new ImportProblem(`${name}, line ${number + 1}: more than ${longest} letters.`)
    const last = others.pop()
    if (last === undefined) continue
    yield* line(rest.join(''))
    for (const text of others) yield* line(text)
    rest = [last]
    length = last.length
  }
  yield* line(rest.join(''))
}

/** Yields the rows of a CSV by the names in its first row. Commas, semicolons and tabs separate its cells. */
export async function* numberedRows(path: string, name: string): AsyncGenerator<NumberedRow> {
  const rows = parse({
    bom: true,
    columns: (header: string[]) =>
      header.map((column) =>
        column
          .trim()
          .toLowerCase()
          .replaceAll(/[\s-]+/g, '_'),
      ),
    delimiter: await separatorOf(path, name),
    info: true,
    max_record_size: longestRow,
    skip_empty_lines: true,
  })
  const source = async () => {
    try {
      for await (const part of textOf(path, name))
        if (!rows.write(part)) await new Promise((resolve) => rows.once('drain', resolve))
      rows.end()
    } catch (error) {
      rows.destroy(error instanceof Error ? error : new Error(String(error)))
    }
  }
  void source()
  try {
    for await (const { info, record } of rows as AsyncIterable<{
      info: { lines: number }
      record: Record<string, string>
    }>)
      yield { number: info.lines, row: record }
  } catch (error) {
    if (error instanceof CsvError)
      throw new ImportProblem(`${name}, line ${Number(error.lines)}: ${error.message}`)
    throw error
  }
}

async function separatorOf(path: string, name: string): Promise<string> {
  for await (const { text } of numberedLines(path, name, longestRow)) {
    const counts = [',', ';', '\t'].map((separator) => [separator, text.split(separator).length] as const)
    return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0]
  }
  return ','
}
