import { openDatabase } from './open-database.ts'

/** Keeps texts by key on the device, across reloads and restarts of the browser. */
export interface Kept {
  /** Loads the text of a key, and on demand those whose keys begin with it and a space: all as they are now. */
  load(key: string): Promise<Loaded>
  /**
   * Saves several texts at once, or none of them. An undefined text removes its key. `instead`: removes those whose keys
   * begin with this and a space before.
   */
  save(texts: Readonly<Record<string, string | undefined>>, instead?: string): Promise<void>
}

/** A text, and those that belong to it. */
export interface Loaded {
  readonly text: string | undefined
  /** Reads the others, by key. Long ones cost time only now. */
  readonly others: () => Promise<ReadonlyMap<string, string>>
}

export const copyName = 'tagma'
/** The storage of the messages that are searched on the device. */
export const indexName = 'tagma-search'
const table = 'kept'

/** Opens the device's storage. A browser that forbids it keeps nothing, and the page works all the same. */
export async function openKept(name = copyName): Promise<Kept> {
  try {
    return new Database(await openDatabase(name, (made) => made.createObjectStore(table)))
  } catch {
    return nothingKept
  }
}

const nothingKept: Kept = {
  load: () => Promise.resolve({ text: undefined, others: () => Promise.resolve(new Map()) }),
  save: () => Promise.resolve(),
}

/** The keys that begin with a key and a space. */
const behind = (key: string) => IDBKeyRange.bound(`${key} `, `${key}!`, false, true)

class Database implements Kept {
  readonly #database: IDBDatabase

  constructor(database: IDBDatabase) {
    this.#database = database
  }

  async load(key: string): Promise<Loaded> {
    const transaction = this.#database.transaction(table)
    const store = transaction.objectStore(table)
    const first = store.get(key)
    const keys = store.getAllKeys(behind(key))
    const values = store.getAll(behind(key))
    transaction.commit()
    const end = endOf(transaction)
    // Whoever wants the others hears of a failure.
    end.catch(() => undefined)
    await doneOf(first)
    const text: unknown = first.result
    return {
      text: typeof text === 'string' ? text : undefined,
      others: async () => {
        await end
        const texts = values.result as readonly string[]
        return new Map(keys.result.map((each, at) => [each as string, texts[at] ?? '']))
      },
    }
  }

  async save(texts: Readonly<Record<string, string | undefined>>, instead?: string): Promise<void> {
    const transaction = this.#database.transaction(table, 'readwrite')
    const store = transaction.objectStore(table)
    if (instead !== undefined) store.delete(behind(instead))
    for (const [key, text] of Object.entries(texts)) {
      if (text === undefined) store.delete(key)
      else store.put(text, key)
    }
    // WebKit may freeze a page that one leaves: a transaction left open would stop the next page.
    transaction.commit()
    await endOf(transaction)
  }
}

/** Resolves when a request has its result, and reads nothing of it. */
function doneOf(request: IDBRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve())
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
