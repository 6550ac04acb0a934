import {
  type CopiedBlock,
  keyOf,
  type Row,
  type RowSource,
  type RowTarget,
  type TableShape,
} from './row-store.ts'
import { lineOf, RowSum } from './row-sums.ts'

/** Rows in a block: what is compared, and after a kill copied again, at once. */
const rowsInBlock = 10_000

/** A table in both databases. */
export interface ComparedTable {
  readonly table: string
  readonly rows: number
  readonly sum: string
  /** False if the target has other rows. */
  readonly isEqual: boolean
}

/** Thrown for a text that the target cannot keep. */
export class UnfitText extends Error {
  override readonly name = 'UnfitText'
}

/**
 * Brings a table of the target to the state of the source. Blocks whose rows have not changed since they were copied are
 * only read. Returns the number of rows that were written.
 */
export async function copyTable(source: RowSource, target: RowTarget, table: TableShape): Promise<number> {
  return source.atOnce(async () => {
    const blocks = await target.blocks(table)
    const changed = await changedBlocks(source, table, blocks)
    let written = 0
    if (changed.length > 0)
      await target.write(async () => {
        // All go before any comes: a name may have moved from a row of one block to a row of another.
        for (const { after, block } of changed) await target.remove(table, { after, upTo: block.last })
        for (const { after, block } of changed) {
          const rows = await rowsIn(source, table, { after, upTo: block.last })
          requireFit(target, table, rows)
          await target.insert(table, rows)
          await target.noteBlock(table, { ...block, rows: rows.length, sum: sumOf(rows).hex })
          written += rows.length
        }
      })
    let after = blocks.at(-1)?.last
    for (let number = blocks.length; ; number++) {
      const rows = await source.page(table, { after }, rowsInBlock)
      const last = rows.at(-1)
      if (!last) return written
      requireFit(target, table, rows)
      const block = { number, last: keyOf(table, last), rows: rows.length, sum: sumOf(rows).hex }
      await target.write(async () => {
        await target.insert(table, rows)
        await target.noteBlock(table, block)
      })
      written += rows.length
      after = block.last
    }
  })
}

async function changedBlocks(source: RowSource, table: TableShape, blocks: readonly CopiedBlock[]) {
  const changed = []
  let after: Row | undefined
  for (const block of blocks) {
    const sum = sumOf(await rowsIn(source, table, { after, upTo: block.last }))
    if (sum.hex !== block.sum || sum.rows !== block.rows) changed.push({ after, block })
    after = block.last
  }
  return changed
}

/** Rows of a block, which may have grown since it was copied. */
const rowsIn = (source: RowSource, table: TableShape, range: { after: Row | undefined; upTo: Row }) =>
  source.page(table, range, Number.MAX_SAFE_INTEGER)

function sumOf(rows: readonly Row[]): RowSum {
  const sum = new RowSum()
  for (const row of rows) sum.add(lineOf(row))
  return sum
}

/** PostgreSQL keeps no NUL in texts. */
function requireFit(target: RowTarget, table: TableShape, rows: readonly Row[]): void {
  if (target.kind !== 'postgres') return
  for (const row of rows)
    for (const [index, value] of row.entries())
      if (typeof value === 'string' && value.includes('\0'))
        throw new UnfitText(
          `${table.name} has a NUL character in ${table.columns[index] ?? ''} of ${lineOf(keyOf(table, row))}, which PostgreSQL cannot keep. Edit or delete it first.`,
        )
}

/** Reads a table from both databases and compares all of its rows. */
export async function compareTable(
  source: RowSource,
  target: RowSource,
  table: TableShape,
): Promise<ComparedTable> {
  const [from, to] = [await sumOfTable(source, table), await sumOfTable(target, table)]
  return {
    table: table.name,
    rows: from.rows,
    sum: from.hex,
    isEqual: from.hex === to.hex && from.rows === to.rows,
  }
}

/** Count and sum of all rows of a table. */
export async function sumOfTable(source: RowSource, table: TableShape): Promise<RowSum> {
  const sum = new RowSum()
  for await (const rows of pagesOf(source, table)) for (const row of rows) sum.add(lineOf(row))
  return sum
}

/** Yields all rows of a table, some at a time. */
export async function* pagesOf(source: RowSource, table: TableShape, where?: string): AsyncGenerator<Row[]> {
  let after: Row | undefined
  for (;;) {
    const rows = await source.page(table, { after, where }, rowsInBlock)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = keyOf(table, last)
  }
}
