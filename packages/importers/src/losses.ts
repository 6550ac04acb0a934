/** `content`: a message, file or person is missing or changed. `state`: unread, settings. `trace`: logs, statistics. */
export type LossKind = 'content' | 'state' | 'trace'

interface Loss {
  readonly table: string
  readonly reason: string
  readonly kind: LossKind
  count: number
  /** Up to five of them. */
  readonly examples: string[]
}

interface TableReport {
  readonly table: string
  readonly read: number
  readonly carried: number
  readonly dropped: number
}

export interface LossReport {
  readonly tables: readonly TableReport[]
  readonly losses: readonly Readonly<Loss>[]
}

const mostExamples = 5

/** Counts the rows of a source that were read, and those that an import leaves out or mends. */
export class Losses {
  readonly #read = new Map<string, number>()
  readonly #dropped = new Map<string, number>()
  readonly #losses = new Map<string, Loss>()

  /** Counts rows that were read. */
  read(table: string, rows = 1): void {
    this.#read.set(table, (this.#read.get(table) ?? 0) + rows)
  }

  /** Counts rows that are left out. */
  drop(table: string, reason: string, kind: LossKind, example?: string | number, rows = 1): void {
    this.#dropped.set(table, (this.#dropped.get(table) ?? 0) + rows)
    this.mend(table, reason, kind, example, rows)
  }

  /** Counts rows that are carried over with a change. */
  mend(table: string, reason: string, kind: LossKind, example?: string | number, rows = 1): void {
    const key = `${table} ${reason}`
    const loss = this.#losses.get(key) ?? { table, reason, kind, count: 0, examples: [] }
    loss.count += rows
    if (example !== undefined && loss.examples.length < mostExamples) loss.examples.push(String(example))
    this.#losses.set(key, loss)
  }

  /** Adds what an earlier run has counted. */
  add({ tables, losses }: LossReport): void {
    for (const { table, read, dropped } of tables) {
      this.read(table, read)
      this.#dropped.set(table, (this.#dropped.get(table) ?? 0) + dropped)
    }
    for (const { table, reason, kind, count, examples } of losses) {
      this.mend(table, reason, kind, undefined, count)
      for (const example of examples) this.mend(table, reason, kind, example, 0)
    }
  }

  /** Number of rows with losses of a kind. */
  count(kind: LossKind): number {
    let sum = 0
    for (const loss of this.#losses.values()) if (loss.kind === kind) sum += loss.count
    return sum
  }

  report(): LossReport {
    const tables = [...this.#read].map(([table, read]) => {
      const dropped = this.#dropped.get(table) ?? 0
      return { table, read, carried: read - dropped, dropped }
    })
    return { tables, losses: [...this.#losses.values()] }
  }
}
