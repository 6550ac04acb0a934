import { type ColumnDataType, type Kysely, type RawBuilder, sql } from 'kysely'

/** Parts of table definitions that engines spell differently. */
export interface ColumnTypes {
  readonly id: RawBuilder<unknown>
  readonly integer: ColumnDataType
  readonly blob: ColumnDataType
  /** Contents of the search index for each message, under the message's id. */
  readonly searchIndex: readonly RawBuilder<unknown>[]
  /** Table option that stores the rows in the primary key's index; undefined if the engine has no such option. */
  readonly keyedTable: RawBuilder<unknown> | undefined
  /** True if entries of an index end with the row's `id`: an index that names the id would hold it twice. */
  readonly hasIdInIndexes: boolean
}

interface Column {
  readonly name: string
  readonly kind: 'id' | 'integer' | 'text' | 'blob'
  readonly isUnique: boolean
  readonly isOptional: boolean
  readonly references: string | undefined
  unique(): Column
}

function column(
  name: string,
  kind: Column['kind'],
  more: Partial<Pick<Column, 'isUnique' | 'isOptional' | 'references'>> = {},
): Column {
  return {
    name,
    kind,
    isUnique: more.isUnique ?? false,
    isOptional: more.isOptional ?? false,
    references: more.references,
    unique: () => column(name, kind, { ...more, isUnique: true }),
  }
}

const columns = {
  /** The primary key `id`: counted up by the database, never used twice. */
  id: () => column('id', 'id'),
  text: (name: string) => column(name, 'text'),
  integer: (name: string) => column(name, 'integer'),
  blob: (name: string) => column(name, 'blob'),
  /** An integer that is the `id` of another table. Deleting that row deletes this one. */
  reference: (name: string, table: string) => column(name, 'integer', { references: table }),
  optional: (of: Column) =>
    column(of.name, of.kind, { isOptional: true, isUnique: of.isUnique, references: of.references }),
}

/** The small language of migrations: one text serves both engines. */
export class Schema {
  readonly columns = columns
  readonly db: Kysely<unknown>
  readonly #types: ColumnTypes

  constructor(db: Kysely<unknown>, types: ColumnTypes) {
    this.db = db
    this.#types = types
  }

  /** Creates a table; `key` names its primary key if that is not the column `id`. */
  async table(name: string, definitions: readonly Column[], key?: readonly string[]): Promise<void> {
    let builder = this.db.schema.createTable(name)
    for (const definition of definitions) builder = this.#add(builder, definition)
    if (key) {
      builder = builder.addPrimaryKeyConstraint(`${name}_key`, [...key] as never)
      if (this.#types.keyedTable) builder = builder.modifyEnd(this.#types.keyedTable)
    }
    await builder.execute()
  }

  /** Adds a column to an existing table; `initial` is its value in existing rows. */
  async addColumn(table: string, definition: Column, initial?: string | number): Promise<void> {
    await this.db.schema
      .alterTable(table)
      .addColumn(definition.name, this.#typeOf(definition), (built) => {
        let made = built
        if (!definition.isOptional) made = made.notNull()
        if (initial !== undefined) made = made.defaultTo(initial)
        return made
      })
      .execute()
  }

  async dropColumn(table: string, name: string): Promise<void> {
    await this.db.schema.alterTable(table).dropColumn(name).execute()
  }

  /** Creates the tables of full-text search; see `store/search/search-index.ts`. */
  async searchIndex(): Promise<void> {
    for (const statement of this.#types.searchIndex) await statement.execute(this.db)
  }

  async index(table: string, on: readonly string[], kind?: 'unique'): Promise<void> {
    const builder = this.db.schema
      .createIndex(`${table}_by_${on.join('_')}`)
      .on(table)
      .columns(on as never)
    await (kind === 'unique' ? builder.unique() : builder).execute()
  }

  async dropIndex(table: string, on: readonly string[]): Promise<void> {
    await this.db.schema.dropIndex(`${table}_by_${on.join('_')}`).execute()
  }

  /** Replaces an index on a column and `id`, on an engine that keeps the id in every index. */
  async leaveIdToIndex(table: string, of: string): Promise<void> {
    if (!this.#types.hasIdInIndexes) return
    await this.dropIndex(table, [of, 'id'])
    await this.index(table, [of])
  }

  #typeOf(definition: Column): ColumnDataType {
    if (definition.kind === 'text') return 'text'
    if (definition.kind === 'blob') return this.#types.blob
    return this.#types.integer
  }

  #add<B extends ReturnType<Kysely<unknown>['schema']['createTable']>>(builder: B, definition: Column): B {
    if (definition.kind === 'id') return builder.addColumn('id', this.#types.id as never) as B
    return builder.addColumn(definition.name, this.#typeOf(definition), (built) => {
      let made = built
      if (!definition.isOptional) made = made.notNull()
      if (definition.isUnique) made = made.unique()
      if (definition.references !== undefined)
        made = made.references(`${definition.references}.id`).onDelete('cascade')
      return made
    }) as B
  }
}

/** A step from one version of the database to the next. A released step is never changed. */
export interface Migration {
  up(schema: Schema): Promise<void>
}

/** The column types of SQLite. */
export const sqliteColumnTypes: ColumnTypes = {
  id: sql`integer primary key autoincrement`,
  integer: 'integer',
  blob: 'blob',
  // Keeps only the tokens of each message: neither their text nor their places.
  searchIndex: [
    sql`create virtual table message_search using fts5(
      tokens, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
    )`,
  ],
  keyedTable: sql`without rowid`,
  hasIdInIndexes: true,
}

/** The column types of PostgreSQL. */
export const postgresColumnTypes: ColumnTypes = {
  id: sql`bigint generated by default as identity primary key`,
  integer: 'bigint',
  blob: 'bytea',
  searchIndex: [
    sql`create table message_search (message_id bigint primary key, tokens tsvector not null)`,
    sql`create index message_search_by_tokens on message_search using gin (tokens)`,
    // A search for a prefix is a range of bytes.
    sql`alter table search_words alter column word type text collate "C"`,
  ],
  keyedTable: undefined,
  hasIdInIndexes: false,
}
