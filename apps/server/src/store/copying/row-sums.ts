import { hash } from 'node:crypto'
import type { Row } from './row-store.ts'

/** A row as one line of JSON. Bytes are an object with their Base64. */
export const lineOf = (row: Row): string =>
  JSON.stringify(row.map((value) => (value instanceof Uint8Array ? { base64: base64(value) } : value)))

const base64 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** Reads a line of `lineOf`. Throws a SyntaxError for any other line. */
export function rowIn(line: string): Row {
  const values: unknown = JSON.parse(line)
  if (!Array.isArray(values)) throw new SyntaxError('A row is a list.')
  // Most rows have no bytes, and are as they were parsed.
  if (values.every(isPlain)) return values
  return values.map((value: unknown) => {
    if (isPlain(value)) return value
    if (typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string')
      return Buffer.from(value.base64, 'base64')
    throw new SyntaxError('A value is a text, a number, null or bytes.')
  })
}

const isPlain = (value: unknown): value is string | number | null =>
  typeof value === 'string' || typeof value === 'number' || value === null

/**
 * Sum of lines that does not depend on their order: the first 16 bytes of the SHA-256 of each, added modulo 2^128. Equal
 * sums and counts mean equal rows.
 */
export class RowSum {
  /** Four times 32 bits, the least first. */
  readonly #words = [0, 0, 0, 0]
  rows = 0

  add(line: string): void {
    const digest = hash('sha256', line, 'buffer')
    let carried = 0
    // This runs for each row of an archive: an iterator would take longer than the sums.
    for (let index = 0; index < 4; index++) {
      const sum = (this.#words[index] ?? 0) + digest.readUInt32BE(12 - 4 * index) + carried
      this.#words[index] = sum % word32
      carried = sum < word32 ? 0 : 1
    }
    this.rows++
  }

  /** 32 hexadecimal digits. */
  get hex(): string {
    return this.#words
      .toReversed()
      .map((word) => word.toString(16).padStart(8, '0'))
      .join('')
  }
}

const word32 = 2 ** 32
