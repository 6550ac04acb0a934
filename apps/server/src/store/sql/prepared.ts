import type { CompiledQuery, QueryResult } from 'kysely'
import type { Db } from './db.ts'
import { directConnection } from './direct-adapter.ts'

/** Placeholder in a prepared query for a value of each execution. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const texts = new Set<string>()

/** True for the text of a query that was made by `prepared`. */
export const isPreparedText = (text: string) => texts.has(text)

/** A value of a query. Only PostgreSQL takes lists of them. */
type Value = string | number | null | Uint8Array

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

export interface Prepared<P, Row> {
  all(db: Db, values: P): Promise<Row[]>
  first(db: Db, values: P): Promise<Row | undefined>
  /** Executes and returns the number of rows changed. */
  run(db: Db, values: P): Promise<number>
}

/**
 * Builds and compiles a query once for each engine; later calls only execute it. Use it for queries of every request.
 * All values go through `p`: any other value would be frozen into the query.
 * @example const userById = prepared((db, p: { id: number }) => db.selectFrom('users').selectAll().where('id', '=',
 * p.id)) await userById.first(db, { id: 10 })
 */
export function prepared<P extends Record<string, Value | readonly Value[]>, Row>(
  build: (db: Db, p: P) => Compilable<Row>,
): Prepared<P, Row> {
  const compiled = new Map<unknown, CompiledQuery<Row>>()
  const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) })

  const bind = (db: Db, values: P): CompiledQuery<Row> => {
    const engine = db.getExecutor().adapter.constructor
    let query = compiled.get(engine)
    if (!query) {
      query = build(db, placeholders).compile()
      compiled.set(engine, query)
      texts.add(query.sql)
    }
    return {
      ...query,
      parameters: query.parameters.map((value) =>
        value instanceof Placeholder ? values[value.name] : value,
      ),
    }
  }

  const execute = (db: Db, values: P): Promise<QueryResult<Row>> => {
    const query = bind(db, values)
    // Where one connection is given, asking kysely for it takes longer than most queries.
    const connection = directConnection(db.getExecutor().adapter)
    return connection ? connection.executeQuery<Row>(query) : db.executeQuery(query)
  }

  return {
    all: async (db, values) => (await execute(db, values)).rows,
    first: async (db, values) => (await execute(db, values)).rows[0],
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0n),
  }
}
