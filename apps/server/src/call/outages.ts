import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isFileFault } from '#model/file-fault.ts'
import { type BlobStore, BlobsAway } from '#ports/blob-store.ts'
import type { Clock } from '#ports/clock.ts'
import type { Random } from '#ports/random.ts'
import type { Scratch } from '#ports/scratch.ts'
import type { Engine } from '#store/engines/engine.ts'
import { takeLease } from '#store/log/leases.ts'
import { installation, StoreUnavailable, type Transactions } from '#store/log/transactions.ts'
import type { Support } from './outage-log.ts'

export interface SupportParts {
  readonly engine: Engine
  readonly clock: Clock
  readonly random: Random
  readonly scratch: Scratch
  transactions(): Transactions
}

/** The database as a thing that can fail for a while. */
export function databaseSupport({ engine, clock, random, transactions }: SupportParts): Support {
  return {
    isAway: (error) => error instanceof StoreUnavailable || engine.isUnavailable(error),
    lost:
      engine.kind === 'postgres'
        ? 'PostgreSQL cannot be reached, or takes no writes: calls that need it are answered with status 503. Check that it runs, that its disk has room and that the network leads to it. The server goes on by itself.'
        : 'The database in the data folder cannot be written: calls that would change something are answered with status 503. Look at the disk: it may be full, read-only or broken. The server goes on by itself.',
    back: 'The database can be written again.',
    async attempt() {
      const now = clock.now()
      // A lease that ends at once: a write without consequences.
      const lease = { name: 'attempt', holder: random.uuid(), now, until: now }
      await transactions().transact(installation, (tx) => takeLease(tx, lease))
    },
  }
}

/** Bytes to write for finding out whether files can be written. */
const attemptBytes = 1024 * 1024

/** The data folder as a thing that can fail for a while. */
export function fileSupport({ scratch }: Pick<SupportParts, 'scratch'>): Support {
  return {
    isAway: isFileFault,
    lost: 'Files in the data folder cannot be written: uploads are answered with status 503. Look at the disk: it may be full, read-only or broken. The server goes on by itself.',
    back: 'Files in the data folder can be written again.',
    async attempt() {
      await using folder = await scratch.folder()
      await writeFile(join(folder.path, 'attempt'), Buffer.alloc(attemptBytes))
    },
  }
}

/** The object store as a thing that can fail for a while. */
export const bucketSupport = (blobs: BlobStore): Support => ({
  isAway: (error) => error instanceof BlobsAway,
  lost: 'The object store that TAGMA_BLOBS names cannot be reached, or refuses this server: files are answered with status 503. Check its address, its keys and the network. The server goes on by itself.',
  back: 'The object store can be reached again.',
  attempt: async () => void (await blobs.size('attempt')),
})
