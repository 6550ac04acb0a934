import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { defineFunctions } from './define-functions.ts'
import { LocalConnection } from './sqlite-connection.ts'

/** A query for the thread. */
export type Question = { readonly id: number } & Pick<CompiledQuery, 'sql' | 'parameters'>

/** Answer of the thread: rows, or an error's message and SQLite result code. */
export type Answer = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly message: string; readonly errcode: unknown }
)

// The thread of `ThreadConnection`: it reads the database file of `workerData`.
const database = new DatabaseSync(workerData as string)
database.exec('pragma busy_timeout = 5000')
database.exec('pragma query_only = on')
// The default of two megabytes: a search reads thousands of pages once, and a small cache fits into the processor's.
database.exec('pragma cache_size = -2000')
defineFunctions(database)
const connection = new LocalConnection(database)

const answer = async ({ id, sql, parameters }: Question): Promise<Answer> => {
  try {
    const { rows } = await connection.executeQuery({ sql, parameters } as CompiledQuery)
    return { id, rows }
  } catch (error) {
    const errcode = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    return { id, message: error instanceof Error ? error.message : String(error), errcode }
  }
}
parentPort?.on('message', (question: Question) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void answer(question).then((answered) => parentPort?.postMessage(answered))
})
