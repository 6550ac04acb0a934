import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpuSecondsOf, freePort } from './server.ts'

/** A server to compare with, in a process of its own. */
export interface Reference {
  readonly url: string
  cpuSeconds(): number
  stop(): Promise<void>
}

/**
 * A bare `node:http` server that answers a request for /<bytes> with so many bytes of JSON, once it has read what the
 * request brought: the least that a server in Node can do.
 */
export async function startReference(): Promise<Reference> {
  const port = await freePort()
  const program = `
    const { createServer } = require('node:http')
    const bodies = new Map()
    const answer = (request, response) => {
      let body = bodies.get(request.url)
      if (body === undefined) {
        body = JSON.stringify('x'.repeat(Number(request.url.slice(1)) - 2))
        bodies.set(request.url, body)
      }
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
      response.end(body)
    }
    createServer((request, response) => {
      if (request.method === 'GET') return answer(request, response)
      request.on('data', () => {}).on('end', () => answer(request, response))
    }).listen(${port}, '127.0.0.1', () => process.stdout.write('ready'))`
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
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
