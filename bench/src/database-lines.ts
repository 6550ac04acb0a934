import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Counts of a line since its start. */
export interface LineCounts {
  readonly statements: number
  readonly trips: number
}

/** Puts a line between servers and a database, in a process of its own. Each direction takes `delay` milliseconds. */
export async function lineTo(database: string, delay: number) {
  const line = fork(join(import.meta.dirname, 'line-process.ts'), [database, String(delay)])
  const heard = async (): Promise<unknown> => (await once(line, 'message'))[0] as unknown
  const url = String(await heard())
  return {
    url,
    async counts(): Promise<LineCounts> {
      line.send('counts')
      return (await heard()) as LineCounts
    },
    stop: () => line.disconnect(),
  }
}
