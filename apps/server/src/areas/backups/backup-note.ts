import { join } from 'node:path'
import * as z from 'zod'
import { readNote, writeNote } from './note-file.ts'

/** The last backups of this data folder; times are UNIX seconds. */
const backupNote = z.object({
  /** Place of the backups, without keys. */
  to: z.string(),
  begun_at: z.int(),
  ended_at: z.int(),
  /** Reason why the last one failed. */
  problem: z.string().optional(),
  /** The last one that was made. */
  made: z
    .object({ snapshot: z.string(), made_at: z.int(), bytes: z.int(), added: z.int(), seconds: z.number() })
    .optional(),
})
export type BackupNote = z.output<typeof backupNote>

const noteIn = (dataDir: string) => join(dataDir, 'last-backup.json')

/** Returns the note of the last backup, or undefined. */
export const lastBackup = (dataDir: string): BackupNote | undefined => readNote(noteIn(dataDir), backupNote)

/** Notes how a backup ended. What was made before, at the same place, stays noted. */
export function noteBackup(dataDir: string, note: BackupNote): void {
  const before = lastBackup(dataDir)
  const made = note.made ?? (before?.to === note.to ? before.made : undefined)
  writeNote(noteIn(dataDir), { ...note, made })
}
