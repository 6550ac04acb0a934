import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RemoteBrowser } from './remote-browser.ts'

/** Settings of the profile: no calls of its own, and pages that hold still. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'intl.accept_languages': 'en-US',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.telemetry.server': '',
  'ui.prefersReducedMotion': 1,
}

/** Starts Debian's Firefox. It speaks WebDriver BiDi itself, so no driver stands between. */
export async function startFirefox(): Promise<RemoteBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'tagma-firefox-'))
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const child = spawn(
    process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile, TZ: 'UTC' } },
  )
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const exit = once(child, 'exit')
  const complaints: string[] = []
  const { call, close } = await connect(`${await addressIn(child.stderr)}/session`, (method, params) => {
    if (method === 'log.entryAdded' && params.level === 'error') complaints.push(String(params.text))
  })
  await call('session.new', { capabilities: {} })
  await call('session.subscribe', { events: ['log.entryAdded'] })
  const { context } = await call('browsingContext.create', { type: 'tab' })

  return {
    name: 'Firefox',
    complaints,
    open: async (url) => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await call('browsingContext.reload', { context, wait: 'complete' })),
    resize: async (width, height) =>
      void (await call('browsingContext.setViewport', { context, viewport: { width, height } })),
    async run(source, ...args) {
      const answer = (await call('script.callFunction', {
        target: { context },
        awaitPromise: true,
        functionDeclaration: `async (text) => JSON.stringify((await (${source})(...JSON.parse(text))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
      })) as { type: string; result?: { value: string }; exceptionDetails?: { text: string } }
      if (!answer.result) throw new Error(answer.exceptionDetails?.text ?? answer.type)
      return JSON.parse(answer.result.value) as unknown
    },
    perform: async (actions) => void (await call('input.performActions', { context, actions })),
    async close() {
      close()
      child.kill('SIGTERM')
      await exit
      process.off('exit', kill)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Reads the address of the WebDriver server from what Firefox prints when it starts. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
    output.once('end', () => reject(new Error(`Firefox ended:\n${text}`)))
  })
}

type Params = Readonly<Record<string, unknown>>

/** Connects to a WebDriver BiDi server: commands with answers, and events. */
async function connect(url: string, hear: (method: string, params: Params) => void) {
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve(result: Params): void; reject(error: Error): void }>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, message } = JSON.parse(String(data)) as {
      id?: number
      method?: string
      params?: Params
      result?: Params
      error?: string
      message?: string
    }
    if (method !== undefined) return hear(method, params ?? {})
    const call = id === undefined ? undefined : waiting.get(id)
    if (id !== undefined) waiting.delete(id)
    if (error === undefined) call?.resolve(result ?? {})
    else call?.reject(new Error(`${error}: ${message}`))
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox closed the connection'))
  })
  await once(socket, 'open')
  return {
    call: (method: string, params: Params) =>
      new Promise<Params>((resolve, reject) => {
        waiting.set(++last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    close: () => socket.close(),
  }
}
