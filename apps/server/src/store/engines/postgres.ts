import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { fewAtATime } from '#model/few-at-a-time.ts'
import { must } from '#model/must.ts'
import { settleAll } from '#model/settle-all.ts'
import { postgresColumnTypes } from '#store/migrations/migration.ts'
import { runMigrations } from '#store/migrations/run-migrations.ts'
import { isPreparedText } from '#store/sql/prepared.ts'
import type { Tables } from '#store/sql/tables.ts'
import { CommitUnknown, type Engine, Overtaken } from './engine.ts'
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
  const inTransaction = transactionsOn(lines)

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
    write: (lane, body, { isBrief = false, ahead } = {}) =>
      inTransaction(async (transaction) => {
        // In one round trip. When opening fails, reading fails too, and does not say why.
        await settleAll([transaction.open(lane, isBrief), ahead?.(transaction.handle)])
        return body(transaction.handle)
      }),
    beside: transactionsBeside(inTransaction, connections),
    migrate: (only) =>
      reader.connection().execute(async (db) => {
        if (schema !== undefined) await sql`create schema if not exists ${sql.id(schema)}`.execute(db)
        return withoutLimits(db, async () => {
          // Several processes may start at once: one migrates, the others wait and find nothing to do.
          await sql`select pg_advisory_lock(${sql.lit(lockSpace)}, -1)`.execute(db)
          try {
            return await runMigrations(db, postgresColumnTypes, only)
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

type InTransaction = <T>(work: (transaction: PostgresTransaction) => Promise<T>) => Promise<T>

/** Returns a function that commits what its work does in a transaction, and rolls back if the work throws. */
function transactionsOn(lines: Lines): InTransaction {
  return async (work) => {
    const client = await lines.connect()
    const transaction = new PostgresTransaction(client)
    try {
      const result = await work(transaction)
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollback().catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }
}

/** Makes `Engine.beside` for so many connections: a crowd that registers leaves most of them to everybody else. */
function transactionsBeside(
  inTransaction: InTransaction,
  connections: number,
): NonNullable<Engine['beside']> {
  const inTurn = fewAtATime(Math.max(1, Math.floor(connections / 4)))
  return async (body) => {
    try {
      return await inTurn(() =>
        inTransaction(async (transaction) => {
          const [, result] = await settleAll([transaction.openBeside(), body(transaction.handle.db)])
          return result
        }),
      )
    } catch (error) {
      if (codeOf(error) === '40001') throw new Overtaken(messageOf(error), { cause: error })
      throw error instanceof CommitUnknown ? error.cause : error
    }
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
