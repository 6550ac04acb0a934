import type { Services } from '#server/call.ts'
import { listOrganizations } from '#store/organizations.ts'
import type { Job } from './job.ts'

/** Runs jobs at their times, each for every organization, one after another. */
export class JobRunner {
  readonly #services: Services
  readonly #jobs: readonly Job[]
  readonly #due = new Map<Job, number>()
  #running: Promise<void> = Promise.resolve()

  constructor(services: Services, jobs: readonly Job[]) {
    this.#services = services
    this.#jobs = jobs
    // The first run comes after the first interval: starting is busy enough.
    for (const job of jobs) this.#due.set(job, services.clock.now() + job.everySeconds * 1000)
  }

  /** Runs what is due. Called every second or so; a call while jobs run waits for them. */
  tick(): Promise<void> {
    const now = this.#services.clock.now()
    const due = this.#jobs.filter((job) => (this.#due.get(job) ?? 0) <= now)
    for (const job of due) this.#due.set(job, now + job.everySeconds * 1000)
    if (due.length === 0) return this.#running
    const run = this.#running.then(() => this.#run(due))
    // A run that fails does not keep the next one from beginning.
    this.#running = run.catch(() => {})
    return run
  }

  async #run(jobs: readonly Job[]): Promise<void> {
    for (const { id } of await listOrganizations(this.#services.db)) {
      for (const job of jobs) {
        try {
          await job.run(this.#services, id)
        } catch (error) {
          this.#services.log.error(
            { err: error, job: job.name, organization: id },
            'A job failed; it runs again at its next time.',
          )
        }
      }
    }
  }
}
