import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  type CopiedBlock,
  isData,
  type Row,
  type RowRange,
  type RowSource,
  type RowTarget,
  type TableShape,
  TargetRefused,
} from './row-store.ts'
import { lineOf, rowIn } from './row-sums.ts'

const quoted = (name: string) => `"${name}"`
const list = (names: readonly string[]) => names.map(quoted).join(', ')

/** Reads the embedded database, which a server may be using. */
export const sqliteRows = (file: string): RowSource =>
  new SqliteRows(new DatabaseSync(file, { readOnly: true }), file)

/** Fills an embedded database whose tables have been made. Nobody else may be using it. */
export function sqliteTarget(file: string): RowTarget {
  const database = new DatabaseSync(file)
  database.exec('pragma foreign_keys = off; pragma synchronous = normal; pragma busy_timeout = 0')
  return new SqliteTarget(database, file)
}

class SqliteRows implements RowSource {
  readonly kind = 'sqlite'
  protected readonly database: DatabaseSync
  readonly #file: string

  constructor(database: DatabaseSync, file: string) {
    this.database = database
    this.#file = file
  }

  async tables(): Promise<TableShape[]> {
    const names = this.texts(
      `select name from sqlite_master where type = 'table' and sql not like 'create virtual%' order by name`,
    )
    return names.filter(isData).map((name) => {
      const columns = this.database
        .prepare('select name, pk from pragma_table_info(?) order by pk')
        .all(name)
        .map((row) => ({ name: String(row.name), place: Number(row.pk) }))
      return {
        name,
        columns: columns.map((column) => column.name).toSorted(),
        key: columns.filter(({ place }) => place > 0).map((column) => column.name),
      }
    })
  }

  async steps(): Promise<string[]> {
    return this.texts('select name from migrations order by name')
  }

  protected texts(statement: string): string[] {
    return this.database
      .prepare(statement)
      .all()
      .map(({ name }) => String(name))
  }

  async page(table: TableShape, range: RowRange, limit: number): Promise<Row[]> {
    const { where, values } = conditionOf(table, range)
    const statement = this.database.prepare(
      `select ${list(table.columns)} from ${quoted(table.name)} ${where} order by ${list(table.key)} limit ${limit}`,
    )
    statement.setReturnArrays(true)
    return statement.all(...values) as unknown as Row[]
  }

  async lastIds(): Promise<Map<string, number>> {
    const rows = this.database.prepare('select name, seq from sqlite_sequence').all()
    return new Map(rows.map(({ name, seq }) => [String(name), Number(seq)]))
  }

  async atOnce<T>(body: () => Promise<T>): Promise<T> {
    this.database.exec('begin')
    try {
      return await body()
    } finally {
      this.database.exec('commit')
    }
  }

  async noteMoved(to: string): Promise<void> {
    const writer = new DatabaseSync(this.#file)
    try {
      writer.prepare('insert into migrations (name) values (?)').run(`moved to ${to}`)
    } finally {
      writer.close()
    }
  }

  async close(): Promise<void> {
    this.database.close()
  }
}

function conditionOf({ key }: TableShape, { after, upTo, where: only }: RowRange) {
  const values: SQLInputValue[] = []
  const bound = (operator: string, row: Row) => {
    values.push(...row)
    return `(${list(key)}) ${operator} (${row.map(() => '?').join(', ')})`
  }
  const bounds = [
    ...(only === undefined ? [] : [`(${only})`]),
    ...(after ? [bound('>', after)] : []),
    ...(upTo ? [bound('<=', upTo)] : []),
  ]
  return { where: bounds.length > 0 ? `where ${bounds.join(' and ')}` : '', values }
}

class SqliteTarget extends SqliteRows implements RowTarget {
  async begin(from: string): Promise<void> {
    const { database } = this
    const isBegun =
      database.prepare(`select 1 from sqlite_master where name = 'tagma_move_source'`).get() !== undefined
    if (isBegun) {
      const [source] = this.texts('select name from tagma_move_source')
      if (source !== from)
        throw new TargetRefused(
          `The target is being filled from ${source}. Let that command end first, or empty the target.`,
        )
      return
    }
    for (const { name } of await this.tables())
      if (database.prepare(`select 1 from ${quoted(name)} limit 1`).get())
        throw new TargetRefused(`The target is not empty: it has rows in ${name}.`)
    database.exec(
      'begin; create table tagma_move_blocks (table_name text, number integer, last text, rows integer, sum text, primary key (table_name, number)); create table tagma_move_source (name text)',
    )
    database.prepare('insert into tagma_move_source values (?)').run(from)
    database.exec('commit')
  }

  async write<T>(body: () => Promise<T>): Promise<T> {
    this.database.exec('begin immediate')
    try {
      const result = await body()
      this.database.exec('commit')
      return result
    } catch (error) {
      this.database.exec('rollback')
      throw error
    }
  }

  async insert(table: TableShape, rows: readonly Row[]): Promise<void> {
    const marks = table.columns.map(() => '?').join(', ')
    const statement = this.database.prepare(
      `insert into ${quoted(table.name)} (${list(table.columns)}) values (${marks})`,
    )
    for (const row of rows) statement.run(...row)
  }

  async remove(table: TableShape, range: RowRange): Promise<void> {
    const { where, values } = conditionOf(table, range)
    this.database.prepare(`delete from ${quoted(table.name)} ${where}`).run(...values)
  }

  async blocks({ name }: TableShape): Promise<CopiedBlock[]> {
    const rows = this.database
      .prepare('select number, last, rows, sum from tagma_move_blocks where table_name = ? order by number')
      .all(name)
    return rows.map((row) => ({
      number: Number(row.number),
      last: rowIn(String(row.last)),
      rows: Number(row.rows),
      sum: String(row.sum),
    }))
  }

  async noteBlock({ name }: TableShape, { number, last, rows, sum }: CopiedBlock): Promise<void> {
    this.database
      .prepare('insert or replace into tagma_move_blocks values (?, ?, ?, ?, ?)')
      .run(name, number, lineOf(last), rows, sum)
  }

  async finish(lastIds: ReadonlyMap<string, number>): Promise<void> {
    const { database } = this
    const [broken] = database.prepare('pragma foreign_key_check').all()
    if (broken)
      throw new TargetRefused(
        `A row of ${String(broken.table)} refers to a missing row of ${String(broken.parent)}.`,
      )
    database.exec('begin immediate')
    for (const [table, id] of lastIds) {
      database.prepare('delete from sqlite_sequence where name = ?').run(table)
      database.prepare('insert into sqlite_sequence (name, seq) values (?, ?)').run(table, id)
    }
    database.exec('drop table tagma_move_blocks; drop table tagma_move_source; commit')
  }
}
