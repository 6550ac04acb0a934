import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { codeWith } from '#test/guide.ts'
import { type Caller, ownerSettings, signInOwner, succeed } from '#test/http-caller.ts'
import { s3Server } from '#test/s3-server.ts'
import { freePort, type Installation, installation, makeSchema } from '#test/server-process.ts'

// Follows the guide "Backup" on both engines: snapshots of a running server, proved, damaged, and restored elsewhere.

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const hasAge = spawnSync('age-keygen', ['--version']).status === 0

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tagma-snapshots-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

async function serve(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  const server = await installation({ ...ownerSettings, ...settings })
  onTestFinished(() => server.remove())
  return server
}

async function upload({ url }: Installation, caller: Caller, text: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([text], 'note.txt'))
  const response = await fetch(`${url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: caller.authorization },
    body: form,
  })
  return ((await response.json()) as { url: string }).url
}

async function send(server: Installation, caller: Caller, name: string): Promise<void> {
  const content = `[${name}](${await upload(server, caller, `the file of ${name}`)})`
  await succeed(server.url, caller, 'POST', '/messages', {
    type: 'channel',
    to: 'general',
    topic: 'notes',
    content,
  })
}

/** The contents of the topic's messages, with those of their files. */
async function read(server: Installation, caller: Caller): Promise<string[]> {
  const { messages } = await succeed(server.url, caller, 'GET', '/messages', {
    ...{ anchor: 'newest', num_before: 100, num_after: 0, apply_markdown: 'false' },
    narrow: JSON.stringify([{ operator: 'topic', operand: 'notes' }]),
  })
  const found: string[] = []
  for (const { content } of messages as { content: string }[]) {
    const [, name = '', link = ''] = /^\[(.+)\]\((.+)\)$/.exec(content) ?? []
    const temporary = await succeed(server.url, caller, 'GET', link)
    found.push(`${name}: ${await (await fetch(`${server.url}${String(temporary.url)}`)).text()}`)
  }
  return found
}

const fileOf = (name: string) => `${name}: the file of ${name}`

/** Runs `tagma` as a guide prints it, on other places. */
async function follow(
  server: Installation,
  part: string,
  places: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  let command = codeWith('backup', 'sh', part).trim()
  for (const [place, other] of Object.entries(places)) command = command.replaceAll(place, other)
  const [program, ...args] = command.split(/\s+/)
  expect(program).toBe('tagma')
  return server.run(...args)
}

/** An empty installation on the other engine, if there are two in this run. */
async function elsewhere(settings: Readonly<Record<string, string>> = {}): Promise<Installation> {
  if (!onPostgres) return serve(settings)
  const { url, drop } = await makeSchema()
  onTestFinished(drop)
  return serve({ ...settings, DATABASE_URL: url })
}

const snapshotsIn = (place: string) => readdirSync(join(place, 'snapshots')).toSorted()

const filesIn = (place: string) =>
  readdirSync(join(place, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )

test('snapshots of a running server share what did not change, and each is restored as it was', async () => {
  const place = join(folder(), 'tagma')
  const places = { '/backup/tagma': place }
  const server = await serve()
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'first')
  expect(await follow(server, 'tagma backup --to', places)).toMatchObject({ code: 0 })
  const stored = filesIn(place).length
  await send(server, owner, 'second')
  const again = await server.run('backup', '--to', place)
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('of which') as string })
  // The new file, and the parts of the tables in which something changed; most tables have no change.
  expect(filesIn(place).length - stored).toBeLessThan(stored / 2)
  const [earlier = '', later = ''] = snapshotsIn(place)

  expect(await follow(server, 'tagma verify', places)).toMatchObject({
    code: 0,
    output: expect.stringContaining(`Snapshot ${later} is whole`) as string,
  })
  const proved = await follow(server, 'tagma restore --verify', places)
  expect(proved).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 organizations, 2 messages') as string,
  })
  await server.stop('SIGTERM')

  for (const [snapshot, names] of [
    [earlier, ['first']],
    ['latest', ['first', 'second']],
  ] as const) {
    const restored = await elsewhere()
    const { code, output } = await restored.run('restore', place, '--snapshot', snapshot)
    expect(output).toContain('is restored')
    expect(code).toBe(0)
    await restored.start()
    expect(await read(restored, await signInOwner(restored.url))).toEqual(names.map(fileOf))
    await restored.stop('SIGTERM')
    // It is in use now: nothing is written over.
    expect((await restored.run('restore', place)).code).toBe(1)
  }
})

test.runIf(hasAge)('a sealed backup is opened by its key alone, also by the program age', async () => {
  const home = folder()
  const place = join(home, 'tagma')
  const made = spawnSync('age-keygen', ['-o', join(home, 'tagma-backup.key')], { encoding: 'utf8' })
  const [recipient = ''] = /age1\w+/.exec(made.stderr) ?? []
  const server = await serve({ TAGMA_BACKUP_TO: place, TAGMA_BACKUP_RECIPIENT: recipient })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'secret')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  const again = await server.run('backup')
  expect(again).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  // No name is a digest that somebody who knows a file could look for, and nothing can be read.
  const everything = filesIn(place).map((entry) => readFileSync(join(entry.parentPath, entry.name)))
  expect(everything.every((bytes) => bytes.toString('latin1').startsWith('age-encryption.org/v1'))).toBe(true)

  const [, newest = ''] = snapshotsIn(place)
  const byHand = codeWith('backup', 'sh', 'age -d').replaceAll('20261122T031500Z', newest)
  const inPlace = byHand.replace('tagma-backup.key', '../tagma-backup.key').replace('| zstd -d', '')
  const packed = execFileSync('sh', ['-ec', inPlace], { cwd: place })
  expect(zstdDecompressSync(packed).toString()).toContain('"format":"tagma-snapshot"')

  expect(await server.run('verify', place)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Their contents were not opened') as string,
  })
  const locked = await server.run('restore', '--verify', place)
  expect(locked).toMatchObject({ code: 1, output: expect.stringContaining('--identity FILE') as string })
  spawnSync('age-keygen', ['-o', join(home, 'other.key')])
  const wrong = await server.run('restore', '--verify', place, '--identity', join(home, 'other.key'))
  expect(wrong.code).toBe(1)
  expect(wrong.output).toContain(`does not open the backup in ${place}, which is sealed for ${recipient}`)
  const identity = ['--identity', join(home, 'tagma-backup.key')]
  expect(await server.run('restore', '--verify', place, ...identity)).toMatchObject({ code: 0 })
  const restored = await elsewhere()
  expect(await restored.run('restore', place, ...identity)).toMatchObject({ code: 0 })
  await restored.start()
  expect(await read(restored, await signInOwner(restored.url))).toEqual([fileOf('secret')])

  // Another key would make snapshots that need both.
  const unsealed = await restored.run('backup', '--to', place)
  expect(unsealed).toMatchObject({
    code: 1,
    output: expect.stringContaining('Name an empty place') as string,
  })
})

test('a backup in a bucket is made, proved and restored, and says so when the bucket is away', async () => {
  const store = await s3Server()
  onTestFinished(() => store.close())
  const to = store.address.replace('installation', 'backups')
  const server = await serve({ ...store.environment, TAGMA_BACKUP_TO: to })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'far away')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  expect([...store.objects.keys()]).toContain('backups/blobs/repository.json')
  expect(await server.run('restore', '--verify', to)).toMatchObject({ code: 0 })
  const doctor = await server.run('doctor')
  expect(doctor.output).toMatch(/ok {4}The last backup is \w+ in http\S+, one of 1\./)

  const restored = await elsewhere(store.environment)
  expect(await restored.run('restore', to)).toMatchObject({ code: 0 })
  await restored.start()
  expect(await read(restored, await signInOwner(restored.url))).toEqual([fileOf('far away')])

  const refused = await serve({ ...store.environment, AWS_SECRET_ACCESS_KEY: 'wrong', TAGMA_BACKUP_TO: to })
  await refused.start()
  await refused.stop('SIGTERM')
  const { code, output } = await refused.run('backup')
  expect(code).toBe(1)
  expect(output).toContain('answered HEAD with 403')
  expect((await refused.run('doctor')).output).toMatch(
    /MEND {2}The last backup to \S+ failed: .*answered HEAD with 403/,
  )
})

test('a backup that is killed leaves the earlier snapshot whole, and the next one succeeds', async () => {
  const place = join(folder(), 'tagma')
  const server = await serve()
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'before')
  expect(await server.run('backup', '--to', place)).toMatchObject({ code: 0 })
  const [whole = ''] = snapshotsIn(place)
  const main = join(import.meta.dirname, '../../src/main.ts')
  for (const step of ['messages', 'files']) {
    await send(server, owner, step)
    const child = spawn(process.execPath, [main, 'backup', '--to', place], {
      env: server.environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += String(chunk)
      if (said.includes(`saving ${step}`)) child.kill('SIGKILL')
    })
    await once(child, 'close')
    expect(said).toContain(`saving ${step}`)
    const { code, output } = await server.run('verify', place, '--snapshot', whole)
    expect(output).toContain(`Snapshot ${whole} is whole`)
    expect(code).toBe(0)
    // Nobody knows yet that it is dead.
    const next = await server.run('backup', '--to', place)
    const isTold = next.code === 0 || next.output.includes('try again in ten minutes')
    expect(isTold).toBe(true)
    rmSync(join(place, 'running.json'), { force: true })
  }
  expect(await server.run('backup', '--to', place)).toMatchObject({ code: 0 })
  expect(await server.run('restore', '--verify', place)).toMatchObject({
    code: 0,
    output: expect.stringContaining(' 3 messages') as string,
  })
})

test('damage is named with the file, and what is whole is still restored', async () => {
  const place = join(folder(), 'tagma')
  const server = await serve({ TAGMA_BACKUP_TO: place })
  await server.start()
  const owner = await signInOwner(server.url)
  await send(server, owner, 'old')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  const before = new Set(filesIn(place).map(({ name }) => name))
  await send(server, owner, 'new')
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  const [earlier = '', later = ''] = snapshotsIn(place)

  const added = filesIn(place).find(({ name }) => !before.has(name))
  const path = join(added?.parentPath ?? '', added?.name ?? '')
  const bytes = readFileSync(path)
  const last = bytes.length - 1
  bytes.writeUInt8((bytes[last] ?? 0) ^ 1, last)
  writeFileSync(path, bytes)
  const verified = await server.run('verify', place)
  expect(verified.code).toBe(1)
  expect(verified.output).toContain(
    `${later}: files/${added?.name.slice(0, 2)}/${added?.name} has other contents`,
  )
  expect(verified.output).toContain(`Snapshot ${earlier} is whole`)
  expect(verified.output).toContain('1 of 2 snapshots')
  expect((await server.run('restore', '--verify', place)).code).toBe(1)
  const restored = await elsewhere()
  expect((await restored.run('restore', place)).code).toBe(1)
  expect((await restored.run('restore', place, '--snapshot', earlier)).code).toBe(onPostgres ? 1 : 0)

  const list = join(place, 'snapshots', later, 'objects.jsonl')
  writeFileSync(list, readFileSync(list, 'utf8').slice(0, -20))
  expect((await server.run('verify', place)).output).toMatch(/Line \d+ of snapshots.* is damaged or cut off/)
  rmSync(list)
  const half = await server.run('restore', '--verify', place, '--snapshot', later)
  expect(half.output).toContain(`${later} was interrupted and is no snapshot. Whole are ${earlier}.`)
})

test('a place whose disk is not mounted is not taken for an empty one', async () => {
  const home = folder()
  const place = join(home, 'tagma')
  const server = await serve({ TAGMA_BACKUP_TO: place })
  await server.start()
  expect(await server.run('backup')).toMatchObject({ code: 0 })
  await server.stop('SIGTERM')
  renameSync(place, join(home, 'elsewhere'))
  mkdirSync(place)
  const unmounted = await server.run('backup')
  expect(unmounted).toMatchObject({
    code: 1,
    output: expect.stringContaining('Is its disk mounted?') as string,
  })
  expect(readdirSync(place)).toEqual([])
  expect(await server.run('backup', '--new')).toMatchObject({ code: 0 })
})

test('the server makes its backup itself, and its metrics tell', async () => {
  const place = join(folder(), 'tagma')
  const metrics = await freePort()
  const server = await serve({
    ...{ TAGMA_BACKUP_TO: place, TAGMA_BACKUP_AT: '03:15', TAGMA_LOG: 'info' },
    TAGMA_METRICS_PORT: String(metrics),
  })
  await server.start()
  await server.says('A backup was made.')
  const [snapshot = ''] = snapshotsIn(place)
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const [, at = ''] = /^tagma_backup_last_success_seconds (\d+)$/m.exec(text) ?? []
  expect(new Date(Number(at) * 1000).toISOString().replaceAll(/[-:]|\.000/g, '')).toBe(snapshot)
  expect(text).toMatch(/^tagma_backup_failed 0$/m)
  expect(text).toMatch(/^tagma_backup_bytes [1-9]/m)
})
