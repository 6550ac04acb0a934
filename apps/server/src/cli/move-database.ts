import { type ComparedTable, compareTable, copyTable } from '#store/copying/copy-rows.ts'
import { type RowSource, type RowTarget, TargetRefused } from '#store/copying/row-store.ts'

/** Needs of a move from outside. */
interface Move {
  /** Name of the source, without secrets; a target that was filled from another one is refused. */
  readonly from: string
  /** Name of the target, without secrets. */
  readonly to: string
  /** Resolves when nobody writes to the source any more; undefined ends the move after the first pass. */
  readonly stopped: (() => Promise<void>) | undefined
  /** Called with each table of a pass and the rows that were written. */
  readonly show: (table: string, rows: number) => void
}

/**
 * Copies all rows while the server may be running, waits for its end, copies what changed, and compares every row of every
 * table. Blocks that were copied before are only compared, so an interrupted move goes on. Returns the tables; undefined
 * after the first pass. The source is marked as moved only if all tables are equal.
 */
export async function moveDatabase(
  source: RowSource,
  target: RowTarget,
  { from, to, stopped, show }: Move,
): Promise<ComparedTable[] | undefined> {
  const [had, has] = [await source.steps(), await target.steps()]
  const moved = had.find((step) => step.startsWith('moved to '))
  if (moved !== undefined)
    throw new TargetRefused(`This database was ${moved} already: start the server there.`)
  if (had.join() !== has.join())
    throw new TargetRefused(
      'The databases are of different versions of Tagma. Run `tagma migrate` for the old one first.',
    )
  const tables = await source.tables()
  await target.tables()
  await target.begin(from)
  const pass = async () => {
    for (const table of tables) show(table.name, await copyTable(source, target, table))
  }
  await pass()
  if (!stopped) return undefined
  await stopped()
  await pass()
  const compared = []
  for (const table of tables) compared.push(await compareTable(source, target, table))
  if (compared.some(({ isEqual }) => !isEqual)) return compared
  await target.finish(await source.lastIds())
  await source.noteMoved(to)
  return compared
}
