import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { must } from '#model/must.ts'
import { postgresColumnTypes } from '#store/migrations/migration.ts'
import { runMigrations } from '#store/migrations/run-migrations.ts'
import { isPreparedText } from '#store/sql/prepared.ts'
import type { Tables } from '#store/sql/tables.ts'
import { CommitUnknown, type Engine, type NewLogRow, type WriteTransaction } from './engine.ts'
import { Lines, type LinePatience } from './postgres-lines.ts'

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

/** Space of the lanes among PostgreSQL's advisory locks: other programs may use locks too. */
const lockSpace = 0x7a67

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
    application_name: 'tagma',
    ...(schema === undefined ? {} : { options: `-c search_path=${schema}` }),
  }
  const reader = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new Lines(options, query, patience) }),
  })

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
    write: (lane, body, { isBrief = false } = {}) =>
      reader.connection().execute(async (db) => {
        await sql.raw(isBrief ? 'begin; set local synchronous_commit = off' : 'begin').execute(db)
        try {
          await sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, ${lane}::int)`.execute(db)
          const result = await body(writeTransaction(db))
          await commit(db)
          return result
        } catch (error) {
          await sql`rollback`.execute(db).catch(() => {})
          throw error
        }
      }),
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

async function commit(db: Kysely<Tables>): Promise<void> {
  try {
    await sql`commit`.execute(db)
  } catch (error) {
    // PostgreSQL reports a failed commit itself; any other error means that its answer was lost.
    if (error instanceof pg.DatabaseError) throw error
    throw new CommitUnknown(messageOf(error), { cause: error })
  }
}

function writeTransaction(db: Kysely<Tables>): WriteTransaction {
  return {
    db,
    async savepoint() {
      await sql`savepoint body`.execute(db)
      return {
        async keep() {
          await sql`release body`.execute(db)
        },
        async undo() {
          await sql`rollback to body`.execute(db)
        },
      }
    },
    async appendToLog(rows: readonly NewLogRow[]) {
      const { rows: ids } = await sql<{ id: number }>`
        insert into event_log (organization_id, at, type, body, audience, touches)
        select organization_id, at, type, body, audience, touches
        from unnest(
          ${rows.map((row) => row.organization_id)}::bigint[], ${rows.map((row) => row.at)}::bigint[],
          ${rows.map((row) => row.type)}::text[], ${rows.map((row) => row.body)}::text[],
          ${rows.map((row) => row.audience)}::text[], ${rows.map((row) => row.touches)}::text[]
        ) with ordinality as new (organization_id, at, type, body, audience, touches, place)
        order by place
        returning id`.execute(db)
      return ids.map(({ id }) => id)
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
const codeOf = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
