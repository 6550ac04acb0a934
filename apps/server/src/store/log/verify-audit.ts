import type { Db } from '#store/sql/db.ts'
import {
  type AuditLogRow,
  type AuditPlace,
  digestOf,
  findAuditChain,
  readAuditRows,
  start,
} from './audit-log.ts'

/** Result of reading a chain from end to end. */
export interface AuditVerdict {
  /** Rows read. */
  readonly rows: number
  readonly newest: AuditPlace
  /** Sentences for people, the first ones in the order of the chain; empty if the chain is whole. */
  readonly problems: readonly string[]
}

/** Problems that are put into words; a chain with a hole at its beginning would have one for each row. */
const mostProblems = 20

const pageSize = 1000

/**
 * Reads an organization's audit log from end to end and finds rows that were changed, removed, put in or moved. With
 * `known`, a place that somebody has kept elsewhere, also finds a chain that was computed again. `db` has to read one state of the
 * database: rows that are written meanwhile would not fit to the end that was read.
 */
export async function verifyAudit(db: Db, organizationId: number, known?: AuditPlace): Promise<AuditVerdict> {
  const { newest, forgotten } = await findAuditChain(db, organizationId)
  const problems: string[] = []
  let before = forgotten
  let after = Number.MIN_SAFE_INTEGER
  let lastForgotten = start
  let rows = 0
  let isKnownMet = known === undefined || samePlace(known, forgotten)
  for (;;) {
    const page = await readAuditRows(db, organizationId, { after, limit: pageSize })
    for (const row of page) {
      after = row.number
      if (row.number <= forgotten.number) {
        problems.push(`Row ${row.number} was put in: rows up to ${forgotten.number} were forgotten.`)
        continue
      }
      if (row.number !== before.number + 1) problems.push(missing(before.number + 1, row.number - 1))
      else if (digestOf(before.digest, row) !== row.digest)
        problems.push(
          `Row ${row.number} does not follow from row ${before.number}: one of the two was changed, put in or moved.`,
        )
      if (row.action === 'audit.forgotten') lastForgotten = placeOf(row)
      before = row
      if (known && samePlace(known, row)) isKnownMet = true
    }
    rows += page.length
    if (page.length < pageSize || problems.length >= mostProblems) break
  }
  if (problems.length < mostProblems) {
    if (!samePlace(lastForgotten, forgotten))
      problems.push(`No row says that the rows up to ${forgotten.number} were forgotten: some were removed.`)
    if (before.number < newest.number) problems.push(missing(before.number + 1, newest.number))
    else if (!samePlace(before, newest))
      problems.push(`Row ${before.number} is not the end that was noted for the log: row ${newest.number}.`)
    if (known && !isKnownMet)
      problems.push(
        known.number <= forgotten.number
          ? `Row ${known.number} was forgotten because of its age: compare a newer one.`
          : `Row ${known.number} does not have the digest ${known.digest} any more: the log was written again.`,
      )
  }
  return { rows, newest, problems: problems.slice(0, mostProblems) }
}

/** The place that a row about forgotten rows tells of. */
function placeOf({ detail }: AuditLogRow): AuditPlace {
  const { through, digest } = JSON.parse(detail) as { through: number; digest: string }
  return { number: through, digest }
}

const samePlace = (a: AuditPlace, b: AuditPlace) => a.number === b.number && a.digest === b.digest

const missing = (first: number, last: number) =>
  first === last ? `Row ${first} is missing.` : `Rows ${first} to ${last} are missing.`
