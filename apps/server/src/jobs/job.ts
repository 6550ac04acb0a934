import type { Services } from '#call/services.ts'

/** Whether a run may begin another piece of its work: the process is not stopping, and no other has taken its place. */
export type MayGoOn = () => boolean

/** Work that is done at its time rather than at somebody's request. */
export interface Job {
  readonly name: string
  /** Seconds between runs. */
  readonly everySeconds: number
  /** Whether only one process of an installation runs it at a time; otherwise each process runs it for itself. */
  readonly once: boolean
  /** Whether it waits for other machines, which may be away: then it runs beside the other jobs rather than among them. */
  readonly isSlow?: true
  /** Does what is due for an organization. What it throws is logged, and the job runs again at its next time. */
  run(services: Services, organizationId: number, mayGoOn?: MayGoOn): Promise<void>
}
