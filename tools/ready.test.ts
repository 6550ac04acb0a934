import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { watch } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'

// Tests the launcher in a small checkout of its own, with a Node that claims to be old and an npm that installs from
// nowhere.

const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'tagma-ready-')))
chmodSync(scratch, 0o755)
afterAll(() => rmSync(scratch, { recursive: true }))

const lockFile = {
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { left: '1.0.0' }, devDependencies: { right: '1.0.0' } },
    'node_modules/left': { version: '1.0.0', integrity: 'sha512-left' },
    'node_modules/right': { version: '1.0.0', integrity: 'sha512-right', dev: true },
    'node_modules/elsewhere': {
      version: '1.0.0',
      integrity: 'sha512-elsewhere',
      optional: true,
      os: ['none'],
    },
  },
}

/** The fake `npm`: it notes its arguments, then installs the packages of the lock file, or fails as told. */
const fakeNpm = `
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
const args = process.argv.slice(2).filter((arg) => !arg.startsWith('--') || /^--(omit|include)=dev$/.test(arg) || arg === '--no-save')
appendFileSync(process.env.NPM_LOG, args.join(' ') + '\\n')
if (process.env.NPM_HANGS) {
  process.on('SIGTERM', () => {
    appendFileSync(process.env.NPM_LOG, 'ended\\n')
    process.exit()
  })
  appendFileSync(process.env.NPM_LOG, 'hangs under ' + process.ppid + '\\n')
  await new Promise(() => setInterval(() => {}, 1000))
}
if (process.env.NPM_SAYS) console.error(process.env.NPM_SAYS)
if (process.env.NPM_EXIT) process.exit(Number(process.env.NPM_EXIT))
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const installed = {}
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.optional || (entry.dev && args.includes('--omit=dev'))) continue
  installed[path] = entry
  mkdirSync(path + '/bin', { recursive: true })
  const version = process.env.NODE_BROKEN ? 'echo cannot start >&2; exit 1' : 'echo v' + entry.version
  writeFileSync(path + '/bin/node', '#!/bin/sh\\n[ "$1" = --version ] && { ' + version + '; exit; }\\nexec "$REAL_NODE" "$@"\\n')
  chmodSync(path + '/bin/node', 0o755)
}
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: installed }))
`

/** Prints its arguments, then exits with 7, or on SIGTERM with the number of SIGTERMs it got. */
const script = `
let signals = 0
const wait: boolean = process.argv.includes('wait')
if (wait) process.stdin.on('end', () => process.exit(signals)).resume()
if (wait) process.on('SIGTERM', () => { signals++; console.log('draining') })
else process.exitCode = 7
const { pid, execPath, argv, env } = process
console.log(JSON.stringify({ pid, execPath, args: argv.slice(2), path: env.PATH }))
`

interface Machine {
  /** The version that Node claims. */
  readonly node?: string
  readonly platform?: string
  readonly npm?: false
  readonly env?: Record<string, string>
  readonly uid?: number
  /** The Node behind the old one and the fetched one. */
  readonly realNode?: string
}

class Checkout {
  readonly root = mkdtempSync(join(scratch, 'checkout-'))
  readonly npmLog = join(this.root, '..', `${this.root.split('-').at(-1)}.log`)

  constructor() {
    mkdirSync(join(this.root, 'tools'))
    for (const file of ['run', 'ready.mjs']) {
      copyFileSync(join(import.meta.dirname, file), join(this.root, 'tools', file))
    }
    writeFileSync(join(this.root, 'script.ts'), script)
    this.lock(lockFile)
  }

  lock(content: object): void {
    writeFileSync(join(this.root, 'package-lock.json'), JSON.stringify(content))
  }

  /** The calls of npm, in order. */
  get npmCalls(): string[] {
    return existsSync(this.npmLog) ? readFileSync(this.npmLog, 'utf8').trim().split('\n') : []
  }

