/**
 * Opens a database of the device. `make` fills a new one. Rejects where the browser forbids storage. A tab that erases the
 * database takes it from all others: their calls reject from then on.
 */
export function openDatabase(name: string, make: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.addEventListener('upgradeneeded', () => make(request.result))
    request.addEventListener('success', () => {
      const database = request.result
      database.addEventListener('versionchange', () => database.close())
      resolve(database)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage did not open.')))
  })
}
