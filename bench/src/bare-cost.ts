import { measure } from './load.ts'
import { startReference } from './reference-server.ts'

/** Measures the CPU microseconds of a small answer by a bare `node:http` server, on this machine at this moment. */
export async function bareCost(): Promise<number> {
  const reference = await startReference()
  try {
    const load = { url: `${reference.url}/500`, connections: 16 }
    // Lets Node compile the code that is called often.
    await measure({ ...load, seconds: 1 }, reference.cpuSeconds)
    return (await measure({ ...load, seconds: 2 }, reference.cpuSeconds)).cpuMicroseconds
  } finally {
    await reference.stop()
  }
}
