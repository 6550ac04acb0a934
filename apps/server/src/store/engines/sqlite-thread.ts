import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { CompiledQuery } from 'kysely'
import { defineFunctions } from './define-functions.ts'
import { LocalConnection } from './sqlite-connection.ts'

/** A query on its way to the thread. */
export type Question = { readonly id: number } & Pick<CompiledQuery, 'sql' | 'parameters'>

/** What came of it: rows, or the message and SQLite's result code of an error. */
export type Answer = { readonly id: number } & (
  | { readonly rows: unknown[] }
  | { readonly message: string; readonly errcode: unknown }
)

// The thread of `ThreadConnection`: reads the database file that it is given.
const database = new DatabaseSync(workerData as string)
database.exec('pragma busy_timeout = 5000')
database.exec('pragma query_only = on')
// The usual two megabytes: a search reads thousands of pages once, which go through a processor's cache if they are few.
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
