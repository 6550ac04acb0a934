import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresIntrospector,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { DirectPostgresAdapter } from '#store/sql/direct-adapter.ts'
import type { Tables } from '#store/sql/tables.ts'
import { CommitUnknown, type NewLogRow, type WriteTransaction } from './engine.ts'

/** Space of the lanes among PostgreSQL's advisory locks: other programs may use locks too. */
export const lockSpace = 0x7a67

const appendRows = `insert into event_log (organization_id, at, type, body, audience, touches)
  select organization_id, at, type, body, audience, touches
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[])
    with ordinality as new (organization_id, at, type, body, audience, touches, place)
  order by place
  returning id`

type Answer = PostgresQueryResult<unknown>

/**
 * A write transaction on one connection. Statements are sent at once and answered in their order, so those that follow
 * each other without waiting for an answer share one round trip. When one fails, PostgreSQL refuses all that follow,
 * and the commit rolls back.
 */
export class PostgresTransaction {
  readonly #client: PostgresPoolClient
  readonly #connection: DatabaseConnection
  readonly handle: WriteTransaction
  #seen: ((query: CompiledQuery) => void) | undefined
  #isOver = false
  /** First error of a statement that nobody waits for. */
  #unasked: Error | undefined

  constructor(client: PostgresPoolClient) {
    this.#client = client
    this.#connection = {
      executeQuery: async <R>(query: CompiledQuery) => {
        if (this.#isOver) throw new Error('The transaction is over.')
        this.#seen?.(query)
        return this.#answer(query) as Promise<QueryResult<R>>
      },
      // oxlint-disable-next-line require-yield -- rows of a transaction are read whole
      async *streamQuery() {
        throw new Error('A transaction reads no streams.')
      },
    }
    this.handle = {
      db: new Kysely<Tables>({ dialect: dialectOf(this.#connection) }),
      savepoint: async () => {
        this.#send('savepoint body')
        return {
          keep: async () => this.#send('release body'),
          // Released too: an older savepoint of that name would catch the errors of later bodies.
          undo: async () => this.#send('rollback to body; release body'),
        }
      },
      appendToLog: async (rows) => {
        const { rows: ids } = await this.#ask(appendRows, columnsOf(rows))
        return (ids as { id: number }[]).map(({ id }) => id)
      },
      watch: (seen) => (this.#seen = seen),
    }
  }

  /** Begins and takes the lock of a lane. */
  async open(lane: number, isBrief: boolean): Promise<void> {
    const brief = isBrief ? 'set local synchronous_commit = off; ' : ''
    await this.#ask(`begin; ${brief}select pg_advisory_xact_lock(${lockSpace}, ${Math.trunc(lane)})`)
  }

  /** Begins a transaction beside the lanes. Its first statement takes the state that all of them read. */
  async openBeside(): Promise<void> {
    await this.#ask('begin isolation level repeatable read; set local synchronous_commit = off')
  }

  /** Commits; throws the first error if PostgreSQL rolled back. */
  async commit(): Promise<void> {
    let answer: Answer
    this.#isOver = true
    try {
      answer = await this.#ask('commit')
    } catch (error) {
      // PostgreSQL reports a failed commit itself; any other error means that its answer was lost.
      if (error instanceof pg.DatabaseError) throw error
      throw new CommitUnknown(messageOf(error), { cause: error })
    }
    if (answer.command !== 'COMMIT')
      throw this.#unasked ?? new Error('PostgreSQL rolled back: a statement of the transaction had failed.')
  }

  async rollback(): Promise<void> {
    this.#isOver = true
    await this.#ask('rollback')
  }

  /** Sends a statement whose answer nobody needs. */
  #send(text: string): void {
    this.#ask(text).catch((error: unknown) => {
      this.#unasked ??= error instanceof Error ? error : new Error(String(error))
    })
  }

  #ask(text: string, values: unknown[] = []): Promise<Answer> {
    return this.#client.query(text, values)
  }

  async #answer(query: CompiledQuery): Promise<QueryResult<unknown>> {
    const { command, rowCount, rows } = await this.#ask(query.sql, query.parameters as unknown[])
    return /^(INSERT|UPDATE|DELETE|MERGE)$/.test(command)
      ? { numAffectedRows: BigInt(rowCount ?? 0), rows }
      : { rows }
  }
}

const columnsOf = (rows: readonly NewLogRow[]): unknown[] => [
  rows.map((row) => row.organization_id),
  rows.map((row) => row.at),
  rows.map((row) => row.type),
  rows.map((row) => row.body),
  rows.map((row) => row.audience),
  rows.map((row) => row.touches),
]

function dialectOf(connection: DatabaseConnection): Dialect {
  const driver: Driver = {
    async init() {},
    acquireConnection: async () => connection,
    async releaseConnection() {},
    async destroy() {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
  }
  return {
    createDriver: () => driver,
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new DirectPostgresAdapter(connection),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

const refuse = () => Promise.reject(new Error('The engine begins and ends transactions.'))
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
