import { lastBackup } from '#areas/backups/backup-note.ts'
import { Repository } from '#areas/backups/repository.ts'
import { nameOfPlace } from '#config/backup.ts'
import type { Config } from '#config/config.ts'
import { systemClock } from '#ports/clock.ts'
import { Complaint } from './explain.ts'
import { openPlace } from './make-snapshot.ts'

/** Seconds after which a daily backup is missing. */
const isLate = 2 * 86_400

/** Says when the last snapshot was made, and looks whether it is still there. */
export async function probeSnapshots(config: Config): Promise<string> {
  const { place, at } = config.backup
  if (!place) throw new Error('There is a place of backups')
  const to = nameOfPlace(place)
  const note = lastBackup(config.dataDir)
  const { made, problem } = note?.to === to ? note : {}
  const before = made ? ` The last snapshot there is ${made.snapshot}.` : ''
  if (problem !== undefined) throw new Complaint(`The last backup to ${to} failed: ${problem}${before}`)
  if (!made) return `No backup was made to ${to} yet: run \`tagma backup\`.`
  const { snapshots } = await (await Repository.open(openPlace(place, config))).inventory()
  if (!snapshots.includes(made.snapshot))
    throw new Complaint(
      `Snapshot ${made.snapshot}, which was made last, is not in ${to} any more. Look who deletes there, and run \`tagma backup\`.`,
    )
  if (at !== undefined && systemClock.now() / 1000 - made.made_at > isLate)
    throw new Complaint(
      `The last backup to ${to} is ${made.snapshot}, although TAGMA_BACKUP_AT wants one each day. Is the server running?`,
    )
  return `The last backup is ${made.snapshot} in ${to}, one of ${snapshots.length}.`
}
