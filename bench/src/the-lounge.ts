import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createGzip } from 'node:zlib'
import { type IrcServer, startIrcServer } from './irc-server.ts'
import { freePort } from './server.ts'

const version = '4.5.2'
const account = { name: 'reader', password: 'a password for measuring' }

/** The Lounge with somebody in channels, behind a proxy that compresses, as its guide advises. */
export interface TheLounge {
  readonly url: string
  readonly account: typeof account
  /** Names of the channels, with their sign. */
  readonly channels: readonly string[]
  readonly irc: IrcServer
  stop(): Promise<void>
}

/**
 * Installs The Lounge from npm into a temporary folder and starts it with an IRC server of its own. Returns undefined where
 * it cannot be installed.
 */
export async function startTheLounge(channelCount: number): Promise<TheLounge | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-bench-the-lounge-'))
  if (!(await install(folder))) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const irc = await startIrcServer()
  const port = await freePort()
  const channels = Array.from({ length: channelCount }, (_, index) => `#topic-${index}`)
  configure(folder, { port, ircPort: irc.port, channels, hash: await hashed(folder) })
  const home = join(folder, 'node_modules/thelounge')
  // It asks for updates at its start, and ends where there is no way to them.
  const quiet = join(folder, 'quiet.cjs')
  writeFileSync(
    quiet,
    `require('thelounge/dist/server/plugins/changelog.js').default.checkForUpdates = () => {}`,
  )
  const child = spawn(process.execPath, ['--require', quiet, join(home, 'index.js'), 'start'], {
    cwd: home,
    env: { ...process.env, THELOUNGE_HOME: join(folder, 'home') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const proxy = compressing(port)
  const stop = async () => {
    proxy.closeAllConnections()
    proxy.close()
    irc.close()
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await irc.joined(channelCount)
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
  } catch (error) {
    await stop()
    throw error
  }
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  // Browsers count this name as a secure context.
  return { url: `http://localhost:${address.port}`, account, channels, irc, stop }
}

async function install(folder: string): Promise<boolean> {
  const manifest = {
    private: true,
    dependencies: { thelounge: version },
    // The Lounge names a commit of a repository, which a registry alone does not have.
    overrides: { thelounge: { 'irc-framework': '4.14.0' } },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  try {
    await promisify(execFile)('npm', flags, { cwd: folder, timeout: 180_000 })
    return true
  } catch {
    return false
  }
}

/** Hashes the password as The Lounge does, with its own library. */
async function hashed(folder: string): Promise<string> {
  const script = `process.stdout.write(require('bcryptjs').hashSync(${JSON.stringify(account.password)}, 4))`
  return (await promisify(execFile)(process.execPath, ['-e', script], { cwd: folder })).stdout
}

interface Setup {
  readonly port: number
  readonly ircPort: number
  readonly channels: readonly string[]
  /** The hash of the account's password. */
  readonly hash: string
}

function configure(folder: string, { port, ircPort, channels, hash }: Setup): void {
  const home = join(folder, 'home')
  mkdirSync(join(home, 'users'), { recursive: true })
  const config = { public: false, host: '127.0.0.1', port, reverseProxy: true, messageStorage: [] }
  writeFileSync(join(home, 'config.js'), `module.exports = ${JSON.stringify(config)}`)
  const network = {
    name: 'Bench',
    nick: account.name,
    username: account.name,
    realname: account.name,
    host: '127.0.0.1',
    port: ircPort,
    tls: false,
    channels: channels.map((channel) => ({ name: channel })),
  }
  const user = { password: hash, log: false, networks: [network] }
  writeFileSync(join(home, 'users', `${account.name}.json`), JSON.stringify(user))
}

/** A proxy that compresses what text there is, and hands sockets on. */
function compressing(port: number) {
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked
    const behind = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      const { 'content-length': _, ...more } = response.headers
      const type = String(response.headers['content-type'])
      if (response.statusCode === 200 && /javascript|css|html|json/.test(type)) {
        answer.writeHead(200, { ...more, 'content-encoding': 'gzip' })
        response.pipe(createGzip()).pipe(answer)
      } else {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      }
    })
    behind.on('error', () => answer.destroy())
    asked.pipe(behind)
  })
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const behind = connect(port, '127.0.0.1', () => {
      const lines = [`${method} ${url} HTTP/1.1`]
      for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
      behind.write(`${lines.join('\r\n')}\r\n\r\n`)
      behind.write(head)
      socket.pipe(behind).pipe(socket)
    })
    for (const end of [behind, socket]) end.on('error', () => (behind.destroy(), socket.destroy()))
  })
  return server
}
