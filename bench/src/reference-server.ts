import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Member } from './crowd.ts'
import { cpuSecondsOf, freePort, memoryOf } from './server.ts'

/** A server to compare with, in a process of its own. */
export interface Reference {
  readonly url: string
  cpuSeconds(): number
  /** Memory of the process in MiB. Shared pages count by their share. */
  memory(): number
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
 * Starts a bare `node:http` server that writes each message to a file on disk and passes it to all of its channel who
 * poll. No durable chat can do less. Whoever is not among the `members` is in one channel with all others.
 */
async function startRelay(members: readonly Member[]): Promise<Reference> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-relay-'))
  const places = join(folder, 'members')
  writeFileSync(places, JSON.stringify(members.map(({ authorization, channel }) => [authorization, channel])))
  const relay = await start(`
    const { openSync, readFileSync, writeSync, fsyncSync } = require('node:fs')
    const file = openSync(${JSON.stringify(join(folder, 'log'))}, 'w')
    const placeOf = new Map(JSON.parse(readFileSync(${JSON.stringify(places)}, 'utf8')))
    // Of each channel: who polls, and its newest events.
    const channels = new Map()
    const channelOf = ({ headers }) => {
      const name = placeOf.get(headers.authorization)
      if (!channels.has(name)) channels.set(name, { polls: [], events: [] })
      return channels.get(name)
    }
    const give = (response, events) => send(response, JSON.stringify({ events }))
    let last = 0
    const poll = (request, response) => {
      const { polls, events } = channelOf(request)
      const seen = Number(/last_event_id=(\\d+)/.exec(request.url)?.[1])
      const news = events.filter(({ id }) => id > seen)
      if (news.length > 0) give(response, news)
      else polls.push(response)
    }
    const serve = (request, response) => {
      if (request.method === 'GET')
        return request.url.includes('/events?') ? poll(request, response) : send(response, '{}')
      let text = ''
      request.setEncoding('utf8')
      request.on('data', (part) => (text += part)).on('end', () => {
        if (request.url.endsWith('/register'))
          return send(response, JSON.stringify({ queue_id: '1', last_event_id: last }))
        writeSync(file, text, (last++ % 100) * 4096)
        fsyncSync(file)
        const content = new URLSearchParams(text).get('content')
        const { polls, events } = channelOf(request)
        events.push({ type: 'message', message: { content }, id: last })
        if (events.length > 100) events.shift()
        const body = JSON.stringify({ events: events.slice(-1) })
        for (const waiting of polls.splice(0)) send(waiting, body)
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

/** Has a relay of its own work, and stops it. */
export async function byRelay<T>(
  members: readonly Member[],
  work: (relay: Reference) => Promise<T>,
): Promise<T> {
  const relay = await startRelay(members)
  try {
    return await work(relay)
  } finally {
    await relay.stop()
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
    memory: () => memoryOf(pid),
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
