import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

// A packed file holds what a server answers: the length of the table, the table as JSON, then the bytes of every body.
// The server keeps the table in memory and reads bodies by their position in the open file. So requests name no paths,
// and replacing the file does no harm while it is open.

/** The bytes of an answer: their position after the table, and the beginning of their ETag. */
export interface Body {
  readonly at: number
  readonly length: number
  readonly tag: string
}

/** Collects bodies, one after the other. */
export class Bodies {
  readonly bytes: Uint8Array[] = []
  readonly places: Body[] = []
  #size = 0

  /** Returns the number of the body. */
  add(content: string | Uint8Array): number {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    this.places.push({ at: this.#size, length: bytes.length, tag })
    this.#size += bytes.length
    return this.bytes.push(bytes) - 1
  }
}

/** Writes a second file, then renames it to `path` in one step. */
export function writePackedFile(path: string, table: object, bodies: readonly Uint8Array[]): void {
  const json = Buffer.from(JSON.stringify(table))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  const next = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(next, Buffer.concat([length, json, ...bodies]))
  renameSync(next, path)
}

export class PackedFile<Table> {
  readonly table: Table
  readonly #file: number
  readonly #start: number

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    const tableLength = Number(this.#read(0, 8).readBigUInt64LE())
    this.#start = 8 + tableLength
    this.table = JSON.parse(this.#read(8, tableLength).toString()) as Table
  }

  read(body: Body): Buffer {
    return this.#read(this.#start + body.at, body.length)
  }

  close(): void {
    closeSync(this.#file)
  }

  #read(at: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length)
    let done = 0
    while (done < length) {
      const count = readSync(this.#file, bytes, done, length - done, at + done)
      if (count === 0) throw new Error('A built file is cut short; build it again.')
      done += count
    }
    return bytes
  }
}
