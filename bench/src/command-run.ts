import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { memoryOf } from './server.ts'

const root = join(import.meta.dirname, '../..')

/** How a command went. */
export interface CommandRun {
  readonly seconds: number
  /** The largest memory in MiB (PSS) of the command and its children. */
  readonly memory: number
}

/** Milliseconds between two looks at the memory of a command. */
const betweenLooks = 100

/** Runs a `tagma` command with these settings, to its end. Fails with its words if it fails. */
export async function runCommand(
  flags: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, 'tools/tagma.mjs'), ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TAGMA_LOG: 'error', ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
  let memory = 0
  const looking = setInterval(() => {
    if (child.pid !== undefined) memory = Math.max(memory, memoryOf(child.pid))
  }, betweenLooks)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(looking)
  if (code !== 0) throw new Error(`tagma ${flags.join(' ')} ended with ${code}:\n${said}`)
  return { seconds: (performance.now() - began) / 1000, memory }
}
