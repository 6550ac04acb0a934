import { type CompiledQuery, type DatabaseConnection, Kysely, PostgresAdapter, sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import { DirectAdapter, DirectPostgresAdapter } from '#store/sql/direct-adapter.ts'
import type { Tables } from '#store/sql/tables.ts'

/** A handle to the same database that remembers its queries, prepared ones too. */
export function watchQueries(db: Db): { readonly db: Db; readonly queries: readonly CompiledQuery[] } {
  const queries: CompiledQuery[] = []
  const executor = db.getExecutor()
  const connection: DatabaseConnection = {
    executeQuery: <R>(query: CompiledQuery) => {
      queries.push(query)
      return db.executeQuery<R>(query)
    },
    streamQuery: () => {
      throw new Error('A watched handle streams nothing.')
    },
  }
  const refuse = () => Promise.reject(new Error('A watched handle only reads.'))
  const watched = new Kysely<Tables>({
    dialect: {
      createAdapter: () =>
        executor.adapter instanceof PostgresAdapter
          ? new DirectPostgresAdapter(connection)
          : new DirectAdapter(connection),
      createDriver: () => ({
        init: () => Promise.resolve(),
        acquireConnection: () => Promise.resolve(connection),
        releaseConnection: () => Promise.resolve(),
        destroy: () => Promise.resolve(),
        beginTransaction: refuse,
        commitTransaction: refuse,
        rollbackTransaction: refuse,
      }),
      createQueryCompiler: () => ({
        compileQuery: (node, id) => executor.compileQuery(node, id),
      }),
      createIntrospector: () => db.introspection,
    },
  })
  return { db: watched, queries }
}

/** The steps by which SQLite finds the rows of a query. */
export async function sqliteSteps(db: Db, query: CompiledQuery): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>({
    ...query,
    sql: `explain query plan ${query.sql}`,
  })
  return rows.map(({ detail }) => detail)
}

interface Plan {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly Plan[]
}

/** Number of rows that PostgreSQL reads for a query on messages, in all of its steps. */
export async function postgresRows(db: Db, query: CompiledQuery): Promise<number> {
  await sql`analyze messages, subscription_spans`.execute(db)
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Plan }[] }>({
    ...query,
    sql: `explain (analyze, format json) ${query.sql}`,
  })
  const read = (plan: Plan): number =>
    plan['Actual Loops'] *
      (plan['Actual Rows'] +
        (plan['Rows Removed by Filter'] ?? 0) +
        (plan['Rows Removed by Index Recheck'] ?? 0)) +
    (plan.Plans ?? []).reduce((sum, below) => sum + read(below), 0)
  return rows.flatMap((row) => row['QUERY PLAN']).reduce((sum, { Plan }) => sum + read(Plan), 0)
}
