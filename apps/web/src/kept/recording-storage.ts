import type { KeptRecording, RecordingStore } from '#outbox/recorder.ts'
import { openDatabase } from './open-database.ts'

export const recordingStorageName = (userId: number) => `tagma recordings ${userId}`

const tables = ['recordings', 'parts'] as const

/** A second of sound. */
interface KeptPart {
  readonly id: string
  readonly number: number
  readonly part: Blob
}

/** Opens the recordings that one account left on this device. Each call rejects where storage is forbidden. */
export function recordingStorage(userId: number): RecordingStore {
  const database = openDatabase(recordingStorageName(userId), (made) => {
    made.createObjectStore('recordings', { keyPath: 'id' })
    made.createObjectStore('parts', { keyPath: ['id', 'number'] })
  })
  // A storage that is forbidden is met by each call; nobody waits for it before.
  database.catch(() => {})
  const run = async <T>(
    mode: IDBTransactionMode,
    work: (transaction: IDBTransaction) => () => T,
  ): Promise<T> => {
    const transaction = (await database).transaction(tables, mode)
    const result = work(transaction)
    // WebKit may freeze a page that one leaves: a transaction left open would stop the next page.
    transaction.commit()
    return new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve(result()))
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The storage gave up.')),
      )
    })
  }
  const write = (work: (transaction: IDBTransaction) => void) =>
    run('readwrite', (transaction) => {
      work(transaction)
      return () => undefined
    })
  return {
    load: () =>
      run('readonly', (transaction) => {
        const recordings = transaction.objectStore('recordings').getAll() as IDBRequest<KeptRecording[]>
        const parts = transaction.objectStore('parts').getAll() as IDBRequest<KeptPart[]>
        return () =>
          recordings.result.map((recording) => ({
            recording,
            parts: parts.result.filter(({ id }) => id === recording.id).map(({ part }) => part),
          }))
      }),
    put: (recording) => write((transaction) => transaction.objectStore('recordings').put(recording)),
    addPart: (id, number, part) =>
      write((transaction) => transaction.objectStore('parts').put({ id, number, part })),
    remove: (id) =>
      write((transaction) => {
        transaction.objectStore('recordings').delete(id)
        transaction.objectStore('parts').delete(IDBKeyRange.bound([id], [id, []]))
      }),
  }
}
