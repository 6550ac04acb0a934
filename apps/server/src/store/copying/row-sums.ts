import { createHash } from 'node:crypto'
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
  return values.map((value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number' || value === null) return value
    if (typeof value === 'object' && 'base64' in value && typeof value.base64 === 'string')
      return Buffer.from(value.base64, 'base64')
    throw new SyntaxError('A value is a text, a number, null or bytes.')
  })
}

/**
 * Sum of lines that does not depend on their order: the first 16 bytes of the SHA-256 of each, added modulo 2^128. Equal
 * sums and counts mean equal rows.
 */
export class RowSum {
  #high = 0n
  #low = 0n
  rows = 0

  add(line: string): void {
    const digest = createHash('sha256').update(line).digest()
    this.#low += digest.readBigUInt64BE(8)
    this.#high += digest.readBigUInt64BE(0) + (this.#low >> 64n)
    this.#low &= mask
    this.#high &= mask
    this.rows++
  }

  /** 32 hexadecimal digits. */
  get hex(): string {
    return this.#high.toString(16).padStart(16, '0') + this.#low.toString(16).padStart(16, '0')
  }
}

const mask = (1n << 64n) - 1n
