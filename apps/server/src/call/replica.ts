import { setTimeout } from 'node:timers/promises'
import type { Config } from '#config/config.ts'
import { ConfigError } from '#config/values.ts'
import { Refusal } from '#model/refusal.ts'
import type { Clock } from '#ports/clock.ts'
import type { Log } from '#ports/log.ts'
import type { Engine } from '#store/engines/engine.ts'
import { linePatience } from '#store/engines/postgres-lines.ts'
import { openPostgres } from '#store/engines/postgres.ts'
import { hasReached, type Standing, standingOf } from '#store/search/standing.ts'
import type { Data } from './services.ts'

/** Handles that read the same database: for short reads, and for reads that may take long. */
export type Readers = Pick<Data, 'db' | 'searcher'>

/** Milliseconds that a read waits for the replica to have what the primary has. */
const patience = 500
const step = 10
/** Milliseconds without the replica after it failed or was late. */
const rest = 5000

class ReplicaLate extends Error {
  override readonly name = 'ReplicaLate'
}

interface ReplicaParts {
  readonly primary: Engine
  readonly replica: Engine
  readonly clock: Clock
  readonly log: Log
  /** Waits for milliseconds. */
  readonly pause: (milliseconds: number) => Promise<void>
}

/**
 * A replica of the database that answers long reads in place of the primary (DATABASE_READ_URL).
 *
 * A read asks the primary for the organization's standing, waits until the replica has it, and reads there. So callers
 * never miss a commit that was made before they asked. When the replica is late, away or another database, the primary
 * answers, and goes on doing so for some seconds: only the first of many callers waits in vain.
 *
 * The work of a read may run twice, so it must only read.
 */
export class Replica {
  readonly #parts: ReplicaParts
  readonly #primary: Readers
  readonly #copy: Readers
  #restsUntil = 0
  #isCompared = false
  #isAway = false

  constructor(parts: ReplicaParts) {
    this.#parts = parts
    this.#primary = { db: parts.primary.reader, searcher: parts.primary.searcher }
    this.#copy = { db: parts.replica.reader, searcher: parts.replica.searcher }
  }

  /** Reads on the replica if it has what the primary has now, otherwise on the primary. */
  async read<T>(organizationId: number, work: (readers: Readers) => Promise<T>): Promise<T> {
    if (this.#parts.clock.elapsed() < this.#restsUntil) return work(this.#primary)
    const wanted = await standingOf(this.#primary.db, organizationId)
    try {
      await this.#wait(organizationId, wanted)
      const answer = await work(this.#copy)
      this.#noteAnswer()
      return answer
    } catch (error) {
      if (error instanceof Refusal) throw error
      this.#noteFailure(error)
    }
    return work(this.#primary)
  }

  /** Throws a ConfigError if the replica is another database. One that cannot be asked now is compared later. */
  async start(): Promise<void> {
    try {
      await this.#compare()
    } catch (error) {
      if (error instanceof ConfigError) throw error
      this.#noteFailure(error)
    }
  }

  close(): Promise<void> {
    return this.#parts.replica.close()
  }

  async #wait(organizationId: number, wanted: Standing): Promise<void> {
    const { clock, pause } = this.#parts
    const end = clock.elapsed() + patience
    const arrival = async () => {
      if (!this.#isCompared) await this.#compare()
      while (clock.elapsed() < end) {
        if (hasReached(await standingOf(this.#copy.db, organizationId), wanted)) return true
        await pause(step)
      }
      return false
    }
    // A connection that hangs gives no answer at all.
    const late = pause(patience).then(() => false)
    if (!(await Promise.race([arrival(), late])))
      throw new ReplicaLate(`It does not have the newest data after ${patience} ms.`)
  }

  async #compare(): Promise<void> {
    await requireReplica(this.#parts)
    this.#isCompared = true
  }

  #noteAnswer(): void {
    if (!this.#isAway) return
    this.#isAway = false
    this.#parts.log.info({}, 'The replica answers again.')
  }

  #noteFailure(error: unknown): void {
    const { clock, log } = this.#parts
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof ConfigError) {
      this.#restsUntil = Infinity
      log.error({}, `${reason} It is not used until the server starts again.`)
      return
    }
    this.#restsUntil = clock.elapsed() + rest
    if (this.#isAway) return
    this.#isAway = true
    log.warn(
      { reason },
      'The replica that DATABASE_READ_URL names is late or cannot be asked: DATABASE_URL answers in its place. Check that it runs and follows. The server goes on by itself.',
    )
  }
}

/** Throws a ConfigError if an engine does not read a copy of the primary. */
export async function requireReplica({
  primary,
  replica,
}: Pick<ReplicaParts, 'primary' | 'replica'>): Promise<void> {
  const [ours, theirs] = await Promise.all([primary.identity(), replica.identity()])
  if (ours !== theirs)
    throw new ConfigError(
      'DATABASE_READ_URL names no replica of the database that DATABASE_URL names. It has to be a physical copy (streaming replication), with the same database and the same schema.',
    )
}

/** Opens the database that DATABASE_READ_URL names; undefined without it. */
export const openReadEngine = async ({
  databaseReadUrl,
}: Pick<Config, 'databaseReadUrl'>): Promise<Engine | undefined> =>
  databaseReadUrl === undefined
    ? undefined
    : // The primary can answer instead, so silence counts sooner.
      openPostgres({ url: databaseReadUrl, patience: { ...linePatience, silence: 1000, connect: 1000 } })

/**
 * Opens the replica, if the settings name one, and compares it with the primary. If it is another database, closes both
 * and throws a ConfigError: the server does not start.
 */
export async function openReplica(
  config: Pick<Config, 'databaseReadUrl'>,
  parts: Pick<ReplicaParts, 'primary' | 'clock' | 'log'>,
): Promise<Replica | undefined> {
  const engine = await openReadEngine(config)
  if (!engine) return undefined
  const pause = (milliseconds: number) => setTimeout(milliseconds, undefined, { ref: false })
  const replica = new Replica({ ...parts, replica: engine, pause })
  try {
    await replica.start()
  } catch (error) {
    await replica.close()
    await parts.primary.close()
    throw error
  }
  return replica
}
