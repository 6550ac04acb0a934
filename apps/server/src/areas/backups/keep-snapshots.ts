import type { Repository } from './repository.ts'
import { timeOfSnapshot } from './snapshot-records.ts'

/** Number of days, weeks and months of which the newest snapshot is kept. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

/** Seconds before the newest snapshot in which all are kept: somebody may have made one before an upgrade. */
const lately = 86_400

/** Chooses the snapshots to keep. The newest is always kept, and all of the day before it. Days, weeks (from Monday) and months are those of UTC. */
export function chooseKept(snapshots: readonly string[], { days, weeks, months }: KeepRule): Set<string> {
  const newestFirst = snapshots.toSorted().toReversed()
  const newest = timeOfSnapshot(newestFirst[0] ?? '')
  const kept = new Set(newestFirst.filter((snapshot) => timeOfSnapshot(snapshot) > newest - lately))
  const keep = (most: number, periodOf: (snapshot: string) => number | string) => {
    const periods = new Set<number | string>()
    for (const snapshot of newestFirst) {
      const period = periodOf(snapshot)
      if (periods.has(period)) continue
      if (periods.size === most) return
      periods.add(period)
      kept.add(snapshot)
    }
  }
  const dayOf = (snapshot: string) => Math.floor(timeOfSnapshot(snapshot) / 86_400)
  keep(days, dayOf)
  // The first of January 1970 was a Thursday.
  keep(weeks, (snapshot) => Math.floor((dayOf(snapshot) + 3) / 7))
  keep(months, (snapshot) => snapshot.slice(0, 6))
  return kept
}

/**
 * Deletes snapshots that the rule does not keep, interrupted ones, and stored files that no snapshot needs. Nobody else may
 * be writing. Returns the numbers of deleted snapshots and files.
 */
export async function pruneSnapshots(
  repository: Repository,
  rule: KeepRule,
): Promise<{ snapshots: number; files: number }> {
  const { blobs } = repository.place
  const { snapshots, halves, files } = await repository.inventory()
  const kept = chooseKept(snapshots, rule)
  const needed = new Set<string>()
  // Read before anything is deleted: a damaged list ends it here.
  for (const snapshot of kept)
    for (const { name } of (await repository.objects(snapshot)).files) needed.add(name)
  const gone = snapshots.filter((snapshot) => !kept.has(snapshot))
  await blobs.remove(gone.map((snapshot) => repository.objectsKey(snapshot)))
  await blobs.remove([...gone, ...halves].map((snapshot) => repository.manifestKey(snapshot)))
  const unneeded = [...files.keys()].filter((name) => !needed.has(name))
  for (let from = 0; from < unneeded.length; from += 100)
    await blobs.remove(unneeded.slice(from, from + 100).map((name) => repository.keyOf(name)))
  return { snapshots: gone.length, files: unneeded.length }
}
