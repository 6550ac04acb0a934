import type { Services } from '#call/services.ts'
import { findWork, type OrganizationWork } from '#store/notifying/waiting-work.ts'
import { hasOrganization } from '#store/organization/organizations.ts'
import type { Job } from './job.ts'
import type { Lease } from './lease.ts'

/** Organizations for which one slow job runs at the same time. */
const slowWidth = 8
/** Milliseconds that stopping waits for running jobs. */
const farewell = 3000

/** Jobs that run one after another. Lanes do not wait for each other. */
interface Lane {
  readonly jobs: readonly Job[]
  readonly width: number
  /** Undefined while the lane rests. */
  running?: Promise<void> | undefined
}

/** The moment and the process for which work is looked for. */
export const workFor = ({ time: { clock, processId } }: Services) => ({
  now: Math.floor(clock.now() / 1000),
  processId,
})

/** Runs jobs at their times, each for every organization. */
export class JobRunner {
  readonly #services: Services
  readonly #lanes: readonly Lane[]
  readonly #lease: Lease | undefined
  readonly #due = new Map<Job, number>()
  #isStopping = false
  #isLooking = false

  /** Jobs with `once` wait for the lease; without a lease, this process is the only one. */
  constructor(services: Services, jobs: readonly Job[], lease?: Lease) {
    this.#services = services
    this.#lanes = [
      { jobs: jobs.filter(({ isSlow }) => !isSlow), width: 1 },
      ...jobs.filter(({ isSlow }) => isSlow).map((job) => ({ jobs: [job], width: slowWidth })),
    ]
    this.#lease = lease
    // The first run comes after the first interval: a start has enough to do.
    for (const job of jobs) this.#due.set(job, services.time.clock.elapsed() + job.everySeconds * 1000)
  }

  /**
   * Runs the due jobs, and resolves when no job runs any more. Call it every second or so; running jobs are left alone.
   * `work` is what there is to do now; without it, it is found out.
   */
  async tick(work?: readonly OrganizationWork[]): Promise<void> {
    if (!this.#isLooking) {
      this.#isLooking = true
      try {
        await this.#begin(work)
      } finally {
        this.#isLooking = false
      }
    }
    await Promise.all(this.#lanes.map(async (lane) => lane.running))
  }

  /** Begins the due jobs of the lanes that rest. */
  async #begin(work: readonly OrganizationWork[] | undefined): Promise<void> {
    const now = this.#services.time.clock.elapsed()
    const isChosen = (await this.#lease?.isHeld()) ?? true
    const organizations = work ?? (await findWork(this.#services.data.db, workFor(this.#services)))
    for (const lane of this.#lanes) {
      if (lane.running || this.#isStopping) continue
      // A job of another process stays due here: a successor begins at once.
      const due = lane.jobs.filter((job) => (isChosen || !job.once) && (this.#due.get(job) ?? 0) <= now)
      if (due.length === 0) continue
      for (const job of due) this.#due.set(job, now + job.everySeconds * 1000)
      lane.running = this.#run(due, lane.width, organizations).finally(() => (lane.running = undefined))
    }
  }

  /** Begins no more jobs, waits a little for running ones, and gives up the lease. */
  async close(): Promise<void> {
    this.#isStopping = true
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, farewell)
    await Promise.race([Promise.allSettled(this.#lanes.map(async (lane) => lane.running)), timeout.promise])
    clearTimeout(timer)
    await this.#lease?.release()
  }

  async #run(jobs: readonly Job[], width: number, organizations: readonly OrganizationWork[]): Promise<void> {
    const waiting = organizations.values()
    const worker = async () => {
      for (const { id, waits } of waiting) {
        if (this.#isStopping) return
        const due = jobs.filter(({ awaits }) => awaits === undefined || waits.has(awaits))
        await this.#runFor(due, id)
      }
    }
    await Promise.all(Array.from({ length: width }, worker))
  }

  async #runFor(jobs: readonly Job[], organization: number): Promise<void> {
    for (const job of jobs) {
      try {
        const mayGoOn = () => !this.#isStopping && (!job.once || (this.#lease?.isCertain ?? true))
        await job.run(this.#services, organization, mayGoOn)
      } catch (err) {
        // A job before this one, or another process, has deleted it.
        if (await this.#isGone(organization)) return
        this.#services.log.error(
          { err, job: job.name, organization },
          'A job failed; it runs again at its next time.',
        )
      }
    }
  }

  /** Whether an organization was deleted. Nobody knows while the database cannot be reached. */
  #isGone(organization: number): Promise<boolean> {
    return hasOrganization(this.#services.data.db, organization).then(
      (isThere) => !isThere,
      () => false,
    )
  }
}
