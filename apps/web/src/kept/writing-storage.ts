import type { Draft } from '#outbox/drafts.ts'
import type { Outbox, OutboxEntry } from '#outbox/outbox.ts'
import type { WritingStorage } from '#outbox/writing.ts'

/** Opens the texts that one account left on this device. Each call rejects where the browser forbids storage. */
export function writingStorage(userId: number): WritingStorage {
  // An account of its own: nobody sends what somebody else wrote on the same device.
  const database = open(`tagma writing ${userId}`)
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

function open(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('outbox', { keyPath: 'localId' })
      request.result.createObjectStore('drafts')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage did not open.')))
  })
}

async function run<T>(
  database: Promise<IDBDatabase>,
  name: 'outbox' | 'drafts',
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const transaction = (await database).transaction(name, mode)
  const request = work(transaction.objectStore(name))
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve(request.result as T))
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The storage gave up.')),
    )
  })
}
