import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import type { Db } from '#store/sql/db.ts'
import type { Tables } from '#store/sql/tables.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import { ThreadConnection } from './thread-connection.ts'

/** Why nothing is written into a damaged database: what is still whole in it could be lost. */
export class DatabaseDamaged extends Error {
  override readonly name = 'DatabaseDamaged'

  constructor(damage: string) {
    super(
      `The database in the data folder is damaged (${damage}). Nothing is written to it. Stop the server, then restore a backup, or save what can still be read with \`tagma salvage\`.`,
    )
  }
}

/** SQLite's (extended) result code; 0 for errors that are not SQLite's. */
export const sqliteCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0

// SQLITE_CORRUPT, SQLITE_NOTADB.
const damageCodes = new Set([11, 26])

/** Whether an error says that the database's file is not what SQLite wrote, or that nothing is written for that reason. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DatabaseDamaged || damageCodes.has(sqliteCode(error) & 0xff)

/** How long a check may take, in milliseconds: it reads the whole file, which may be on a slow disk. */
const patience = 30 * 60_000

/**
 * Knows whether the embedded database's file is whole. What it knows is kept beside the file for the next start:
 * `…-damaged` says what is wrong, `…-checked` when it was last found whole.
 */
export class DatabaseFile {
  readonly #file: string
  #damage: string | undefined
  #checkedAt: number | undefined
  #listener: (damage: string) => void = () => {}
  #checking: ThreadConnection | undefined
  #isClosed = false

  /** To be made before the database is opened, which takes in what a killed process has left behind. */
  constructor(file: string) {
    this.#file = file
    this.#damage = damageNoted(file)
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (log && log.size > 0) rmSync(`${file}-checked`, { force: true })
    const checkedAt = Number(readNote(`${file}-checked`) ?? Number.NaN)
    if (Number.isFinite(checkedAt)) this.#checkedAt = checkedAt
  }

  /** What is wrong, as far as is known; undefined while nothing is. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** When the file was last found whole, in UNIX milliseconds; undefined where that is to be found out. */
  get checkedAt(): number | undefined {
    return this.#checkedAt
  }

  /** Calls the listener once, when damage becomes known. */
  whenDamaged(listener: (damage: string) => void): void {
    this.#listener = listener
  }

  /** Throws a DatabaseDamaged where the file must not be written. */
  requireWhole(): void {
    if (this.#damage !== undefined) throw new DatabaseDamaged(this.#damage)
  }

  /** Takes note where an error of SQLite says that the file is damaged. */
  notice(error: unknown): void {
    if (error instanceof Error && isDamage(error)) this.#markDamaged(error.message)
  }

  /**
   * Reads the file in a thread and returns what is wrong with it. `quick` looks at the pages of all tables, one table
   * after another, so that the write-ahead log does not grow for long; `full` compares all indexes with their tables
   * too, and finds earlier damage mended. `now` is in UNIX milliseconds. Throws where the check could not be made.
   */
  async check(depth: 'quick' | 'full', now: number): Promise<string | undefined> {
    const thread = (this.#checking = new ThreadConnection(this.#file))
    const timer = setTimeout(() => void thread.close(), patience).unref()
    try {
      const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(thread) })
      const problem = depth === 'full' ? await firstProblem(db, 'integrity_check(3)') : await quickProblem(db)
      if (problem !== undefined) this.#markDamaged(problem)
      else if (depth === 'full' || this.#damage === undefined) this.#markWhole(now)
    } catch (error) {
      if (!isDamage(error) && !this.#isClosed) throw error
      this.notice(error)
    } finally {
      clearTimeout(timer)
      await thread.close()
      this.#checking = undefined
    }
    return this.#damage
  }

  /** Ends a check that runs. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#checking?.close()
  }

  #markDamaged(damage: string): void {
    if (this.#damage !== undefined) return
    this.#damage = damage
    rmSync(`${this.#file}-checked`, { force: true })
    this.#note('damaged', damage)
    this.#listener(damage)
  }

  #markWhole(now: number): void {
    this.#damage = undefined
    this.#checkedAt = now
    rmSync(`${this.#file}-damaged`, { force: true })
    this.#note('checked', String(now))
  }

  /** A disk that takes no note is reported by whatever is written next; what is known stays known until the end. */
  #note(what: 'damaged' | 'checked', text: string): void {
    try {
      writeFileSync(`${this.#file}-${what}`, `${text}\n`)
    } catch {
      // See above.
    }
  }
}

/** What a running server has noted to be wrong with a database file; undefined while nothing is. */
export const damageNoted = (file: string): string | undefined => readNote(`${file}-damaged`)

/** How many rows of a database refer to rows that are not there. */
export async function countOrphans(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pragma_foreign_key_check`.execute(db)
  return rows[0]?.count ?? 0
}

function readNote(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

async function quickProblem(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and rootpage > 0 order by rootpage`.execute(db)
  for (const { name } of rows) {
    const problem = await firstProblem(db, `quick_check("${name}")`)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** What a check says beside `ok`, on one line. */
async function firstProblem(db: Kysely<Tables>, check: string): Promise<string | undefined> {
  const { rows } = await sql.raw<Record<string, string>>(`pragma ${check}`).execute(db)
  const [said = 'ok'] = rows.flatMap((row) => Object.values(row))
  return said === 'ok' ? undefined : said.replaceAll(/\s*\n\s*/g, '; ').slice(0, 300)
}
