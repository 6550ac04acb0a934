import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuSecondsOf, freePort } from './server.ts'

/** A server to compare with, in a process of its own. */
export interface Reference {
  readonly url: string
  cpuSeconds(): number
  stop(): Promise<void>
}

/**
 * Starts a bare `node:http` server that answers a request for /<bytes> with that much JSON, after reading the request.
 * No server in Node can do less.
 */
export const startReference = (): Promise<Reference> =>
  start(`
    const bodies = new Map()
    const answer = (request, response) => {
      let body = bodies.get(request.url)
      if (body === undefined) {
        body = JSON.stringify('x'.repeat(Number(request.url.slice(1)) - 2))
        bodies.set(request.url, body)
      }
      send(response, body)
    }
    const serve = (request, response) => {
      if (request.method === 'GET') return answer(request, response)
      request.on('data', () => {}).on('end', () => answer(request, response))
    }`)

/**
 * Starts a bare `node:http` server that writes each message to a file on disk and passes it to all who poll. No durable
 * chat can do less.
 */
export async function startRelay(): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-relay-'))
  const relay = await start(`
    const { openSync, writeSync, fsyncSync } = require('node:fs')
    const file = openSync(${JSON.stringify(join(folder, 'log'))}, 'w')
    const polls = []
    let last = 0
    const serve = (request, response) => {
      if (request.method === 'GET') return polls.push(response)
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part) => (text += part)).on('end', () => {
        if (request.url.endsWith('/register')) return send(response, '{"queue_id":"1","last_event_id":0}')
        writeSync(file, text, (last++ % 100) * 4096)
        fsyncSync(file)
        const content = new URLSearchParams(text).get('content')
        const events = JSON.stringify({ events: [{ id: last, message: { content } }] })
        for (const poll of polls.splice(0)) send(poll, events)
        send(response, '{}')
      })
    }`)
  return {
    ...relay,
    async stop() {
      await relay.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Starts a program that defines how to `serve` a request, and can `send` JSON. */
async function start(program: string): Promise<Reference> {
  const port = await freePort()
  const whole = `
    const { createServer } = require('node:http')
    const send = (response, body) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
      response.end(body)
    }
    ${program}
    createServer(serve).listen(${port}, '127.0.0.1', () => process.stdout.write('ready'))`
  const child: ChildProcess = spawn(process.execPath, ['-e', whole], { stdio: ['ignore', 'pipe', 'inherit'] })
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
