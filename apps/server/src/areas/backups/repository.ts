import { createHmac } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BlobStore } from '#ports/blob-store.ts'
import type { Scratch } from '#ports/scratch.ts'
import { type Opener, type Sealer, WrongKey } from '#ports/sealer.ts'
import { BackupProblem, writingTo } from './backup-problem.ts'
import { Digest, eachLine, parseLine } from './bytes.ts'
import {
  objectsEnd,
  type ObjectsHead,
  objectsHead,
  type RepositoryHead,
  repositoryHead,
  type StoredFile,
  storedFile,
} from './snapshot-records.ts'

// A repository holds snapshots that share files:
//
//   repository.json                   what it is, and which keys open it
//   running.json                      the backup that is writing now
//   files/ab/<name>.zst[.age]         parts of tables and uploaded files, each once
//   snapshots/<time>/manifest.zst[.age]   tables, files and their digests
//   snapshots/<time>/objects.jsonl    the stored files that the snapshot needs, with digests; written last
//
// A name is the SHA-256 of the content; in a sealed repository an HMAC, so that nobody can look for a known file.
// A snapshot without `objects.jsonl` does not exist. A file that a snapshot names is never written again.

const headKey = 'repository.json'

/** Where a repository lies. */
export interface RepositoryPlace {
  /** Folder or address, for messages. */
  readonly name: string
  readonly blobs: BlobStore
  readonly scratch: Scratch
}

/** Contents of a repository. */
export interface Inventory {
  /** Names of whole snapshots, oldest first. */
  readonly snapshots: readonly string[]
  /** Names of snapshots that were interrupted. */
  readonly halves: readonly string[]
  /** Bytes of each stored file, by its name. */
  readonly files: ReadonlyMap<string, number>
}

export class Repository {
  readonly place: RepositoryPlace
  readonly head: RepositoryHead
  readonly #ending: string

  private constructor(place: RepositoryPlace, head: RepositoryHead) {
    this.place = place
    this.head = head
    this.#ending = head.recipients.length > 0 ? '.zst.age' : '.zst'
  }

  get isSealed(): boolean {
    return this.head.recipients.length > 0
  }

  /** Opens a repository that exists. Throws a BackupProblem. */
  static async open(place: RepositoryPlace): Promise<Repository> {
    const head = await readHead(place)
    if (!head) throw new BackupProblem(`There is no backup in ${place.name}: it has no ${headKey}.`)
    return new Repository(place, head)
  }

  /** Opens a repository for writing, and makes it where the place is empty. Throws a BackupProblem. */
  static async openOrMake(
    place: RepositoryPlace,
    {
      recipients,
      wasThere,
      id,
    }: {
      readonly recipients: readonly string[]
      /** True if an earlier backup went there: an empty place is then a disk that is not mounted. */
      readonly wasThere: boolean
      /** Id of a repository that is made. */
      readonly id: string
    },
  ): Promise<Repository> {
    const head = await readHead(place)
    if (head) {
      if (head.recipients.toSorted().join() !== recipients.toSorted().join())
        throw new BackupProblem(
          `The backup in ${place.name} is ${head.recipients.length > 0 ? `sealed for ${head.recipients.join(', ')}` : 'not sealed'}, which is not what TAGMA_BACKUP_RECIPIENT says. Name an empty place for snapshots with another key.`,
        )
      return new Repository(place, head)
    }
    if (wasThere)
      throw new BackupProblem(
        `The backup that was in ${place.name} is gone. Is its disk mounted? To begin again there, run: tagma backup --new`,
      )
    const made: RepositoryHead = {
      ...{ format: 'tagma-repository', version: 1, id },
      recipients: recipients.toSorted(),
    }
    await writingTo(place.name, () => place.blobs.put(headKey, Buffer.from(`${JSON.stringify(made)}\n`)))
    return new Repository(place, made)
  }

