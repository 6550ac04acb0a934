/**
 * Reads the embedded database in a thread, for queries that may take long: searches, and the check of the whole file.
 * SQLite's calls are synchronous; in the main thread, a search of a second would hold up all callers for that long.
 *
 * Operations
 * - `executeQuery` sends a query to the thread and resolves with all rows. The first query starts the thread.
 * - `close` ends the thread; the next query starts another one. After `patience` without a query it closes by itself.
 *
 * Invariants
 * - Each query has an id, and each answer names it. The thread answers in the order of the questions.
 * - The thread has a connection of its own, read-only (`query_only`): it sees committed data, and no open transaction.
 * - Only a waiting query keeps the process alive: an idle thread is unreferenced.
 * - If the thread dies, all waiting queries are rejected, and the next query starts a new thread.
 * - An error of SQLite keeps its result code (`errcode`) on its way out of the thread, and `onError` hears of it first:
 *   so damage that only a search finds is noticed too.
 *
 * Cost: a message there and back for each query, and a copy of all rows: fetch ids, and not texts. The thread takes
 * some megabytes. Queries wait for each other: there is one thread for each connection.
 *
 * Not for writes, not for transactions (two queries may see different commits), and not for reading piece by piece. Do
 * not call `close` while queries wait if another query follows at once: with a new thread already there, the end of the
 * old one rejects nobody, and the old queries wait for ever.
 */

import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Answer, Question } from './sqlite-thread.ts'

/** Milliseconds that an idle thread stays: it takes some megabytes. */
const patience = 60_000

interface Waiting {
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

/** A connection that reads in a separate thread. */
export class ThreadConnection implements SqliteConnection {
  readonly isInTransaction = false
  readonly #file: string
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #thread: Worker | undefined
  #end: NodeJS.Timeout | undefined

  /** `onError` gets SQLite's errors. */
  constructor(file: string, onError: (error: unknown) => void = () => {}) {
    this.#file = file
    this.#onError = onError
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const question: Question = { id: ++this.#asked, sql, parameters }
    const thread = (this.#thread ??= this.#begin())
    clearTimeout(this.#end)
    // Only a waiting question keeps the process alive.
    thread.ref()
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(question)
    })
    return { rows: rows as R[] }
  }

  // A thread answers all rows at once.
  streamQuery(): never {
    throw new Error('Queries in a thread answer all rows at once')
  }

  /** Ends the thread; the next query begins another. Queries that wait are rejected. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    clearTimeout(this.#end)
    await thread?.terminate()
  }

  #begin(): Worker {
    // Beside this file, in the sources and in the bundle.
    const name = `./sqlite-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`
    const thread = new Worker(new URL(name, import.meta.url), { workerData: this.#file })
    thread.on('message', (answer: Answer) => this.#take(answer))
    thread.on('error', (error) =>
      this.#fail(thread, error instanceof Error ? error : new Error(String(error))),
    )
    thread.on('exit', () => this.#fail(thread, new Error('The thread that reads the database has ended')))
    return thread
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('rows' in answer) waiting?.resolve(answer.rows)
    else {
      const error = Object.assign(new Error(answer.message), { errcode: answer.errcode })
      this.#onError(error)
      waiting?.reject(error)
    }
    if (this.#waiting.size > 0) return
    this.#thread?.unref()
    this.#end = setTimeout(() => void this.close(), patience).unref()
  }

  #fail(thread: Worker, error: Error): void {
    if (this.#thread === thread) this.#thread = undefined
    else if (this.#thread) return
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