  /** Names and times of all files. They change if a file is touched. */
  get state(): string[] {
    return readdirSync(this.root, { recursive: true, encoding: 'utf8' })
      .map((name) => `${name} ${statSync(join(this.root, name)).mtimeMs}`)
      .toSorted()
  }

  start(machine: Machine = {}, args: string[] = ['script.ts']): ChildProcessWithoutNullStreams {
    const {
      node = '20.19.0',
      platform = process.platform,
      npm,
      env,
      uid,
      realNode = process.execPath,
    } = machine
    const bin = mkdtempSync(join(scratch, 'bin-'))
    chmodSync(bin, 0o755)
    const program = join(bin, 'npm-cli.js')
    writeFileSync(join(bin, 'package.json'), '{ "type": "module" }')
    writeFileSync(program, fakeNpm)
    const pretend = join(bin, 'pretend.mjs')
    writeFileSync(
      pretend,
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })
      Object.defineProperty(process, 'platform', { value: '${platform}' })`,
    )
    writeFileSync(join(bin, 'node'), `#!/bin/sh\nexec '${realNode}' --import '${pretend}' "$@"\n`)
    chmodSync(join(bin, 'node'), 0o755)
    return spawn('/bin/sh', ['tools/run', ...args], {
      cwd: this.root,
      detached: true,
      ...(uid !== undefined && { uid, gid: uid }),
      env: {
        PATH: npm === false ? bin : `${bin}:/usr/bin:/bin`,
        REAL_NODE: realNode,
        NPM_LOG: this.npmLog,
        ...(npm !== false && { npm_execpath: program, npm_node_execpath: realNode }),
        ...env,
      },
    })
  }

  /** Starts the launcher and waits for its end. */
  async run(machine?: Machine, args?: string[]) {
    const child = this.start(machine, args)
    child.stdin.end()
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { code, out, err: err.trim(), said: out ? JSON.parse(out) : undefined, pid: child.pid }
  }
}

test('an old Node fetches its successor and the packages once, and the script runs by them', async () => {
  const checkout = new Checkout()
  const first = await checkout.run({}, ['script.ts', 'a', 'b c'])
  expect(first.err.split('\n')).toEqual([
    'Fetching Node 26.10.0 (once; this is Node 20.19.0) …',
    'Installing the packages and the development tools …',
  ])
  expect(first.code).toBe(7)
  expect(first.said.args).toEqual(['a', 'b c'])
  expect(first.said.path).toContain(join(checkout.root, '.node'))
  expect(checkout.npmCalls).toEqual(['ci', 'ci --include=dev'])
  expect(readdirSync(join(checkout.root, '.node'))).toEqual([`26.10.0-${process.platform}-${process.arch}`])

  const { state } = checkout
  const second = await checkout.run()
  expect(second).toMatchObject({ code: 7, err: '' })
  expect(checkout.npmCalls).toHaveLength(2)
  expect(checkout.state).toEqual(state)
})

test.each(['26.0.0', '27.1.3', '100.0.0'])('Node %s is new enough to stay', async (node) => {
  const checkout = new Checkout()
  const { code, said } = await checkout.run({ node })
  expect(code).toBe(7)
  expect(said.execPath).toBe(process.execPath)
  expect(checkout.npmCalls).toEqual(['ci --include=dev'])
})

test('development tools are left out where they are not needed, and added where they are', async () => {
  const checkout = new Checkout()
  const node = '26.0.0'
  await checkout.run({ node }, ['--omit=dev', 'script.ts'])
  await checkout.run({ node }, ['--omit=dev', 'script.ts'])
  expect(checkout.npmCalls).toEqual(['ci --omit=dev'])
  await checkout.run({ node })
  await checkout.run({ node }, ['--omit=dev', 'script.ts'])
  expect(checkout.npmCalls).toEqual(['ci --omit=dev', 'install --no-save --include=dev'])
})

