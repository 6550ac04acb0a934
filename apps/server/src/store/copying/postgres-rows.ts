import pg from 'pg'
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

const quoted = (name: string) => pg.escapeIdentifier(name)
const list = (names: readonly string[]) => names.map(quoted).join(', ')

const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, types, application_name: 'tagma copy' })
  await client.connect()
  return client
}

/** Reads a PostgreSQL database, which servers may be using. */
export const postgresRows = async (url: string): Promise<RowSource> => new PostgresRows(await connect(url))

/** Fills a PostgreSQL database whose tables have been made. Nobody else may be using it. */
export const postgresTarget = async (url: string): Promise<RowTarget> =>
  new PostgresTarget(await connect(url))

/** Number of servers that are connected to a PostgreSQL database. */
export async function serversOf(url: string): Promise<number> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ count: number }>(
      `select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'tagma'`,
    )
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}

interface Column {
  readonly table: string
  readonly name: string
  readonly type: 'bigint' | 'text' | 'bytea'
  readonly place: number | null
}

class PostgresRows implements RowSource {
  readonly kind = 'postgres'
  protected readonly client: pg.Client
  protected readonly columnTypes = new Map<string, Map<string, Column['type']>>()

  constructor(client: pg.Client) {
    this.client = client
  }

  async tables(): Promise<TableShape[]> {
    const { rows } = await this.client.query<Column>(`
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
        array_position(i.indkey::smallint[], a.attnum) as place
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`)
    const tables = Map.groupBy(
      rows.filter(({ table }) => isData(table)),
      ({ table }) => table,
    )
    return [...tables]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, columns]) => {
        this.columnTypes.set(name, new Map(columns.map((column) => [column.name, column.type])))
        const key = columns.filter(({ place }) => place !== null)
        return {
          name,
          columns: columns.map((column) => column.name).toSorted(),
          key: key.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0)).map((column) => column.name),
        }
      })
  }

  async steps(): Promise<string[]> {
    const { rows } = await this.client.query<{ name: string }>('select name from migrations')
    return rows.map(({ name }) => name).toSorted()
  }

  async page(table: TableShape, range: RowRange, limit: number): Promise<Row[]> {
    const { where, values } = this.#conditionOf(table, range)
    const { rows } = await this.client.query<Row & unknown[]>({
      text: `select ${list(table.columns)} from ${quoted(table.name)} ${where} order by ${this.#keyOf(table)} limit ${limit}`,
      values,
      rowMode: 'array',
    })
    return rows
  }

  /** The key's columns; texts by their bytes, as SQLite compares them. */
  #keyOf(table: TableShape): string {
    const of = this.columnTypes.get(table.name)
    return table.key
      .map((name) => (of?.get(name) === 'text' ? `${quoted(name)} collate "C"` : quoted(name)))
      .join(', ')
  }

  #conditionOf(table: TableShape, { after, upTo, where: only }: RowRange) {
    const values: unknown[] = []
    const bound = (operator: string, row: Row) => {
      const marks = row.map((value) => `$${values.push(value)}`)
      return `(${this.#keyOf(table)}) ${operator} (${marks.join(', ')})`
    }
    const bounds = [
      ...(only === undefined ? [] : [`(${only})`]),
      ...(after ? [bound('>', after)] : []),
      ...(upTo ? [bound('<=', upTo)] : []),
    ]
    return { where: bounds.length > 0 ? `where ${bounds.join(' and ')}` : '', values }
  }

  async remove(table: TableShape, range: RowRange): Promise<void> {
    const { where, values } = this.#conditionOf(table, range)
    await this.client.query(`delete from ${quoted(table.name)} ${where}`, values)
  }

  async lastIds(): Promise<Map<string, number>> {
    const last = new Map<string, number>()
    for (const { table, sequence } of await this.sequences()) {
      const { rows } = await this.client.query<{ last: number; is_called: boolean }>(
        `select last_value as last, is_called from ${sequence}`,
      )
      if (rows[0]?.is_called) last.set(table, rows[0].last)
      else if (rows[0]) last.set(table, rows[0].last - 1)
    }
    return last
  }

  protected async sequences() {
    const { rows } = await this.client.query<{ table: string; sequence: string }>(`
      select c.relname as table, pg_get_serial_sequence(quote_ident(c.relname), 'id') as sequence
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`)
    return rows
  }

  async atOnce<T>(body: () => Promise<T>): Promise<T> {
    await this.client.query('begin isolation level repeatable read read only')
    try {
      return await body()
    } finally {
      await this.client.query('commit')
    }
  }

  async noteMoved(to: string): Promise<void> {
    await this.client.query('insert into migrations (name) values ($1)', [`moved to ${to}`])
  }

  async close(): Promise<void> {
    await this.client.end()
  }
}

