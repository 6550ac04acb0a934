import type { FileStore, KeptFile } from '#outbox/uploads.ts'
import { openDatabase } from './open-database.ts'

const table = 'files'

export const fileStorageName = (userId: number) => `tagma files ${userId}`

/** Opens the files that one account has begun to send from this device. Each call rejects where storage is forbidden. */
export function fileStorage(userId: number): FileStore {
  const database = openDatabase(fileStorageName(userId), (made) =>
    made.createObjectStore(table, { keyPath: 'id' }),
  )
  database.catch(() => {})
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
  ): Promise<T> => {
    const transaction = (await database).transaction(table, mode)
    const request = work(transaction.objectStore(table))
    // WebKit may freeze a page that one leaves: a transaction left open would stop the next page.
    transaction.commit()
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The storage gave up.')),
      )
    })
  }
  return {
    load: () => run('readonly', (store) => store.getAll() as IDBRequest<KeptFile[]>),
    async put(file) {
      await run('readwrite', (store) => store.put(file))
    },
    async remove(id) {
      await run('readwrite', (store) => store.delete(id))
    },
  }
}
