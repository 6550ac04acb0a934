import { openDatabase } from './open-database.ts'

/** Keeps texts by key on the device, across reloads and restarts of the browser. */
export interface Kept {
  load(key: string): Promise<string | undefined>
  /** Saves several texts at once, or none of them. An undefined text removes its key. */
  save(texts: Readonly<Record<string, string | undefined>>): Promise<void>
}

export const copyName = 'tagma'
const table = 'kept'

/** Opens the device's storage. A browser that forbids it keeps nothing, and the page works all the same. */
export async function openKept(): Promise<Kept> {
  try {
    return new Database(await openDatabase(copyName, (made) => made.createObjectStore(table)))
  } catch {
    return nothingKept
  }
}

const nothingKept: Kept = {
  load: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
}

class Database implements Kept {
  readonly #database: IDBDatabase

  constructor(database: IDBDatabase) {
    this.#database = database
  }

  async load(key: string): Promise<string | undefined> {
    const transaction = this.#database.transaction(table)
    const request = transaction.objectStore(table).get(key)
    transaction.commit()
    const value: unknown = await answerOf(request)
    return typeof value === 'string' ? value : undefined
  }

  async save(texts: Readonly<Record<string, string | undefined>>): Promise<void> {
    const transaction = this.#database.transaction(table, 'readwrite')
    const store = transaction.objectStore(table)
    for (const [key, text] of Object.entries(texts)) {
      if (text === undefined) store.delete(key)
      else store.put(text, key)
    }
    // WebKit may freeze a page that one leaves: a transaction left open would stop the next page.
    transaction.commit()
    await endOf(transaction)
  }
}

function answerOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage failed.')))
  })
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    const fail = () => reject(transaction.error ?? new Error('The storage is full.'))
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })
}
