import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort, cpuSecondsOf } from './server.ts'

/** A bare `node:http` server in a process of its own that answers every request with the same bytes. */
export async function startReference(
  body: string,
): Promise<{ url: string; cpuSeconds(): number; stop(): Promise<void> }> {
  const port = await freePort()
  const program = `
    const { createServer } = require('node:http')
    const body = process.env.BODY
    createServer((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(body)
    }).listen(${port}, '127.0.0.1', () => process.stdout.write('ready'))`
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BODY: body },
  })
  if (child.stdout) await once(child.stdout, 'data')
  const pid = child.pid ?? 0
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => cpuSecondsOf(pid),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
