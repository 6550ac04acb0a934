import { type CompiledQuery, type OperationNode, TableNode } from 'kysely'
import { settleAll } from '#model/settle-all.ts'
import type { WriteTransaction } from '#store/engines/engine.ts'
import type { Foreseen, Foresight, RowWriter } from './foresight.ts'

/** A row that waits for being written with others. */
interface Waiting {
  readonly writer: RowWriter<unknown>
  readonly row: unknown
}

/**
 * Work that the bodies of one transaction share where each statement is a round trip: facts are read for all of them at
 * once, and rows are written for all of them at once.
 *
 * Every other statement first sends the rows that wait, without waiting for the answer. So a body reads what the bodies
 * before it wrote, and so does a body of any kind. A body begins without a savepoint; its first statement brings one.
 */
export class Batch {
  readonly #transaction: WriteTransaction
  readonly #facts = new Map<Foresight<unknown, unknown>, Map<string, unknown>>()
  /** Facts that a body's statement may have changed. */
  readonly #stale = new Set<Foresight<unknown, unknown>>()
  #waiting: Waiting[] = []
  /** Number of waiting rows that are of earlier bodies. */
  #earlier = 0
  #savepoint: ReturnType<WriteTransaction['savepoint']> | undefined
  #wantsSavepoint = false
  /** True while statements of the batch itself go out. */
  #isOwn = false
  #failure: unknown
  readonly #sent: Promise<unknown>[] = []

  constructor(transaction: WriteTransaction) {
    this.#transaction = transaction
    transaction.watch?.((query) => this.#beforeStatement(query))
  }

  /** Reads what bodies foresee, a statement for each kind of fact, all in one round trip. */
  async read(organizationId: number, foreseen: readonly Foreseen[]): Promise<void> {
    this.flush()
    const kinds = Map.groupBy(foreseen, ({ foresight }) => foresight)
    this.#isOwn = true
    const readings = [...kinds].map(async ([foresight, group]) => {
      const keys = new Map(group.map(({ key }) => [foresight.nameOf(key), key]))
      const values = await foresight.many(this.#transaction.db, organizationId, [...keys.values()])
      this.#facts.set(foresight, new Map([...keys.keys()].map((name, index) => [name, values[index]])))
      this.#stale.delete(foresight)
    })
    this.#isOwn = false
    try {
      await settleAll(readings)
    } catch (error) {
      this.#failure ??= error
      throw error
    }
  }

  /** Before a body begins: reads again what it foresees and an earlier body changed, also for the bodies behind it. */
  async readAgain(
    organizationId: number,
    foreseen: readonly Foreseen[],
    behind: () => readonly Foreseen[],
  ): Promise<void> {
    if (this.#stale.size === 0 || !foreseen.some(({ foresight }) => this.#stale.has(foresight))) return
    const wanted = [...foreseen, ...behind()].filter(({ foresight }) => this.#stale.has(foresight))
    await this.read(organizationId, wanted)
  }

  /** A fact that was read ahead; undefined if it was not. */
  fact<K, V>(foresight: Foresight<K, V>, key: K): { readonly value: V } | undefined {
    const facts = this.#facts.get(foresight)
    const name = foresight.nameOf(key)
    return facts?.has(name) ? { value: facts.get(name) as V } : undefined
  }

  /** Takes the first fact of a kind away; undefined if none is left. */
  take<V>(foresight: Foresight<never, V>): V | undefined {
    const facts = this.#facts.get(foresight)
    const first = facts?.entries().next().value
    if (!facts || !first) return undefined
    facts.delete(first[0])
    return first[1] as V
  }

  forget<K>(foresight: Foresight<K, unknown>, key: K): void {
    this.#facts.get(foresight)?.delete(foresight.nameOf(key))
  }

  /** Writes a row together with the others of its kind, before the next statement that is not one of them. */
  write<R>(writer: RowWriter<R>, row: R): void {
    this.#waiting.push({ writer, row })
  }

  /** Begins a body. One that shares the transaction can be undone alone. */
  begin(isShared: boolean): void {
    this.#earlier = this.#waiting.length
    this.#wantsSavepoint = isShared
    this.#savepoint = undefined
  }

  async keep(): Promise<void> {
    this.#wantsSavepoint = false
    await (await this.#savepoint)?.keep()
  }

  async undo(): Promise<void> {
    this.#wantsSavepoint = false
    this.#waiting.length = Math.min(this.#waiting.length, this.#earlier)
    await (await this.#savepoint)?.undo()
  }

  /** Error of a statement for many bodies; the transaction cannot commit then. */
  get failure(): unknown {
    return this.#failure
  }

  /**
   * Tells whether a statement for many bodies failed, and not the body that got this error: after a failure, PostgreSQL
   * refuses the statements of all bodies.
   */
  async hasFailed(problem: unknown): Promise<boolean> {
    const isRefusal = problem instanceof Error && 'code' in problem && problem.code === '25P02'
    if (isRefusal) await Promise.allSettled(this.#sent)
    return this.#failure !== undefined
  }

  /** Sends the rows that wait. */
  flush(): void {
    if (this.#waiting.length === 0) return
    const rows = this.#waiting
    this.#waiting = []
    this.#earlier = 0
    this.#isOwn = true
    for (const [writer, group] of Map.groupBy(rows, (row) => row.writer)) {
      const values = group.map(({ row }) => row)
      const writing = writer.write(this.#transaction.db, values)
      this.#sent.push(writing.catch((error: unknown) => (this.#failure ??= error)))
    }
    this.#isOwn = false
  }

  #beforeStatement({ query }: CompiledQuery): void {
    if (this.#isOwn) return
    if (this.#wantsSavepoint) {
      this.#wantsSavepoint = false
      const own = this.#waiting.splice(this.#earlier)
      this.flush()
      this.#savepoint = this.#transaction.savepoint()
      this.#waiting = own
    }
    this.flush()
    if (query.kind === 'SelectQueryNode') return
    const table = tableOf(query)
    for (const foresight of this.#facts.keys()) {
      if (table !== undefined && !foresight.tables.some((one) => one === table)) continue
      this.#facts.delete(foresight)
      this.#stale.add(foresight)
    }
  }
}

/** The table that a statement writes to; undefined if the statement does not say. */
function tableOf(query: CompiledQuery['query']): string | undefined {
  let node: OperationNode | undefined
  if (query.kind === 'InsertQueryNode') node = query.into
  else if (query.kind === 'UpdateQueryNode') node = query.table
  else if (query.kind === 'DeleteQueryNode' && query.from.froms.length === 1) node = query.from.froms[0]
  return node && TableNode.is(node) ? node.table.identifier.name : undefined
}
