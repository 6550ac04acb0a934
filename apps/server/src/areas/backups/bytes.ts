import { createHash } from 'node:crypto'

/** Counts and digests what passes. */
export class Digest {
  readonly #hash = createHash('sha256')
  #hex: string | undefined
  bytes = 0

  /** Hands chunks on as they are; a stage of a pipeline. */
  readonly tap = (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> => this.#pass(chunks)

  async *#pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk)
      this.bytes += chunk.length
      yield chunk
    }
  }

  /** SHA-256 of all that has passed. Nothing may pass afterwards. */
  get hex(): string {
    return (this.#hex ??= this.#hash.digest('hex'))
  }
}

/** Digest of a text. */
export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A value of a line of JSON; undefined for any other text. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Longest line that is read, in bytes: a row with the largest message, and room. */
const longestLine = 64 * 1024 ** 2

/** Yields the lines of a file, without their ends. Throws a RangeError for a line without an end. */
export async function* eachLine(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    let from = 0
    const all =
      rest.length > 0
        ? Buffer.concat([rest, chunk])
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    for (let end = all.indexOf(10, from); end >= 0; end = all.indexOf(10, from)) {
      yield all.toString('utf8', from, end)
      from = end + 1
    }
    rest = all.subarray(from)
    if (rest.length > longestLine) throw new RangeError('A line has no end.')
  }
  if (rest.length > 0) yield rest.toString('utf8')
}
