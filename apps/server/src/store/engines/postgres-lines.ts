import { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

/** Times to wait for PostgreSQL, in milliseconds. No statement is ended for taking long. */
export interface LinePatience {
  /** Silence on a statement after which PostgreSQL is asked whether it still works on it. */
  readonly silence: number
  /** Time for a new connection. */
  readonly connect: number
  /** Time after which a silent statement is given up if PostgreSQL runs but refuses the question. */
  readonly refused: number
  /** Time after which PostgreSQL ends a transaction of a silent process, and so releases its locks. */
  readonly abandoned: number
  /** Time that a transaction may wait for another process's transaction. */
  readonly lane: number
}

export const linePatience: LinePatience = {
  silence: 2000,
  connect: 3000,
  refused: 8000,
  abandoned: 4000,
  lane: 8000,
}

/** Thrown to callers whose connection has fallen silent. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
  readonly code = 'ETIMEDOUT'

  constructor(options?: ErrorOptions) {
    super('PostgreSQL does not answer: the connection was lost without an error.', options)
  }
}

/** Looks at the connections within `silence`. A process that was stopped meanwhile has not counted looks. */
const looks = 4

/** Connections to PostgreSQL. Dead connections are found and replaced, even if no error reports them. */
export class Lines implements PostgresPool {
  readonly options: pg.PoolConfig
  readonly #pool: pg.Pool
  readonly #patience: LinePatience
  readonly #lines = new Set<Line>()
  readonly #query: (line: Line, text: string, values: unknown[]) => Promise<unknown>
  #watch: NodeJS.Timeout | undefined
  #isAsking = false

  constructor(
    options: pg.PoolConfig,
    query: (client: pg.Client, text: string, values: unknown[]) => Promise<unknown>,
    waits: LinePatience = linePatience,
  ) {
    const lines = this.#lines
    const LineOfPool = class extends Line {
      constructor(config?: pg.ClientConfig) {
        // The pool itself waits longer for one of its connections to be free.
        super({ ...config, connectionTimeoutMillis: waits.connect })
        lines.add(this)
        this.once('end', () => lines.delete(this))
      }
    }
    this.options = {
      ...options,
      Client: LineOfPool,
      connectionTimeoutMillis: 5000,
      // Finds connections that died while idle; the others are watched.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, though its type does not say so
      onConnect: (client) => (client as Line).introduce(waits),
    }
    this.#pool = new pg.Pool(this.options)
    this.#patience = waits
    this.#query = query
    // The pool replaces an idle connection that breaks; the next query reports the reason.
    this.#pool.on('error', () => {})
    // A busy connection that breaks fails its query; without a listener the error would also end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect()
    const line = client as unknown as Line
    line.isTaken = true
    return {
      query: (async (text: string, values: unknown[]) => {
        this.#watch ??= setInterval(() => this.#look(), this.#patience.silence / looks).unref()
        line.waiting++
        line.gather()
        try {
          return await this.#query(line, text, values)
        } catch (error) {
          // DATABASE_URL has a query_timeout: the late answer could be taken for the answer to another query.
          if (error instanceof Error && error.message === 'Query read timeout') line.socket.destroy()
          throw error
        } finally {
          line.waiting--
          line.quietLooks = 0
        }
      }) as unknown as PostgresPoolClient['query'],
      release: (isBroken?: boolean) => {
        line.isTaken = false
        client.release(isBroken)
      },
    }
  }

  /** Ends the connections, even if the other ends do not answer. */
  async end(): Promise<void> {
    const impatient = setTimeout(() => {
      for (const line of this.#lines) line.socket.destroy()
    }, this.#patience.silence)
    try {
      await this.#pool.end()
    } finally {
      clearTimeout(impatient)
      clearInterval(this.#watch)
    }
  }

  #look(): void {
    const waiting = [...this.#lines].filter((line) => line.waiting > 0)
    if (waiting.length === 0) {
      clearInterval(this.#watch)
      this.#watch = undefined
    }
    for (const line of waiting) line.listen()
    const silent = waiting.filter((line) => line.quietLooks >= looks)
    if (silent.length === 0 || this.#isAsking) return
    this.#isAsking = true
    void this.#examine(silent).finally(() => (this.#isAsking = false))
  }

  async #examine(silent: readonly Line[]): Promise<void> {
    let worked: ReadonlySet<number>
    let cause: unknown
    try {
      worked = await this.#askAbout(silent)
      for (const line of silent) if (worked.has(line.pid)) line.quietLooks = 0
    } catch (error) {
      cause = error
      const isRefusal = error instanceof pg.DatabaseError && !error.code?.startsWith('57P')
      const enough = isRefusal ? (this.#patience.refused / this.#patience.silence) * looks : looks
      worked = new Set(silent.flatMap((line) => (line.quietLooks < enough ? line.pid : [])))
    }
    const lost = silent.filter((line) => line.quietLooks >= looks && !worked.has(line.pid))
    if (lost.length === 0) return
    for (const line of lost) line.socket.destroy(new ConnectionLost({ cause }))
    // The idle connections have probably died too: the next callers get new ones.
    for (const line of this.#lines) if (!line.isTaken && line.pid !== 0) line.socket.destroy()
  }

  /**
   * Asks PostgreSQL, over a new connection, which statements it works on; returns the ids of their sessions. Ends the
   * sessions that work on no statement, so that they block nobody.
   */
  async #askAbout(lines: readonly Line[]): Promise<Set<number>> {
    const { connect, silence } = this.#patience
    const client = new Line({ ...this.options, connectionTimeoutMillis: connect, query_timeout: connect })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ pid: number; done: boolean }>(
        `select pid, case when state like 'idle%' and state_change < clock_timestamp() - $3 * interval '1 ms'
            then pg_terminate_backend(pid) else false end as done
          from pg_stat_activity
          where (pid, backend_start::text) in (select * from unnest($1::int[], $2::text[]))`,
        [lines.map(({ pid }) => pid), lines.map(({ since }) => since), silence / 2],
      )
      return new Set(rows.flatMap(({ pid, done }) => (done ? [] : pid)))
    } finally {
      client.socket.destroy()
    }
  }
}

/** A connection that measures its silence. */
class Line extends pg.Client {
  readonly socket: Socket
  /** True while a caller uses it. */
  isTaken = false
  /** Number of statements that wait for answers. */
  waiting = 0
  /** Looks in a row without news, although a statement waited. */
  quietLooks = 0
  /** The session at the other end: its process, and the time of its begin. 0 until they are known. */
  pid = 0
  since = ''
  #heard = 0
  #isGathering = false

  constructor(config: pg.ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.socket = socket
  }

  /** Gathers what is sent in this turn of the event loop into one write to the network. */
  gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    this.socket.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.socket.uncork()
    })
  }

  listen(): void {
    const { bytesRead } = this.socket
    this.quietLooks = bytesRead === this.#heard ? this.quietLooks + 1 : 0
    this.#heard = bytesRead
  }

  /**
   * Tells a new session its time limits, unless DATABASE_URL sets them, and asks for its id. A statement does this,
   * because proxies such as PgBouncer refuse most settings at connecting.
   */
  async introduce({ abandoned, lane, connect }: LinePatience): Promise<void> {
    const settings = {
      idle_in_transaction_session_timeout: abandoned,
      lock_timeout: lane,
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 5,
      tcp_keepalives_count: 3,
      tcp_user_timeout: 10_000,
    }
    const { rows } = await this.query<{ pid: number; since: string }>({
      text: `select pid, backend_start::text as since, (
          select count(set_config(name, value, false))
          from unnest($1::text[], $2::text[]) as ours (name, value) join pg_settings using (name)
          where source <> 'client'
        ) from pg_stat_get_activity(pg_backend_pid())`,
      values: [Object.keys(settings), Object.values(settings).map(String)],
      query_timeout: connect,
    } as pg.QueryConfig)
    this.pid = rows[0]?.pid ?? 0
    this.since = rows[0]?.since ?? ''
  }
}
