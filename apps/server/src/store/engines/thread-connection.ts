import { Worker } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { Answer, Question } from './sqlite-thread.ts'

/** How long the thread stays when nobody asks it anything, in milliseconds: it takes some megabytes. */
const patience = 60_000

interface Waiting {
  readonly resolve: (rows: unknown[]) => void
  readonly reject: (error: Error) => void
}

/** A connection that reads in a thread of its own, so that what takes long holds up nobody; begun when it is first asked. */
export class ThreadConnection implements SqliteConnection {
  readonly isInTransaction = false
  readonly #file: string
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<number, Waiting>()
  #asked = 0
  #thread: Worker | undefined
  #end: NodeJS.Timeout | undefined

  /** `onError` hears of what SQLite throws. */
  constructor(file: string, onError: (error: unknown) => void = () => {}) {
    this.#file = file
    this.#onError = onError
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const question: Question = { id: ++this.#asked, sql, parameters }
    const thread = (this.#thread ??= this.#begin())
    clearTimeout(this.#end)
    // Only a question that waits keeps the process alive.
    thread.ref()
    const rows = await new Promise<unknown[]>((resolve, reject) => {
      this.#waiting.set(question.id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage(question)
    })
    return { rows: rows as R[] }
  }

  // Nothing is read piece by piece here.
  streamQuery(): never {
    throw new Error('Queries in a thread answer all rows at once')
  }

  /** Ends the thread, if there is one. The next query begins another. */
  async close(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    clearTimeout(this.#end)
    await thread?.terminate()
  }

  #begin(): Worker {
    // Beside this file, as it lies in the sources and in the bundle.
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
