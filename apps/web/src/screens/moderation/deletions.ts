import type { Answer } from '@tagma/contract/define.ts'
import type { getDeletedMessages } from '@tagma/contract/endpoints/messages/get-deleted-messages.ts'

/** A message that somebody deleted from a channel. */
export type Deletion = Answer<typeof getDeletedMessages>['deleted_messages'][number]

/** Deletions as far as they were fetched, the newest first. */
export interface FetchedDeletions {
  readonly rows: readonly Deletion[]
  readonly hasOlder: boolean
}

/** Joins the newest deletions, `most` at a time, with those that are there; without those behind a gap. */
export function withNewest(
  before: FetchedDeletions,
  newest: readonly Deletion[],
  most: number,
): FetchedDeletions {
  const last = newest.at(-1)
  if (!last || newest.length < most) return { rows: newest, hasOlder: false }
  const older = before.rows.filter(({ id }) => id < last.id)
  const isJoined = before.rows.some(({ id }) => id >= last.id)
  return isJoined && older.length > 0
    ? { rows: [...newest, ...older], hasOlder: before.hasOlder }
    : { rows: newest, hasOlder: true }
}

/** Adds the deletions before those that are there. */
export const withOlder = (
  { rows }: FetchedDeletions,
  older: readonly Deletion[],
  most: number,
): FetchedDeletions => ({ rows: [...rows, ...older], hasOlder: older.length === most })

/** In seconds: deletions of one person in one topic, no further apart than this, are one act. */
const apart = 15

/** Groups deletions, the newest first, by acts: a topic that somebody deleted is one act. */
export function actsOf(rows: readonly Deletion[]): readonly (readonly [Deletion, ...Deletion[]])[] {
  const acts: [Deletion, ...Deletion[]][] = []
  for (const row of rows) {
    const act = acts.at(-1)
    const before = act?.at(-1)
    if (
      act &&
      before &&
      before.channel_id === row.channel_id &&
      before.topic === row.topic &&
      before.deleted_by === row.deleted_by &&
      before.deleted_at - row.deleted_at <= apart
    )
      act.push(row)
    else acts.push([row])
  }
  return acts
}
