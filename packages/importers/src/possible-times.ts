import type { Losses } from './losses.ts'
import type { ImportRecord } from './record.ts'

/** Times of records but those of presence and `sentAt`, which the loader mends itself. */
const columns = new Set(['createdAt', 'joinedAt', 'editedAt', 'movedAt', 'deliverAt', 'at'])
/** The last second of 32 bits, in 2106. Later ones fit into no database. */
const latest = 0xffff_ffff

const isPossible = (seconds: number): boolean => seconds >= 0 && seconds <= latest

/** Returns a record without times before 1970 or after 2106; counts those that it changes, if `losses` are given. */
export function withPossibleTimes(record: ImportRecord, losses?: Losses): ImportRecord {
  if (record.t === 'received' || record.t === 'unread' || record.t === 'subscription') return record
  let mended: Record<string, unknown> | undefined
  for (const [column, value] of Object.entries(record)) {
    if (typeof value !== 'number' || !columns.has(column) || isPossible(value)) continue
    losses?.mend(`${record.t} records`, 'time_impossible', 'state', `${column} ${value}`)
    mended = { ...mended, [column]: value > 0 ? latest : 0 }
  }
  const changed = (mended ? { ...record, ...mended } : record) as ImportRecord
  if (changed.t !== 'message' || changed.changes.every(({ at }) => isPossible(at))) return changed
  losses?.mend('message records', 'time_impossible', 'state', `change of ${changed.key}`)
  return {
    ...changed,
    changes: changed.changes.map((change) => ({ ...change, at: Math.min(Math.max(change.at, 0), latest) })),
  }
}
