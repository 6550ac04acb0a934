import type { Draft } from '#outbox/drafts.ts'
import type { Outbox, OutboxEntry } from '#outbox/outbox.ts'
import type { WritingStorage } from '#outbox/writing.ts'
import { openDatabase } from './open-database.ts'

export const writingStorageName = (userId: number) => `tagma writing ${userId}`

/** Opens the texts that one account left on this device. Each call rejects where the browser forbids storage. */
export function writingStorage(userId: number): Omit<WritingStorage, 'files'> {
  // An account of its own: nobody sends what somebody else wrote on the same device.
  const database = openDatabase(writingStorageName(userId), (made) => {
    made.createObjectStore('outbox', { keyPath: 'localId' })
    made.createObjectStore('drafts')
  })
  // A storage that is forbidden is met by each call; nobody waits for it before.
  database.catch(() => {})
  return {
    outbox: {
      load: () => run<Outbox>(database, 'outbox', 'readonly', (store) => store.getAll()),
      put: async (entry: OutboxEntry) =>
        void (await run(database, 'outbox', 'readwrite', (store) => store.put(entry))),
      remove: async (localId) =>
        void (await run(database, 'outbox', 'readwrite', (store) => store.delete(localId))),
    },
    drafts: {
      load: async () =>
        (await run<readonly Draft[] | undefined>(database, 'drafts', 'readonly', (store) =>
          store.get('all'),
        )) ?? [],
      save: async (drafts) =>
        void (await run(database, 'drafts', 'readwrite', (store) => store.put(drafts, 'all'))),
    },
  }
}

async function run<T>(
  database: Promise<IDBDatabase>,
  name: 'outbox' | 'drafts',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const transaction = (await database).transaction(name, mode)
  const request = work(transaction.objectStore(name))
  // WebKit may freeze a page that one leaves: a transaction left open would stop the next page.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result as T))
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The storage gave up.')),
    )
  })
}
