import type { Services } from '#call/services.ts'
import type { WorkKind } from '#store/notifying/waiting-work.ts'

/** Tells whether a run may begin its next piece of work: the process is not stopping, and no other has taken over. */
export type MayGoOn = () => boolean

/** Work at fixed times, without a request. */
export interface Job {
  readonly name: string
  /** Seconds between runs. */
  readonly everySeconds: number
  /** True if only one process of an installation runs it at a time; false if each process runs it for itself. */
  readonly once: boolean
  /** True if it waits for other machines, which may be away: it then runs beside the other jobs. */
  readonly isSlow?: true
  /** Work without which a run would do nothing: it then takes place only where there is some. */
  readonly awaits?: WorkKind
  /** Does the due work for an organization. Errors are logged, and the job runs again at its next time. */
  run(services: Services, organizationId: number, mayGoOn?: MayGoOn): Promise<void>
}
