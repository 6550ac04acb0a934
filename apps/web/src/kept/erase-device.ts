import { copyName, indexName } from './database.ts'
import { fileStorageName } from './file-storage.ts'
import { recordingStorageName } from './recording-storage.ts'
import { writingStorageName } from './writing-storage.ts'

/** Milliseconds for one database: a tab that is frozen lets go of it late, and it is erased then. */
const patience = 2000

/** Erases all that an account left on this device: its copy, its texts and files, its settings, and the page itself. */
export async function eraseDevice(userId: number): Promise<void> {
  const names = [
    copyName,
    indexName,
    writingStorageName(userId),
    fileStorageName(userId),
    recordingStorageName(userId),
  ]
  await Promise.allSettled([...names.map(eraseDatabase), eraseShell()])
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith('tagma')) storage.removeItem(key)
  } catch {
    // Where storage is forbidden, nothing is in it.
  }
}

function eraseDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name)
    request.addEventListener('success', () => resolve())
    request.addEventListener('error', () => reject(request.error ?? new Error(`${name} was not erased.`)))
    setTimeout(resolve, patience)
  })
}

async function eraseShell(): Promise<void> {
  // Both are there in a secure context only.
  if (!('caches' in globalThis) || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  await registration?.unregister()
  for (const name of await caches.keys()) await caches.delete(name)
}
