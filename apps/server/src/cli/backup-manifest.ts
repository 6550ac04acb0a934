import * as z from 'zod'

/** A backup is a folder: the data folder's files in `data`, and the list of them, which is written last. */
export const dataName = 'data'
export const manifestName = 'manifest.jsonl'

/** First line of a manifest. */
export const backupHead = z.object({
  format: z.literal('tagma-backup'),
  version: z.literal(1),
  made_at: z.int(),
  made_by: z.string(),
})

/** A line for each file. The path is below `data`, with `/` between its parts. */
export const backupFile = z.object({
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export type BackupFile = z.output<typeof backupFile>

/** Last line: a manifest without it was cut off. Backups of earlier versions do not count rows. */
export const backupEnd = z.object({
  files: z.int().nonnegative(),
  tables: z.record(z.string(), z.int().nonnegative()).optional(),
})

export type BackupHead = z.output<typeof backupHead>
export type BackupEnd = z.output<typeof backupEnd>
