import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@tagma/server/test/server-process.ts'
import type { RemoteBrowser } from './remote-browser.ts'

/** Starts WebKitGTK's MiniBrowser by its driver, on a screen of its own that nobody sees. */
export async function startWebKit(): Promise<RemoteBrowser> {
  const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')
  if (!miniBrowser) throw new Error('WebKit is missing: apt-get install webkit2gtk-driver xvfb')
  // A profile of its own: cookies and storage of one story are no other's.
  const home = mkdtempSync(join(tmpdir(), 'tagma-webkit-'))
  const { screen, driver, server } = await startDriver(home)
  const kill = () => [driver, screen].forEach((child) => child.kill('SIGKILL'))
  process.once('exit', kill)

  await untilItAnswers(server)
  const { sessionId } = (await call(server, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      },
    },
  })) as { sessionId: string }
  const command = (path: string, body: unknown = {}) =>
    call(server, 'POST', `/session/${sessionId}${path}`, body)
  const run: RemoteBrowser['run'] = async (source, ...args) => {
    const [problem, value] = (await command('/execute/async', {
      script: `const done = arguments[1]
        Promise.resolve().then(() => (${source})(...JSON.parse(arguments[0])))
          .then((value) => done([null, value ?? null]), (error) => done([String(error), null]))`,
      args: [JSON.stringify(args)],
    })) as [string | null, unknown]
    if (problem !== null) throw new Error(problem)
    return value
  }

  return {
    name: 'WebKit',
    // The driver does not tell them.
    complaints: [],
    open: async (url) => void (await command('/url', { url })),
    async reload() {
      // The driver's own reload never returns while the page holds a poll.
      const url = await run('() => location.href')
      await command('/url', { url: 'about:blank' })
      await command('/url', { url })
    },
    async resize(width, height) {
      // The window has a bar above the page.
      const bars = Number(await run('() => outerHeight - innerHeight'))
      await command('/window/rect', { width, height: height + Math.max(0, bars) })
    },
    run,
    perform: async (actions) => void (await command('/actions', { actions })),
    async close() {
      await call(server, 'DELETE', `/session/${sessionId}`)
      for (const child of [driver, screen]) await end(child)
      process.off('exit', kill)
      rmSync(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts the driver with a screen of its own. `home` takes all that the browser keeps. */
async function startDriver(home: string) {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${String((await once(screen.stdio[3]!, 'data'))[0]).trim()}`
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      HOME: home,
      XDG_RUNTIME_DIR: home,
      DISPLAY: display,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_US',
      TZ: 'UTC',
      // Root may not make the sandbox, and there is neither a bus nor a graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    },
  })
  return { screen, driver, server: `http://127.0.0.1:${port}` }
}

async function call(server: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${server}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

/** Resolves when the driver listens; it does not print when it does. */
async function untilItAnswers(server: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isReady = await fetch(`${server}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('WebKitWebDriver does not answer')
}

async function end(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGTERM')
  await exit
}
