import * as z from 'zod'

const count = z.int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const name = sha256

/** `repository.json`: says what a place is, and which keys open its snapshots. */
export const repositoryHead = z.object({
  format: z.literal('tagma-repository'),
  version: z.literal(1),
  id: z.string(),
  recipients: z.array(z.string()),
})
export type RepositoryHead = z.output<typeof repositoryHead>

/** A file of a repository as it lies there: sealed, if it is. */
export const storedFile = z.object({ name, bytes: count, sha256 })
export type StoredFile = z.output<typeof storedFile>

/** First line of `objects.jsonl`, which is written last and is never sealed. */
export const objectsHead = z.object({
  format: z.literal('tagma-objects'),
  version: z.literal(1),
  made_at: count,
  manifest: z.object({ bytes: count, sha256 }),
})
export type ObjectsHead = z.output<typeof objectsHead>
export const objectsEnd = z.object({ objects: count })

/** First line of a manifest. */
export const manifestHead = z.object({
  format: z.literal('tagma-snapshot'),
  version: z.literal(1),
  made_at: count,
  made_by: z.string(),
  steps: z.array(z.string()),
})
export type ManifestHead = z.output<typeof manifestHead>

/** Rows in the order of the key; the digest of a part is that of its lines. */
export const savedTable = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  key: z.array(z.string()),
  rows: count,
  sum: z.string(),
  parts: z.array(z.object({ name, sha256, rows: count })),
})
export type SavedTable = z.output<typeof savedTable>

/** True for a path that stays below the folder where it begins. */
function isBelow(path: string): boolean {
  return !/[\0\\]/.test(path) && path.split('/').every((part) => !['', '.', '..'].includes(part))
}

/** A file of the data folder, or `uploads/` and the key of a blob. */
export const savedFile = z.object({
  path: z.string().refine(isBelow),
  bytes: count,
  sha256,
  name,
})
export type SavedFile = z.output<typeof savedFile>

/** Last line of a manifest. */
export const manifestEnd = z.object({
  tables: count,
  files: count,
  last_ids: z.record(z.string(), count),
})
export type ManifestEnd = z.output<typeof manifestEnd>

/** Time of a snapshot as its name, such as 20261122T031500Z. */
export const snapshotName = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** UNIX seconds of a snapshot's name. */
export function timeOfSnapshot(snapshot: string): number {
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(snapshot) ?? []
  return Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) / 1000
}
