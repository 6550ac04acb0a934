import { getBackupState } from '@tagma/contract/endpoints/backups/get-backup-state.ts'
import { handle } from '#call/call.ts'
import { lastBackup } from '../backup-note.ts'
import { lastProof } from '../last-proof.ts'

export const getBackupStateHandler = handle(getBackupState, async ({ services: { config } }) => {
  const note = lastBackup(config.dataDir)
  const proof = lastProof(config.dataDir)
  return {
    is_scheduled: config.backup.place !== undefined && config.backup.at !== undefined,
    made_timestamp: note?.made?.made_at ?? null,
    failed_timestamp: note?.problem === undefined ? null : note.ended_at,
    proved_timestamp: proof?.proved_at ?? null,
    proved_backup_timestamp: proof?.made_at ?? null,
  }
})
