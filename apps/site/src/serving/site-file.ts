import { closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs'

// A built site is one file: the length of the table, the table as JSON, then the bytes of every body. The server keeps
// the table in memory and reads bodies by their position in the open file. So requests name no paths, and replacing the
// file does no harm while it is open.

/** The bytes of an answer: their position after the table, and the beginning of their ETag. */
export interface Body {
  readonly at: number
  readonly length: number
  readonly tag: string
}

/** The answer of a path: a page in two forms, or a file in one. */
export interface Resource {
  readonly html?: number
  readonly markdown?: number
  /** Index of a body, with its content type. */
  readonly file?: readonly [body: number, contentType: string]
  /** The content of this path never changes. */
  readonly isImmutable?: true
  /** The path of the page, if it is another. */
  readonly movedTo?: string
}

export interface SiteTable {
  readonly bodies: readonly Body[]
  readonly resources: Readonly<Record<string, Resource>>
  /** Hashes of the scripts inside the pages, for the Content-Security-Policy. */
  readonly scriptHashes: readonly string[]
  /** Path of the page for unknown paths. */
  readonly notFound: string
}

/** Stands for the site's address in built texts. */
export const originMark = 'http://origin.invalid'

/** Writes the site to a second file, then renames it to `path` in one step. */
export function writeSiteFile(path: string, table: SiteTable, bodies: readonly Uint8Array[]): void {
  const json = Buffer.from(JSON.stringify(table))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(json.length))
  const next = `${path}.${process.pid}`
  writeFileSync(next, Buffer.concat([length, json, ...bodies]))
  renameSync(next, path)
}

export class SiteFile {
  readonly table: SiteTable
  readonly resources: ReadonlyMap<string, Resource>
  readonly #file: number
  readonly #start: number

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    const tableLength = Number(this.#read(0, 8).readBigUInt64LE())
    this.#start = 8 + tableLength
    this.table = JSON.parse(this.#read(8, tableLength).toString()) as SiteTable
    this.resources = new Map(Object.entries(this.table.resources))
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
      if (count === 0) throw new Error('The built site is cut short; run `npm run site:build`.')
      done += count
    }
    return bytes
  }
}
