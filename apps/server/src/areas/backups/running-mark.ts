import { text as textOf } from 'node:stream/consumers'
import * as z from 'zod'
import type { BlobStore } from '#ports/blob-store.ts'
import { BackupProblem } from './backup-problem.ts'
import { parseLine } from './bytes.ts'
import type { RepositoryPlace } from './repository.ts'

const key = 'running.json'
const mark = z.object({ id: z.string(), at: z.int() })

/** Seconds after which a backup that does not report is taken for dead. */
const silence = 600
/** Seconds between two reports. */
const interval = 60

/**
 * Tells other backups that one is writing: pruning deletes what no snapshot names, which is also what a running backup
 * has saved so far.
 */
export class RunningMark {
  readonly #place: RepositoryPlace
  readonly #id: string
  readonly #now: () => number
  #at = 0

  private constructor(place: RepositoryPlace, id: string, now: () => number) {
    this.#place = place
    this.#id = id
    this.#now = now
  }

  /** Sets the mark; `now` gives UNIX seconds. Throws a BackupProblem if another backup is running. */
  static async set(place: RepositoryPlace, id: string, now: () => number): Promise<RunningMark> {
    const other = await read(place.blobs)
    if (other && other.id !== id && other.at > now() - silence)
      throw new BackupProblem(
        `Another backup is writing to ${place.name}. If it was killed, try again in ten minutes.`,
      )
    const set = new RunningMark(place, id, now)
    await set.renew()
    if ((await read(place.blobs))?.id !== id)
      throw new BackupProblem(`Another backup has begun to write to ${place.name} at the same time.`)
    return set
  }

  /** Reports that this backup is alive. Cheap, for calls between pieces of work. */
  async renew(): Promise<void> {
    const at = this.#now()
    if (at < this.#at + interval) return
    this.#at = at
    await this.#place.blobs.put(key, Buffer.from(`${JSON.stringify({ id: this.#id, at })}\n`))
  }

  async remove(): Promise<void> {
    await this.#place.blobs.remove([key])
  }
}

async function read(blobs: BlobStore): Promise<z.output<typeof mark> | undefined> {
  if ((await blobs.size(key)) === undefined) return undefined
  return mark.safeParse(parseLine(await textOf(blobs.open(key)))).data
}
