import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { type BackupNote, lastBackup } from '#areas/backups/backup-note.ts'
import type { Log } from '#ports/log.ts'

/** Seconds of a day. */
const day = 86_400
/** Seconds between a failed backup and the next try. */
const retry = 3600

/**
 * Tells whether a backup is due: `at` is in minutes of the day, `now` in UNIX seconds. The first is due at once; later ones
 * if none was begun since the last time of the day, or if that one failed an hour ago.
 */
export function isBackupDue(note: BackupNote | undefined, at: number, now: number): boolean {
  if (!note) return true
  if (note.begun_at < lastTime(at, now)) return true
  return note.problem !== undefined && now - note.ended_at >= retry
}

/** The last time of the day at which a backup should have begun, in UNIX seconds. */
function lastTime(at: number, now: number): number {
  const today = now - (now % day) + at * 60
  return today <= now ? today : today - day
}

/** Needs of the schedule from outside. */
interface Surroundings {
  readonly dataDir: string
  /** Name of the place, as notes have it. */
  readonly to: string
  readonly at: number
  /** UNIX seconds. */
  now(): number
  /** True if no other process of the installation makes backups. */
  mayRun(): Promise<boolean>
  /** Makes a backup, unless there is one since then; resolves with its complaint if it failed, else with undefined. */
  run(since: number): Promise<string | undefined>
  readonly log: Pick<Log, 'info' | 'error'>
}

/** Makes backups at the set time of the day, one at a time. */
export class BackupSchedule {
  readonly #around: Surroundings
  #running: Promise<void> | undefined
  #failedAt = -retry

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Begins a backup if one is due. */
  tick(): void {
    this.#running ??= this.#runIfDue().finally(() => (this.#running = undefined))
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Resolves when no backup is running. */
  async settled(): Promise<void> {
    await this.#running
  }

  async #runIfDue(): Promise<void> {
    const { dataDir, to, at, now, mayRun, run, log } = this.#around
    try {
      const note = lastBackup(dataDir)
      // The note is missing if a try was ended before it could write one.
      if (now() - this.#failedAt < retry || !isBackupDue(note?.to === to ? note : undefined, at, now()))
        return
      if (!(await mayRun())) return
      const failure = await run(lastTime(at, now()))
      if (failure === undefined) {
        log.info({ snapshot: lastBackup(dataDir)?.made?.snapshot }, 'A backup was made.')
        return
      }
      this.#failedAt = now()
      log.error(
        { reason: failure },
        'The backup failed; the next try is in an hour. The earlier snapshots are whole.',
      )
    } catch (error) {
      this.#failedAt = now()
      log.error({ err: error }, 'The backup could not be begun; the next try is in an hour.')
    }
  }
}

/** Characters of a failed command's output that are kept. */
const longestReason = 2000

/** Runs `tagma backup` in a process of its own, with low priority. Ends with this process's signal. */
export function runBackupCommand(): {
  readonly run: (since: number) => Promise<string | undefined>
  readonly stop: () => void
} {
  const [, main = ''] = process.argv
  let child: ReturnType<typeof spawn> | undefined
  return {
    run: (since) =>
      new Promise((resolve, reject) => {
        const started = spawn(
          process.execPath,
          [...process.execArgv, main, 'backup', '--unless-since', String(since)],
          {
            stdio: ['ignore', 'ignore', 'pipe'],
          },
        )
        child = started
        if (started.pid !== undefined) setPriority(started.pid, 10)
        let said = ''
        started.stderr.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-longestReason)))
        started.once('error', reject)
        started.once('close', (code, signal) => {
          child = undefined
          const reason = said.split('\n').findLast((line) => line.startsWith('tagma: ')) ?? said.trim()
          resolve(code === 0 ? undefined : reason || `ended by ${signal ?? `code ${code}`}`)
        })
      }),
    stop: () => child?.kill('SIGTERM'),
  }
}
