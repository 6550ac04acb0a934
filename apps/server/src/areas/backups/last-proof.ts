import { join } from 'node:path'
import * as z from 'zod'
import { readNote, writeNote } from './note-file.ts'

/** The newest backup that was restored with success; times are UNIX seconds. */
const backupProof = z.object({ folder: z.string(), made_at: z.int(), proved_at: z.int() })
type BackupProof = z.output<typeof backupProof>

const noteOf = (dataDir: string) => join(dataDir, 'proved-backup.json')

/** Returns the proof of the newest backup, or undefined. */
export const lastProof = (dataDir: string): BackupProof | undefined => readNote(noteOf(dataDir), backupProof)

/** Notes a proof, unless a newer backup was proven. */
export function noteProof(dataDir: string, proof: BackupProof): void {
  if ((lastProof(dataDir)?.made_at ?? 0) <= proof.made_at) writeNote(noteOf(dataDir), proof)
}
