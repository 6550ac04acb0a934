import { elementsOf, type Files } from '../files.ts'
import { ImportProblem } from '../import-problem.ts'
import type { Losses } from '../losses.ts'
import { idIn, isRow, numberIn, type Row } from '../rows.ts'
import { Reactions } from './reactions.ts'

/** The file with all tables that are not large, and two that are. */
export const tablesFile = 'realm.json'

/** Changes of subscriptions in the log: subscribed, resumed, ended. Nothing else of the log is needed. */
export const loggedTypes = { created: 301, activated: 302, deactivated: 303 } as const
const keptTypes = new Set<number>(Object.values(loggedTypes))

/** Bytes of rows in memory. A million subscriptions weigh a quarter of it. */
const mostBytes = 1024 * 1024 * 1024

const reactionTable = 'zerver_reaction'
const logTable = 'zerver_realmauditlog'

/** The tables of an export's `realm.json`. Reactions and the log are kept small, tables without a use not at all. */
export class ZulipTables {
  readonly #tables = new Map<string, Row[]>()
  /** Rows of tables that are only counted. */
  readonly counted = new Map<string, number>()
  readonly #losses: Losses
  readonly #mostHeld: number
  #held = 0
  readonly reactions = new Reactions()

  private constructor(losses: Losses, mostHeld: number) {
    this.#losses = losses
    this.#mostHeld = mostHeld
  }

  /** Reads the file row by row. Tables that `isKnown` does not know are counted. */
  static async read(
    files: Files,
    isKnown: (table: string) => boolean,
    losses: Losses,
    mostHeld = mostBytes,
  ): Promise<ZulipTables> {
    const tables = new ZulipTables(losses, mostHeld)
    let number = 0
    let last = ''
    for await (const [table, row] of elementsOf(files, tablesFile)) {
      number = table === last ? number + 1 : 1
      last = table
      if (!isRow(row)) throw new ImportProblem(`${tablesFile}: row ${number} of ${table} is no object.`)
      tables.#take(table, row, isKnown)
    }
    losses.read(reactionTable, tables.reactions.count)
    return tables
  }

  #take(table: string, row: Row, isKnown: (table: string) => boolean): void {
    if (table === reactionTable) this.reactions.add(row)
    else if (table === logTable && !keptTypes.has(numberIn(row, 'event_type') ?? 0)) this.#count(table)
    else if (!isKnown(table)) this.#count(table)
    else {
      this.#hold(row)
      const rows = this.#tables.get(table)
      if (rows) rows.push(row)
      else this.#tables.set(table, [row])
    }
  }

  /** Rows of tables that are needed whole stay in memory, which has an end. */
  #hold(row: Row): void {
    this.#held += weightOf(row)
    if (this.#held > this.#mostHeld)
      throw new ImportProblem(
        `${tablesFile} has more than ${Math.round(this.#mostHeld / 1024 / 1024)} MiB of people, channels and the like, which are kept in memory while it is read.`,
      )
  }

  #count(table: string): void {
    this.counted.set(table, (this.counted.get(table) ?? 0) + 1)
  }

  rows(table: string): Row[] {
    const rows = this.#tables.get(table) ?? []
    this.#losses.read(table, rows.length + (table === logTable ? (this.counted.get(table) ?? 0) : 0))
    return rows
  }

  /** Rows with an id of their own each; others are left out and counted. */
  byId(table: string): Map<number, Row> {
    const rows = new Map<number, Row>()
    for (const row of this.rows(table)) {
      const id = idIn(row, 'id')
      if (id === undefined) this.#losses.drop(table, 'no_id', 'content')
      else if (rows.has(id)) this.#losses.drop(table, 'id_twice', 'content', id)
      else rows.set(id, row)
    }
    return rows
  }
}

/** About the bytes that a row takes. */
function weightOf(row: Row): number {
  let bytes = 64
  for (const value of Object.values(row))
    bytes +=
      typeof value === 'string'
        ? 24 + value.length
        : typeof value === 'object'
          ? 64 + JSON.stringify(value).length
          : 8
  return bytes
}
