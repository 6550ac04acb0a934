import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { must } from '#model/must.ts'
import type { Db } from '#store/sql/db.ts'
import type { Tables } from '#store/sql/tables.ts'
import { NodeSqliteDialect } from './node-sqlite-dialect.ts'
import { ThreadConnection } from './thread-connection.ts'

/** Nothing is written into a damaged database: a write could destroy rows that are still whole. */
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

/** Tells whether an error means a damaged database file: reported by SQLite, or by this class. */
export const isDamage = (error: unknown): boolean =>
  error instanceof DatabaseDamaged || damageCodes.has(sqliteCode(error) & 0xff)

/** Milliseconds for a check: it reads the whole file, perhaps from a slow disk. */
const patience = 30 * 60_000

/**
 * Knows whether the embedded database's file is whole. Two notes beside the file carry this to the next start:
 * `…-damaged` holds the damage, `…-checked` the time of the last good check.
 */
export class DatabaseFile {
  readonly #file: string
  #damage: string | undefined
  #checkedAt: number | undefined
  #listener: (damage: string) => void = () => {}
  #checking: ThreadConnection | undefined
  #isClosed = false

  /** Call it before the database is opened: opening takes in the log of a killed process. */
  constructor(file: string) {
    this.#file = file
    this.#damage = damageNoted(file)
    const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (log && log.size > 0) rmSync(`${file}-checked`, { force: true })
    const checkedAt = Number(readNote(`${file}-checked`) ?? Number.NaN)
    if (Number.isFinite(checkedAt)) this.#checkedAt = checkedAt
  }

  /** The known damage; undefined for a file that counts as whole. */
  get damage(): string | undefined {
    return this.#damage
  }

  /** UNIX milliseconds of the last good check; undefined if a check is due. */
  get checkedAt(): number | undefined {
    return this.#checkedAt
  }

  /** Calls the listener once, when damage becomes known. */
  whenDamaged(listener: (damage: string) => void): void {
    this.#listener = listener
  }

  /** Throws a DatabaseDamaged if the file must not be written. */
  requireWhole(): void {
    if (this.#damage !== undefined) throw new DatabaseDamaged(this.#damage)
  }

  /** Notes the damage if an error of SQLite reports one. */
  notice(error: unknown): void {
    if (error instanceof Error && isDamage(error)) this.#markDamaged(error.message)
  }

  /**
   * Reads the file in a thread and returns its damage. `quick` looks at the pages of all tables, table by table, so
   * that the write-ahead log stays short. `full` also compares all indexes with their tables; a good result clears
   * earlier damage. `now` is in UNIX milliseconds. Throws if the check could not run.
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

  /** Ends a running check. */
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

  /** Writes a note. A failing disk is reported by the next write of the database; the knowledge stays in memory. */
  #note(what: 'damaged' | 'checked', text: string): void {
    try {
      writeFileSync(`${this.#file}-${what}`, `${text}\n`)
    } catch {
      // See above.
    }
  }
}

/** Damage that a running server has noted about a database file; undefined without a note. */
export const damageNoted = (file: string): string | undefined => readNote(`${file}-damaged`)

/** Number of rows that refer to missing rows. */
export async function countOrphans(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from pragma_foreign_key_check`.execute(db)
  return must(rows[0], 'a count has no row').count
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

/** First complaint of a check, on one line; undefined for `ok`. */
async function firstProblem(db: Kysely<Tables>, check: string): Promise<string | undefined> {
  const { rows } = await sql.raw<Record<string, string>>(`pragma ${check}`).execute(db)
  const [said = 'ok'] = rows.flatMap((row) => Object.values(row))
  return said === 'ok' ? undefined : said.replaceAll(/\s*\n\s*/g, '; ').slice(0, 300)
}
