import { createReadStream } from 'node:fs'
import { JSONParser, TokenizerError, TokenParserError } from '@streamparser/json'
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
export async function* jsonMembers(
  path: string,
  name: string,
  largest = largestElement,
): AsyncGenerator<Member> {
  const parser = new JSONParser({ paths: ['$.*.*'], keepStack: false })
  let found: Member[] = []
  parser.onValue = ({ value, key, stack }) => {
    const list = stack[1]?.key
    if (typeof list !== 'string') throw new ImportProblem(`${name} has no tables: an object was expected.`)
    if (key !== undefined) found.push([list, key, value])
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
