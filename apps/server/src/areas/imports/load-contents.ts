import { Losses, type LossReport } from '@tagma/importers/losses.ts'
import { withPossibleTimes } from '@tagma/importers/possible-times.ts'
import type { MessageRecord, ReceivedRecord, UnreadRecord, UploadRecord } from '@tagma/importers/record.ts'
import type { Services } from '#call/services.ts'
import { readDirectory } from '#directory/directories.ts'
import { moveImport } from '#store/organization/imports.ts'
import type { ImportOptions } from './begin-import.ts'
import type { ImportSource } from './import-organization.ts'
import { Links } from './links.ts'
import { MessageLoader, type PreparedMessage } from './load-messages.ts'
import { loadReading } from './load-reading.ts'
import { prepareUpload, writeUploads } from './load-uploads.ts'
import { MappedIds, notifierOf } from './mapped-ids.ts'
import type { ImportPlan, Progress } from './plan-import.ts'

/** Uploads and messages in a transaction: what a crash has to do again. */
const uploadsAtOnce = 50
const messagesAtOnce = 2000
/** Files that are copied and scaled at a time: reading one fits into scaling another. */
const uploadsBeside = 4

/** The organization that an import makes. */
export interface ImportTarget {
  /** Id of the import. */
  readonly id: number
  readonly organizationId: number
  readonly options: ImportOptions
  /** Address of the organization when the import has ended. */
  readonly newUrl: string
  readonly progress: Progress
}

/** Where an earlier run was cut off, and what it has noted. */
interface Start {
  readonly step: string
  readonly position: number
  readonly noted: LossReport
}

/** Writes uploads, messages, and who received and read them. */
export async function loadContents(
  services: Services,
  source: ImportSource,
  plan: ImportPlan,
  target: ImportTarget & Start,
): Promise<void> {
  const { id, organizationId, options, newUrl, progress } = target
  const { data, time } = services
  const directory = await readDirectory(data.db, organizationId)
  // Links are rendered with the address that the organization will have.
  directory.organization = { ...directory.organization, subdomain: options.subdomain }
  const ids = new MappedIds(plan, options, directory)
  const links = new Links(plan, ids, { organizationId, oldUrls: options.oldUrls, newUrl })
  const losses = new Losses()
  const noted = new Losses()
  noted.add(target.noted)
  const notifier = notifierOf(directory)
  const from = {
    organizationId,
    ids,
    addresses: plan.uploads,
    notifier,
    pathOf: (file: string) => source.pathOf(file),
  }
  const keepUploads = async (position: number, chunk: readonly UploadRecord[]) => {
    const rows = await inTurns(chunk, uploadsBeside, (record) => prepareUpload(services, record, from, noted))
    await data.transact(organizationId, async (tx) => {
      await writeUploads(tx, rows)
      await moveImport(tx, id, 'files', position, JSON.stringify(noted.report()))
    })
  }
  const loader = new MessageLoader(services, directory, { ids, links }, plan, losses)
  const now = Math.floor(time.clock.now() / 1000)
  const writeMessages = async (position: number, chunk: readonly MessageRecord[]) => {
    const prepared: PreparedMessage[] = []
    for (const record of chunk) {
      const message = await loader.prepare(record, now)
      if (message) prepared.push(message)
    }
    await data.transact(organizationId, async (tx) => {
      await loader.write(tx, prepared)
      await moveImport(tx, id, 'messages', position)
    })
    progress(position)
  }
  const [uploadsBefore, messagesBefore] =
    target.step === 'files' ? [target.position, 0] : [Number.MAX_SAFE_INTEGER, target.position]
  const uploads = new Chunks(uploadsBefore, uploadsAtOnce, keepUploads)
  const messages = new Chunks(messagesBefore, messagesAtOnce, writeMessages)
  const reading: (ReceivedRecord | UnreadRecord)[] = []
  for await (const given of source.read(losses)) {
    const record = withPossibleTimes(given, losses)
    if (record.t === 'received' || record.t === 'unread') reading.push(record)
    else if (record.t === 'upload') await uploads.take(record)
    else if (record.t === 'message') {
      // Messages show uploads, so these are there before.
      await uploads.flush()
      if (!(await messages.take(record))) loader.mend(record, now)
    }
  }
  await uploads.flush()
  await messages.flush()
  noted.add(losses.report())
  await data.transact(organizationId, async (tx) => {
    await loadReading(tx, reading, ids, plan.messages)
    await moveImport(tx, id, 'open', plan.messages.count, JSON.stringify(noted.report()))
  })
}

/** Does work for each item, for so many at a time; returns the results in the order of the items. */
async function inTurns<T, R>(
  items: readonly T[],
  beside: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const run = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: beside }, run))
  return results
}

/** Gathers records for transactions. Those up to `position` are there from an earlier run. */
class Chunks<T> {
  readonly #position: number
  readonly #size: number
  readonly #write: (position: number, chunk: readonly T[]) => Promise<void>
  #count = 0
  #chunk: T[] = []

  constructor(
    position: number,
    size: number,
    write: (position: number, chunk: readonly T[]) => Promise<void>,
  ) {
    this.#position = position
    this.#size = size
    this.#write = write
  }

  /** Returns false for a record that is there already. */
  async take(record: T): Promise<boolean> {
    this.#count++
    if (this.#count <= this.#position) return false
    this.#chunk.push(record)
    if (this.#chunk.length === this.#size) await this.flush()
    return true
  }

  async flush(): Promise<void> {
    const chunk = this.#chunk
    this.#chunk = []
    if (chunk.length > 0) await this.#write(this.#count, chunk)
  }
}