test('a changed lock file is installed', async () => {
  const checkout = new Checkout()
  await checkout.run({ node: '26.0.0' })
  const { packages } = lockFile
  const newer = { ...packages, 'node_modules/left': { version: '1.0.1', integrity: 'sha512-newer' } }
  checkout.lock({ ...lockFile, packages: newer })
  await checkout.run({ node: '26.0.0' })
  checkout.lock({ ...lockFile, packages: { ...newer, 'node_modules/middle': { version: '1.0.0' } } })
  await checkout.run({ node: '26.0.0' })
  await checkout.run({ node: '26.0.0' })
  const again = 'install --no-save --include=dev'
  expect(checkout.npmCalls).toEqual(['ci --include=dev', again, again])
})

test('what was installed on another platform is installed anew', async () => {
  const checkout = new Checkout()
  await checkout.run({ node: '26.0.0' })
  const record = join(checkout.root, 'node_modules/.package-lock.json')
  const { packages } = JSON.parse(readFileSync(record, 'utf8'))
  packages['node_modules/native'] = { version: '1.0.0', os: ['!linux', '!darwin'] }
  writeFileSync(record, JSON.stringify({ packages }))
  await checkout.run({ node: '26.0.0' })
  expect(checkout.npmCalls).toEqual(['ci --include=dev', 'ci --include=dev'])
})

test('two starts at once install once', async () => {
  const checkout = new Checkout()
  const runs = await Promise.all([checkout.run(), checkout.run()])
  expect(runs.map(({ code }) => code)).toEqual([7, 7])
  expect(checkout.npmCalls).toEqual(['ci', 'ci --include=dev'])
})

test('a start that was killed while installing stops no later one', async () => {
  const checkout = new Checkout()
  const lock = join(checkout.root, '.node/installing')
  mkdirSync(lock, { recursive: true })
  mkdirSync(join(checkout.root, '.node/fetched/node_modules'), { recursive: true })
  utimesSync(lock, new Date(0), new Date(0))
  expect((await checkout.run()).code).toBe(7)
  expect(existsSync(lock)).toBe(false)
})

test('the shell becomes the script: its signals and its exit code are the script’s', async () => {
  const checkout = new Checkout()
  await checkout.run()
  const child = checkout.start({}, ['script.ts', 'wait'])
  const [first] = await once(child.stdout, 'data')
  expect(JSON.parse(first).pid).toBe(child.pid)
  child.kill('SIGTERM')
  expect(String((await once(child.stdout, 'data'))[0])).toBe('draining\n')
  child.stdin.end()
  expect(await once(child, 'close')).toEqual([1, null])
})

test('npm’s own shell gives way too, so that a signal to npm reaches the script', () => {
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'))
  expect(Object.values<string>(scripts).filter((line) => !line.startsWith('exec sh tools/run '))).toEqual([])
})

test('interrupted while installing, it ends npm and frees the checkout', async () => {
  const checkout = new Checkout()
  const child = checkout.start({ env: { NPM_HANGS: 'yes' } })
  const [, launcher] = await noted(checkout.npmLog, /hangs under (\d+)/)
  process.kill(Number(launcher), 'SIGTERM')
  expect(await once(child, 'close')).toEqual([128 + 15, null])
  await noted(checkout.npmLog, /ended/)
  expect(existsSync(join(checkout.root, '.node/installing'))).toBe(false)
  expect((await checkout.run()).code).toBe(7)
})

