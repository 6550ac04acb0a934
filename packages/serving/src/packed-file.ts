import { createHash } from 'node:crypto'
import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

// A packed file holds what a server answers: the bytes of every body, the table as JSON, then the length of the table.
// So a body is written as soon as it is made. The server keeps the table in memory and reads bodies by their position in
// the open file. So requests name no paths, and replacing the file does no harm while it is open.

/** The bytes of an answer: their position in the file, and the beginning of their ETag. */
export interface Body {
  readonly at: number
  readonly length: number
  readonly tag: string
}

/** Bytes of the number at the end of a file. */
const trailerLength = 8

/** Writes a second file, body by body, and puts it in its place in one step. Memory holds one body at a time. */
export class PackedFileWriter {
  /** The bodies that are written, for the table. */
  readonly bodies: Body[] = []
  readonly #path: string
  readonly #next: string
  readonly #file: number
  #size = 0
  #hasPart = false

  constructor(path: string) {
    this.#path = path
    this.#next = `${path}.${process.pid}`
    mkdirSync(dirname(path), { recursive: true })
    removeLeftovers(path)
    this.#file = openSync(this.#next, 'w')
  }

  /** Writes a body. Returns its number. */
  add(content: string | Uint8Array): number {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 16)
    writeAll(this.#file, bytes)
    this.#size += bytes.length
    return this.bodies.push({ at: this.#size - bytes.length, length: bytes.length, tag }) - 1
  }

  /** Puts a copy of what is written so far in place, unless another build has made a file. */
  publishPart(table: object): void {
    if (!this.#hasPart && existsSync(this.#path)) return
    const part = `${this.#next}.part`
    copyFileSync(this.#next, part)
    const file = openSync(part, 'a')
    writeTable(file, table)
    closeSync(file)
    renameSync(part, this.#path)
    this.#hasPart = true
  }

  publish(table: object): void {
    writeTable(this.#file, table)
    closeSync(this.#file)
    renameSync(this.#next, this.#path)
  }

  /** Removes the file of a build that failed. */
  discard(): void {
    closeSync(this.#file)
    rmSync(this.#next, { force: true })
  }
}

function writeTable(file: number, table: object): void {
  const json = Buffer.from(JSON.stringify(table))
  const length = Buffer.alloc(trailerLength)
  length.writeBigUInt64LE(BigInt(json.length))
  writeAll(file, Buffer.concat([json, length]))
}

/** Writes all bytes: a single call may write fewer. */
function writeAll(file: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}

/** Removes what builds left that were ended halfway. */
function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    if (!name.startsWith(basename(path))) continue
    const pid = /^\.(\d+)(?:\.part)?$/.exec(name.slice(basename(path).length))?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(dirname(path), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export class PackedFile<Table> {
  readonly table: Table
  readonly #file: number

  constructor(path: string) {
    this.#file = openSync(path, 'r')
    try {
      this.table = this.#readTable()
    } catch (error) {
      this.close()
      throw error
    }
  }

  read(body: Body): Buffer {
    return this.#read(body.at, body.length)
  }

  close(): void {
    closeSync(this.#file)
  }

  #readTable(): Table {
    const end = fstatSync(this.#file).size - trailerLength
    const length = Number(this.#read(end, trailerLength).readBigUInt64LE())
    return JSON.parse(this.#read(end - length, length).toString()) as Table
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