  /** Lists everything. A place that is read only by its names is asked once. */
  async inventory(): Promise<Inventory> {
    const whole = new Set<string>()
    const begun = new Set<string>()
    const files = new Map<string, number>()
    for await (const { key, size } of this.place.blobs.list()) {
      const [folder, second = '', third = ''] = key.split('/')
      if (folder === 'files' && third.endsWith(this.#ending))
        files.set(third.slice(0, -this.#ending.length), size)
      if (folder !== 'snapshots') continue
      begun.add(second)
      if (third === 'objects.jsonl') whole.add(second)
    }
    return {
      snapshots: [...whole].toSorted(),
      halves: [...begun].filter((name) => !whole.has(name)).toSorted(),
      files,
    }
  }

  keyOf(name: string): string {
    return `files/${name.slice(0, 2)}/${name}${this.#ending}`
  }

  manifestKey(snapshot: string): string {
    return `snapshots/${snapshot}/manifest${this.#ending}`
  }

  objectsKey(snapshot: string): string {
    return `snapshots/${snapshot}/objects.jsonl`
  }

  /** Compresses, seals and saves under a key; `isNew` decides by the content's digest whether it is wanted. */
  async save(
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    sealer: Sealer | undefined,
    keyFor: (sha256: string) => string | undefined,
  ): Promise<{ sha256: string; bytes: number; stored: { bytes: number; sha256: string } | undefined }> {
    await using folder = await this.place.scratch.folder()
    const path = join(folder.path, 'file')
    const [plain, packed] = [new Digest(), new Digest()]
    const compressed = createZstdCompress()
    const reading = pipeline(Readable.from(content, { objectMode: false }), plain.tap, compressed)
    const sealed: AsyncIterable<Uint8Array> = sealer ? sealer.seal(compressed) : compressed
    await Promise.all([
      reading,
      pipeline(Readable.from(sealed, { objectMode: false }), packed.tap, createWriteStream(path)),
    ])
    const key = keyFor(plain.hex)
    if (key !== undefined) await writingTo(this.place.name, () => this.place.blobs.putFile(key, path))
    return {
      ...{ sha256: plain.hex, bytes: plain.bytes },
      stored: key === undefined ? undefined : { bytes: packed.bytes, sha256: packed.hex },
    }
  }

  /** Reads a stored file, opened and unpacked. */
  read(key: string, opener: Opener | undefined): AsyncIterable<Uint8Array> {
    if (this.isSealed && !opener)
      throw new BackupProblem(
        `The backup in ${this.place.name} is sealed. Name the file with the secret key: --identity FILE`,
      )
    return this.#unpacked(key, opener)
  }

  async *#unpacked(key: string, opener: Opener | undefined): AsyncGenerator<Uint8Array> {
    const stored = this.place.blobs.open(key)
    const unpacked = createZstdDecompress()
    const done = pipeline(opener && this.isSealed ? opener.open(stored) : stored, unpacked)
    // Reading below ends with the same error.
    done.catch(() => {})
    try {
      yield* unpacked as AsyncIterable<Uint8Array>
      await done
    } catch (error) {
      await done.catch((reason: unknown) => {
        if (reason instanceof WrongKey)
          throw new BackupProblem(
            `The key in the file of --identity does not open the backup in ${this.place.name}, which is sealed for ${this.head.recipients.join(', ')}.`,
          )
      })
      throw error
    }
  }

  /** The stored files of a snapshot. Throws a BackupProblem if the list is damaged or missing. */
  async objects(snapshot: string): Promise<{ head: ObjectsHead; files: StoredFile[] }> {
    const key = this.objectsKey(snapshot)
    const damaged = (line: number) =>
      new BackupProblem(`Line ${line} of ${key} in ${this.place.name} is damaged or cut off.`)
    let head: ObjectsHead | undefined
    let isWhole = false
    const files: StoredFile[] = []
    for await (const line of eachLine(this.place.blobs.open(key))) {
      const value = parseLine(line)
      const number = files.length + 2
      if (!head) {
        head = objectsHead.safeParse(value).data
        if (!head) throw damaged(1)
        continue
      }
      const file = storedFile.safeParse(value).data
      if (isWhole) throw damaged(number + 1)
      if (file) files.push(file)
      else if (objectsEnd.safeParse(value).data?.objects === files.length) isWhole = true
      else throw damaged(number)
    }
    if (!head || !isWhole) throw damaged(files.length + 2)
    return { head, files }
  }

  /** Writes the list of the files that a snapshot needs: from now on it exists. */
  async finish(snapshot: string, head: ObjectsHead, files: ReadonlyMap<string, StoredFile>): Promise<void> {
    await using folder = await this.place.scratch.folder()
    const path = join(folder.path, 'objects')
    await pipeline(Readable.from(linesOfObjects(head, files)), createWriteStream(path))
    await writingTo(this.place.name, () => this.place.blobs.putFile(this.objectsKey(snapshot), path))
  }
}

function* linesOfObjects(head: ObjectsHead, files: ReadonlyMap<string, StoredFile>): Generator<string> {
  yield `${JSON.stringify(head)}\n`
  for (const file of files.values()) yield `${JSON.stringify(file)}\n`
  yield `${JSON.stringify({ objects: files.size })}\n`
}

async function readHead({ blobs, name }: RepositoryPlace): Promise<RepositoryHead | undefined> {
  if ((await blobs.size(headKey)) === undefined) return undefined
  const head = repositoryHead.safeParse(parseLine(await textOf(blobs.open(headKey)))).data
  if (!head)
    throw new BackupProblem(
      `${headKey} in ${name} is damaged, or from another version of Tagma. Bring it back from another copy; the snapshots beside it are as they were.`,
    )
  return head
}

/** The name of a content: its digest, or in sealed repositories one that only holders of `nameKey` can make. */
export const nameOfContent = (sha256: string, nameKey: Uint8Array | undefined): string =>
  nameKey ? createHmac('sha256', nameKey).update(sha256).digest('hex') : sha256
