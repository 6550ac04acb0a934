import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { whereMissing } from '#model/where-missing.ts'

/** The newest backup that was restored with success; times are UNIX seconds. */
const backupProof = z.object({ folder: z.string(), made_at: z.int(), proved_at: z.int() })
type BackupProof = z.output<typeof backupProof>

const noteOf = (dataDir: string) => join(dataDir, 'proved-backup.json')

/** Returns the proof of the newest backup, or undefined. */
export function lastProof(dataDir: string): BackupProof | undefined {
  try {
    return backupProof.safeParse(JSON.parse(readFileSync(noteOf(dataDir), 'utf8'))).data
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    return whereMissing(error)
  }
}

/** Notes a proof, unless a newer backup was proven. */
export function noteProof(dataDir: string, proof: BackupProof): void {
  if ((lastProof(dataDir)?.made_at ?? 0) > proof.made_at) return
  writeFileSync(noteOf(dataDir), `${JSON.stringify(proof)}\n`, { mode: 0o600 })
}
