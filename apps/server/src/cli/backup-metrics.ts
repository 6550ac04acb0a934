import { lastBackup } from '#areas/backups/backup-note.ts'
import { lastProof } from '#areas/backups/last-proof.ts'
import type { Gauge } from '#http/metrics.ts'

/** Measurements of the last backups of a data folder. 0 if nothing was made. */
export const backupMetrics = (dataDir: string): Gauge[] => [
  {
    name: 'tagma_backup_last_success_seconds',
    help: 'UNIX time of the last backup that was made.',
    value: () => lastBackup(dataDir)?.made?.made_at ?? 0,
  },
  {
    name: 'tagma_backup_failed',
    help: '1 if the last try of a backup failed.',
    value: () => (lastBackup(dataDir)?.problem === undefined ? 0 : 1),
  },
  {
    name: 'tagma_backup_bytes',
    help: 'Bytes that the last snapshot needs.',
    value: () => lastBackup(dataDir)?.made?.bytes ?? 0,
  },
  {
    name: 'tagma_backup_added_bytes',
    help: 'Bytes that were not in an earlier snapshot.',
    value: () => lastBackup(dataDir)?.made?.added ?? 0,
  },
  {
    name: 'tagma_backup_duration_seconds',
    help: 'Time that the last backup took.',
    value: () => lastBackup(dataDir)?.made?.seconds ?? 0,
  },
  {
    name: 'tagma_backup_last_verified_seconds',
    help: 'UNIX time of the newest backup that was restored and compared.',
    value: () => lastProof(dataDir)?.made_at ?? 0,
  },
]
