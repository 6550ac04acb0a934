/**
 * Rows of whole tables, as both engines have them: for moving, saving and restoring. A row is a list of values in the order
 * of the table's columns, which are sorted by name. Rows come in the order of the table's key, texts by their bytes.
 */

export type Value = string | number | null | Uint8Array
export type Row = readonly Value[]

export interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  /** Columns of the primary key, in its order. */
  readonly key: readonly string[]
}

/** Rows above the row `after`, up to the row `upTo`, each as its key. */
export interface RowRange {
  /** Condition in SQL that both engines understand, made by the program itself. */
  readonly where?: string | undefined
  readonly after?: Row | undefined
  readonly upTo?: Row | undefined
}

export interface RowSource {
  readonly kind: 'sqlite' | 'postgres'
  /** All tables with data, in the order of their names. The search index, which is made of messages, is not among them. */
  tables(): Promise<TableShape[]>
  /** Names of the migrations that made the tables. */
  steps(): Promise<string[]>
  /** Returns the first rows of a range. */
  page(table: TableShape, range: RowRange, limit: number): Promise<Row[]>
  /** The last id that each table has given out. */
  lastIds(): Promise<Map<string, number>>
  /** Lets all reads of the body see one state, while others write. */
  atOnce<T>(body: () => Promise<T>): Promise<T>
  /** Notes that the data lives elsewhere now: servers refuse to start on it. */
  noteMoved(to: string): Promise<void>
  close(): Promise<void>
}

/** A block of rows that was copied, ends included. */
export interface CopiedBlock {
  /** Counts up from 0 for each table. */
  readonly number: number
  /** Key of its last row. */
  readonly last: Row
  readonly rows: number
  readonly sum: string
}

/** A database whose tables are being filled. References between tables are not checked before `finish`. */
export interface RowTarget extends RowSource {
  /** Prepares the tables. `from` names the source. Throws if they have rows that did not come from it. */
  begin(from: string): Promise<void>
  /** Runs the body in one transaction. */
  write<T>(body: () => Promise<T>): Promise<T>
  insert(table: TableShape, rows: readonly Row[]): Promise<void>
  remove(table: TableShape, range: RowRange): Promise<void>
  blocks(table: TableShape): Promise<CopiedBlock[]>
  noteBlock(table: TableShape, block: CopiedBlock): Promise<void>
  /** Checks all references again, sets the next ids, and forgets the blocks. Throws if a row refers to a missing one. */
  finish(lastIds: ReadonlyMap<string, number>): Promise<void>
}

/** Tables that are not data: made of messages, of one process, or of copying itself. */
export const isData = (table: string): boolean =>
  !/^(sqlite_|message_search|search_|tagma_move)|^(migrations|leases)$/.test(table)

/** Thrown for a target that cannot be filled. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
}

/** Values of a row's key. */
export const keyOf = ({ columns, key }: TableShape, row: Row): Row =>
  key.map((column) => row[columns.indexOf(column)] ?? null)
