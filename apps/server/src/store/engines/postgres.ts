import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { must } from '#model/must.ts'
import { settleAll } from '#model/settle-all.ts'
import { postgresColumnTypes } from '#store/migrations/migration.ts'
import { runMigrations } from '#store/migrations/run-migrations.ts'
import { isPreparedText } from '#store/sql/prepared.ts'
import type { Tables } from '#store/sql/tables.ts'
import type { Engine } from './engine.ts'
import { Lines, type LinePatience } from './postgres-lines.ts'
import { lockSpace, PostgresTransaction } from './postgres-transaction.ts'

// bigint and numeric as numbers: ids and counts stay far below 2^53.
const types = new pg.TypeOverrides()
types.setTypeParser(20, Number)
types.setTypeParser(1700, Number)

export interface PostgresOptions {
  readonly url: string
  readonly connections?: number
  /** Schema for all tables, for tests that share a database. */
  readonly schema?: string
  /** Times to wait, for tests. */
  readonly patience?: LinePatience
}

const names = new Map<string, string>()
function statementName(text: string): string {
  let name = names.get(text)
  if (name === undefined) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
  return name
}

/** PostgreSQL parses and plans queries of `prepared` once per connection. */
const query = (client: pg.Client, text: string, values: unknown[]): Promise<unknown> =>
  client.query(isPreparedText(text) ? { name: statementName(text), text, values } : { text, values })

/** Opens PostgreSQL 15 or later. Several processes may use one database. */
export async function openPostgres({
  url,
  connections = 16,
  schema,
  patience,
}: PostgresOptions): Promise<Engine> {
  const options: pg.PoolConfig = {
    connectionString: url,
    max: connections,
    types,
    pipeline: true,
    application_name: 'tagma',
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  }
  const lines = new Lines(options, query, patience)
  const reader = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: lines }) })

  return {
    kind: 'postgres',
    isShared: true,
    reader,
    searcher: reader,
    laneOf: (organizationId) => organizationId,
    async identity() {
      const { rows } = await sql<{ identity: string }>`
        select concat_ws('-', system_identifier, (select oid from pg_database where datname = current_database()),
          current_schema()) as identity
        from pg_control_system()`.execute(reader)
      return must(rows[0], 'PostgreSQL does not say which database it is').identity
    },
    async write(lane, body, { isBrief = false, ahead } = {}) {
      const client = await lines.connect()
      const transaction = new PostgresTransaction(client)
      try {
        // In one round trip. When opening fails, reading fails too, and does not say why.
        await settleAll([transaction.open(lane, isBrief), ahead?.(transaction.handle)])
        const result = await body(transaction.handle)
        await transaction.commit()
        return result
      } catch (error) {
        await transaction.rollback().catch(() => {})
        throw error
      } finally {
        client.release()
      }
    },
    migrate: () =>
      reader.connection().execute(async (db) => {
        if (schema !== undefined) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
        return withoutLimits(db, async () => {
          // Several processes may start at once: one migrates, the others wait and find nothing to do.
          await sql`select pg_advisory_lock(${sql.lit(lockSpace)}, -1)`.execute(db)
          try {
            return await runMigrations(db, postgresColumnTypes)
          } finally {
            await sql`select pg_advisory_unlock(${sql.lit(lockSpace)}, -1)`.execute(db)
          }
        })
      }),
    isUnavailable: (error) => {
      const code = codeOf(error)
      // Errors of connections, resources and operators, timeouts in PostgreSQL, and errors of the operating system and
      // the driver.
      return (
        /^(08|53|57|58|25P0[34]|55P03)/.test(code) ||
        /^E(CONN|PIPE|TIMEDOUT|HOST|NET|NOTFOUND|AI_AGAIN)/.test(code) ||
        /terminated|not queryable|timeout expired|Query read timeout|timeout exceeded when trying to connect/i.test(
          messageOf(error),
        )
      )
    },
    isDuplicate: (error) => codeOf(error) === '23505',
    close: () => reader.destroy(),
  }
}

/** Does work without time limits. */
async function withoutLimits<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  const limits = ['lock_timeout', 'idle_in_transaction_session_timeout']
  const { rows } = await sql<{ name: string; value: string }>`
    select name, current_setting(name) as value from unnest(${limits}::text[]) as limits (name)`.execute(db)
  const set = async (name: string, value: string) => {
    await sql`select set_config(${name}, ${value}, false)`.execute(db)
  }
  for (const name of limits) await set(name, '0')
  const result = await work()
  for (const { name, value } of rows) await set(name, value)
  return result
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
