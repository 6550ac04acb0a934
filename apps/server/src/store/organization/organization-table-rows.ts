import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { type OrganizationTable, organizationTables } from '#store/copying/organization-rows.ts'
import type { Db } from '#store/sql/db.ts'
import { listTables } from '#store/sql/list-tables.ts'
import type { Tables } from '#store/sql/tables.ts'

/** Reads whole tables of one organization, without secrets: as they leave the server. */
export class OrganizationTableRows {
  readonly #db: Db
  readonly #tables: ReadonlyMap<string, OrganizationTable>

  private constructor(db: Db, tables: ReadonlyMap<string, OrganizationTable>) {
    this.#db = db
    this.#tables = tables
  }

  static async of(db: Db, organizationId: number): Promise<OrganizationTableRows> {
    const shapes = [...(await listTables(db))]
      // Others are no data of organizations.
      .filter(([name]) => !/^(sqlite_|message_search|search_|tagma_move)|^(migrations|leases)$/.test(name))
      .map(([name, columns]) => ({ name, columns: [...columns], key: [] }))
    const tables = organizationTables(shapes, organizationId)
    return new OrganizationTableRows(db, new Map(tables.map((table) => [table.name, table])))
  }

  /** Reads all rows of a table, in the order of these columns. */
  async read<T extends keyof Tables>(
    name: T,
    ...order: readonly (keyof Tables[T] & string)[]
  ): Promise<Selectable<Tables[T]>[]> {
    const table = this.#tables.get(name)
    if (!table) throw new Error(`${name} does not leave the server`)
    const refs = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
    const { rows } = await sql<Selectable<Tables[T]>>`
      select ${refs(table.columns)} from ${sql.table(name)} where ${sql.raw(table.where)}
      order by ${refs(order)}`.execute(this.#db)
    return rows
  }
}
