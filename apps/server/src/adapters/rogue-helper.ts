import { setTimeout } from 'node:timers/promises'
import { serveHelper } from './serve-helper.ts'

/** Ways in which a library can treat an untrusted file. */
export type Deed = 'answer' | 'crash' | 'fail' | 'hang' | 'grow'

export interface Told {
  readonly pid: number
  /** Names of the process's variables. */
  readonly variables: readonly string[]
}

const kept: Buffer[] = []

// A helper for tests; it may take 200 MiB.
serveHelper(async (deed: Deed): Promise<Told> => {
  if (deed === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (deed === 'fail') throw new Error('A fault of the helper')
  if (deed === 'hang') for (;;) kept.length = 0
  // Outside of JavaScript's heap, as libraries do; a piece at each turn of the loop.
  const pieces = deed === 'grow' ? 500 : 0
  for (let piece = 0; piece < pieces; piece++) {
    kept.push(Buffer.alloc(10_000_000, 1))
    await setTimeout(1)
  }
  // oxlint-disable-next-line node/no-process-env -- a test asks for it
  return { pid: process.pid, variables: Object.keys(process.env) }
}, 200)
