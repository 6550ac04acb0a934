import * as z from 'zod'

/** Name of the format, in the first entry of every complete archive. */
export const archiveFormat = 'tagma-archive'

/** `archive.json`, the first entry. */
export const archiveHead = z.object({
  format: z.literal(archiveFormat),
  version: z.literal(1),
  /** UNIX seconds. */
  made_at: z.int(),
  /** Version of Tagma. */
  made_by: z.string(),
  /** Migrations that made the tables. */
  steps: z.array(z.string()),
  organization: z.object({ id: z.int(), uuid: z.string(), subdomain: z.string(), name: z.string() }),
  /** For each table, in the order of the entries, its columns in the order of the values. */
  tables: z.record(z.string(), z.array(z.string())),
})
export type ArchiveHead = z.output<typeof archiveHead>

/** `manifest.json`, the last entry. */
export const archiveManifest = z.object({
  /** For each table count and sum of its rows; see the guide. */
  tables: z.record(z.string(), z.object({ rows: z.int(), sum: z.string() })),
  /** For each entry its bytes and hash. */
  entries: z.record(z.string(), z.object({ bytes: z.int(), sha256: z.string() })),
})
export type ArchiveManifest = z.output<typeof archiveManifest>

/** A line of `files.jsonl`: where a file is kept, and the hash under which it is in the archive. */
export const archiveFile = z.object({
  key: z.string().regex(/^\d+\/[\w./-]+$/),
  size: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