class PostgresTarget extends PostgresRows implements RowTarget {
  async begin(from: string): Promise<void> {
    const { client } = this
    const { rows } = await client.query<{ name: string | null }>(
      `select to_regclass('tagma_move_source')::text as name`,
    )
    if (rows[0]?.name) {
      const noted = await client.query<{ name: string }>('select name from tagma_move_source')
      const source = noted.rows[0]?.name
      if (source !== from)
        throw new TargetRefused(
          `The target is being filled from ${source ?? 'elsewhere'}. Let that command end first, or empty the target.`,
        )
      return
    }
    for (const { name } of await this.tables())
      if ((await client.query(`select 1 from ${quoted(name)} limit 1`)).rows.length > 0)
        throw new TargetRefused(`The target is not empty: it has rows in ${name}.`)
    await this.write(async () => {
      await client.query(`create table tagma_move_blocks (table_name text, number bigint, last text, rows bigint, sum text,
        primary key (table_name, number))`)
      await client.query('create table tagma_move_source (name text)')
      await client.query('insert into tagma_move_source values ($1)', [from])
      await client.query(`create table tagma_move_references as
        select conrelid::regclass::text as table_name, conname::text as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`)
      for (const { table_name, name } of await this.#references())
        await client.query(`alter table ${table_name} drop constraint ${quoted(name)}`)
    })
  }

  async #references() {
    const { rows } = await this.client.query<{ table_name: string; name: string; definition: string }>(
      'select table_name, name, definition from tagma_move_references order by table_name, name',
    )
    return rows
  }

  async write<T>(body: () => Promise<T>): Promise<T> {
    await this.client.query('begin')
    try {
      const result = await body()
      await this.client.query('commit')
      return result
    } catch (error) {
      await this.client.query('rollback')
      throw error
    }
  }

  async insert(table: TableShape, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return
    const of = this.columnTypes.get(table.name)
    const lists = table.columns.map((name, index) => `$${index + 1}::${of?.get(name) ?? 'text'}[]`)
    await this.client.query(
      `insert into ${quoted(table.name)} (${list(table.columns)}) overriding system value select * from unnest(${lists.join(', ')})`,
      table.columns.map((_, index) => rows.map((row) => row[index] ?? null)),
    )
  }

  async blocks({ name }: TableShape): Promise<CopiedBlock[]> {
    const { rows } = await this.client.query<{ number: number; last: string; rows: number; sum: string }>(
      'select number, last, rows, sum from tagma_move_blocks where table_name = $1 order by number',
      [name],
    )
    return rows.map((row) => ({ ...row, last: rowIn(row.last) }))
  }

  async noteBlock({ name }: TableShape, { number, last, rows, sum }: CopiedBlock): Promise<void> {
    await this.client.query(
      `insert into tagma_move_blocks values ($1, $2, $3, $4, $5)
      on conflict (table_name, number) do update set last = excluded.last, rows = excluded.rows, sum = excluded.sum`,
      [name, number, lineOf(last), rows, sum],
    )
  }

  async finish(lastIds: ReadonlyMap<string, number>): Promise<void> {
    await this.write(async () => {
      for (const { table_name, name, definition } of await this.#references())
        await this.client.query(`alter table ${table_name} add constraint ${quoted(name)} ${definition}`)
      for (const { table, sequence } of await this.sequences()) {
        const last = lastIds.get(table) ?? 0
        if (last > 0) await this.client.query('select setval($1, $2)', [sequence, last])
      }
      for (const table of ['blocks', 'source', 'references'])
        await this.client.query(`drop table tagma_move_${table}`)
    })
    await this.client.query('analyze')
  }
}