test.each([
  [
    'no network',
    'npm error code ENOTFOUND\nnpm error network request failed',
    /^Cannot fetch Node 26\.10\.0: the npm registry does not answer \(ENOTFOUND\)\.\nConnect this machine/,
  ],
  [
    'no network, by an older npm',
    'npm ERR! code EAI_AGAIN',
    /the npm registry does not answer \(EAI_AGAIN\)/,
  ],
  ['a registry without it', 'npm error code E404', /the npm registry refused the download \(E404\)/],
  [
    'a full disk',
    'npm error code ENOSPC',
    /the disk is full \(ENOSPC\)\.\nFree about 500 MB and start again\.$/,
  ],
  [
    'a cache of another user',
    'npm error code EACCES\nnpm error path /root/.npm',
    /: \/root\/\.npm cannot be written \(EACCES\)\.\nStart as the user/,
  ],
  ['a forged package', 'npm error code EINTEGRITY', /the download has the wrong hash/],
  ['a lock file left behind', 'npm error code EUSAGE', /package\.json and package-lock\.json disagree/],
  [
    'anything else',
    'npm error code EODD\nnpm error the reason',
    /^Cannot fetch Node 26\.10\.0 \(EODD\)\.\nnpm error code EODD\nnpm error the reason$/,
  ],
])('one clear error for %s', async (_, said, message) => {
  const checkout = new Checkout()
  const { code, out, err } = await checkout.run({ env: { NPM_SAYS: said, NPM_EXIT: '1' } })
  const [progress, ...rest] = err.split('\n')
  expect(progress).toMatch(/^Fetching Node/)
  expect(rest.join('\n').trim()).toMatch(message)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(readdirSync(join(checkout.root, '.node'))).toEqual([])
})

test('files that npm could not unpack whole are not taken for installed', async () => {
  const checkout = new Checkout()
  const env = { NPM_SAYS: 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write' }
  const { code, err } = await checkout.run({ node: '26.0.0', env })
  expect(code).toBe(1)
  expect(err).toMatch(/Cannot install the packages: the disk is full/)
  expect((await checkout.run({ node: '26.0.0' })).code).toBe(7)
  expect(checkout.npmCalls).toEqual(['ci --include=dev', 'ci --include=dev'])
})

test('without npm it says so', async () => {
  const { code, err } = await new Checkout().run({ npm: false })
  expect(code).toBe(1)
  expect(err).toMatch(/there is no npm on this machine's PATH\.\nInstall npm/)
})

test.each([
  ['freebsd', /this is Node 20\.19\.0, and npm has no Node for freebsd-\w+\.\nInstall Node 26 or later/],
  ['win32', /On Windows, run it inside WSL/],
])('on %s an old Node is sent away', async (platform, message) => {
  const checkout = new Checkout()
  const { code, err } = await checkout.run({ platform })
  expect(code).toBe(1)
  expect(err).toMatch(message)
  expect(checkout.npmCalls).toEqual([])
})

test('a fetched Node that cannot run here is refused', async () => {
  const checkout = new Checkout()
  const { code, err } = await checkout.run({ env: { NODE_BROKEN: 'yes' } })
  expect(code).toBe(1)
  expect(err).toMatch(/Cannot run the Node 26\.10\.0 of npm for \S+: cannot start\nInstall Node 26 or later/)
  expect(readdirSync(join(checkout.root, '.node'))).toEqual([])
})

test('a checkout that cannot be written is named, and one that is ready runs', async () => {
  // Root may write anywhere, so this test needs another user, and a Node that this user may run.
  const uid = process.getuid?.() === 0 ? 65_534 : undefined
  const realNode = join(scratch, 'node')
  cpSync(process.execPath, realNode)
  const machine: Machine = { realNode, ...(uid !== undefined && { uid }) }
  const [empty, ready] = [new Checkout(), new Checkout()]
  await ready.run({ realNode })
  spawnSync('chmod', ['-R', 'a+rX,a-w', empty.root, ready.root])
  const refused = await empty.run(machine)
  expect(refused.err).toMatch(
    /^Cannot prepare this checkout: \S+\/\.node cannot be written \(EACCES\)\.\nStart as/,
  )
  expect(refused.code).toBe(1)
  expect(await ready.run(machine)).toMatchObject({ code: 7, err: '' })
  spawnSync('chmod', ['-R', 'u+w', empty.root, ready.root])
})

/** Waits until the file contains a match. */
async function noted(path: string, pattern: RegExp): Promise<RegExpExecArray> {
  const stop = new AbortController()
  const changes = watch(join(path, '..'), { signal: stop.signal })
  for (let next = changes.next(); ; next = changes.next()) {
    const match = existsSync(path) ? pattern.exec(readFileSync(path, 'utf8')) : null
    if (!match) await next
    else {
      next.catch(() => {})
      stop.abort()
      return match
    }
  }
}
