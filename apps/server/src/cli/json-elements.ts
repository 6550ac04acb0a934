import { createReadStream } from 'node:fs'
import { JSONParser, type ParsedElementInfo, TokenizerError, TokenParserError } from '@streamparser/json'
import type { ListElement, Member } from '@tagma/importers/files.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'

/** Bytes of one element of a list, and of a text between two elements. */
const largestElement = 64 * 1024 * 1024
/** Lists and objects in each other. Real archives have four levels. */
const deepest = 64

/** Yields the elements of all lists in a file that is an object of lists. `name` is the file's name for people. */
export async function* jsonElements(
  path: string,
  name: string,
  largest = largestElement,
): AsyncGenerator<ListElement> {
  for await (const [list, key, value] of jsonMembers(path, name, largest)) {
    if (typeof key !== 'number') throw new ImportProblem(`${name}: ${list} is no list of rows.`)
    yield [list, value]
  }
}

/** Yields what is in the lists and objects of a file that is an object. */
export const jsonMembers = (path: string, name: string, largest = largestElement): AsyncGenerator<Member> =>
  parts<Member>({ path, name, largest, paths: '$.*.*' }, ({ value, key, stack }) => {
    const list = stack[1]?.key
    if (typeof list !== 'string') throw new ImportProblem(`${name} has no tables: an object was expected.`)
    return key === undefined ? undefined : [list, key, value]
  })

/** Yields the elements of a file that is a list. */
export async function* jsonItems(path: string, name: string, largest = largestElement): AsyncGenerator {
  const items = parts<{ item: unknown }>({ path, name, largest, paths: '$.*' }, ({ value, key }) => {
    if (typeof key !== 'number') throw new ImportProblem(`${name} is no list.`)
    return { item: value }
  })
  for await (const { item } of items) yield item
}

interface JsonFile {
  readonly path: string
  readonly name: string
  readonly largest: number
  /** Places of the values to take. */
  readonly paths: string
}

/** Yields what `take` makes of the values at the places, one after another. */
async function* parts<T>(
  { path, name, largest, paths }: JsonFile,
  take: (found: ParsedElementInfo) => T | undefined,
): AsyncGenerator<T> {
  const parser = new JSONParser({ paths: [paths], keepStack: false })
  let found: T[] = []
  parser.onValue = (value) => {
    const part = take(value)
    if (part !== undefined) found.push(part)
  }
  const depth = new Depth()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let sinceLast = 0
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      if (depth.take(chunk) > deepest)
        throw new ImportProblem(`${name} has lists in more than ${deepest} others.`)
      parser.write(decoder.decode(chunk, { stream: true }))
      sinceLast = found.length > 0 ? 0 : sinceLast + chunk.length
      if (sinceLast > largest) throw new ImportProblem(`${name} has a value with more than ${largest} bytes.`)
      yield* found
      found = []
    }
    decoder.decode()
    if (!parser.isEnded) throw new ImportProblem(`${name} is no whole JSON: it was cut off.`)
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
      throw new ImportProblem(`${name} is not in UTF-8, as JSON has to be.`)
    if (error instanceof TokenizerError || error instanceof TokenParserError)
      throw new ImportProblem(`${name} is no whole JSON: ${error.message}`)
    throw error
  }
}

/** Counts how deep lists and objects lie in each other, outside of texts. */
class Depth {
  #depth = 0
  #isText = false
  #isEscaped = false

  /** Takes the next bytes, and returns the greatest depth in them. */
  take(bytes: Uint8Array): number {
    let greatest = this.#depth
    for (const byte of bytes) {
      if (this.#isEscaped) this.#isEscaped = false
      else if (this.#isText) {
        if (byte === 0x5c) this.#isEscaped = true
        else if (byte === 0x22) this.#isText = false
      } else if (byte === 0x22) this.#isText = true
      else if (byte === 0x5b || byte === 0x7b) greatest = Math.max(greatest, ++this.#depth)
      else if (byte === 0x5d || byte === 0x7d) this.#depth--
    }
    return greatest
  }
}
