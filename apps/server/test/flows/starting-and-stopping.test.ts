import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { ownerSettings, signInOwner } from '#test/http-caller.ts'
import { freePort, installation } from '#test/server-process.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

async function fresh(settings: Readonly<Record<string, string>> = {}) {
  const tagma = await installation(settings)
  onTestFinished(() => tagma.remove())
  return tagma
}

test('the printed link makes the first owner, once', async () => {
  const tagma = await fresh()
  await tagma.start()
  const link = /open (\S+\/setup\/\w+)/.exec(tagma.output())?.[1] ?? ''
  const page = await (await fetch(link)).text()
  expect(page).toContain('<form method="post">')
  const fill = (fields: Record<string, string>) =>
    fetch(link, {
      method: 'POST',
      headers: { origin: tagma.url },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const person = {
    organization: 'Analytical Engine',
    name: 'Ada',
    email: 'ada@example.com',
    password: 'long enough now',
  }

  const refused = await fill({ ...person, password: 'abc', name: '<b>Ada' })
  expect(refused.status).toBe(400)
  const again = await refused.text()
  expect(again).toContain('Enter a name without the characters')
  expect(again).toContain('value="&lt;b&gt;Ada"')

  const done = await fill(person)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
  const [cookie = ''] = done.headers.get('set-cookie')?.split(';') ?? []
  const me = await fetch(`${tagma.url}/json/users/me`, { headers: { cookie } })
  expect(await me.json()).toMatchObject({ full_name: 'Ada', is_owner: true })
  expect((await fill(person)).status).toBe(404)
  expect(await (await fetch(`${tagma.url}/api/v1/server_settings`)).json()).toMatchObject({
    realm_name: 'Analytical Engine',
  })

  expect(await tagma.stop('SIGINT')).toBe(0)
  await tagma.start()
  expect(tagma.output()).not.toContain('Become the owner')
})

test('an owner made by a command or by the environment ends the link; no key is ever printed', async () => {
  const tagma = await fresh()
  await tagma.start()
  const link = /open (\S+\/setup\/\w+)/.exec(tagma.output())?.[1] ?? ''
  await tagma.stop('SIGTERM')
  await tagma.start()
  const next = /open (\S+\/setup\/\w+)/.exec(tagma.output())?.[1] ?? ''
  expect(next).not.toBe(link)
  for (const one of [link, next]) expect((await fetch(one)).status).toBe(200)
  await tagma.stop('SIGTERM')
  const made = await tagma.run(
    ...['create-user', '--email', 'ada@example.com', '--name', 'Ada', '--role', 'owner'],
  )
  expect(made.code).toBe(0)
  await tagma.start()
  expect(tagma.output()).not.toMatch(/setup|\w{32}/)
  for (const one of [link, next]) expect((await fetch(one)).status).toBe(404)

  const other = await fresh(ownerSettings)
  await other.start()
  expect(other.output()).toContain('Tagma is running.')
  expect(other.output()).not.toMatch(/setup|\w{32}/)
})

test('a password is read from standard input, and never from the command line', async () => {
  const tagma = await fresh(ownerSettings)
  await tagma.start()
  await tagma.stop('SIGTERM')
  const otto = ['create-user', '--email', 'otto@example.com', '--name', 'Otto']
  const seen = await tagma.run(...otto, '--password', 'correct horse battery')
  expect(seen.code).toBe(1)
  expect(seen.output).toContain('can be read by everybody on the machine')
  const none = await tagma.runWith('', ...otto, '--password')
  expect(none.output).toContain('Choose a password of at least')
  const made = await tagma.runWith('correct horse battery\n', ...otto, '--password')
  expect(made.output).toContain('Made Otto')
  expect(made.output).not.toContain('correct horse')
  await tagma.start()
  const body = new URLSearchParams({ username: 'otto@example.com', password: 'correct horse battery' })
  const answer = await fetch(`${tagma.url}/api/v1/fetch_api_key`, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ result: 'success', email: 'otto@example.com' })
})

test('stopping answers parked polls and finishes running requests', async () => {
  const tagma = await fresh(ownerSettings)
  await tagma.start()
  const { authorization } = await signInOwner(tagma.url)
  const headers = { authorization }
  const queue = (await (await fetch(`${tagma.url}/api/v1/register`, { method: 'POST', headers })).json()) as {
    queue_id: string
    last_event_id: number
  }
  const poll = fetch(
    `${tagma.url}/api/v1/events?queue_id=${queue.queue_id}&last_event_id=${queue.last_event_id}`,
    { headers },
  )
  // The poll is parked once a later request has been answered.
  await fetch(`${tagma.url}/api/v1/users/me`, { headers })
  // As Ctrl-C under npm does: one signal from the terminal, and another one passed on.
  const stopped = tagma.stop('SIGINT')
  void tagma.stop('SIGINT')
  expect(await (await poll).json()).toMatchObject({ result: 'success', events: [] })
  expect(await stopped).toBe(0)
  expect(tagma.output()).toContain('Stopped; everything is saved.')
})

test('a taken port is named, with the remedy', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const tagma = await fresh({ TAGMA_PORT: String(port) })
  const { code, output } = await tagma.run('serve')
  expect(code).toBe(1)
  expect(output).toContain(`Port ${port} on 127.0.0.1 is taken by another program`)
  expect(output).toContain('TAGMA_PORT')
})

test.runIf(onSqlite)('a data folder in use by another server is left alone', async () => {
  const tagma = await fresh()
  await tagma.start()
  const { code, output } = await tagma.run('migrate')
  expect(code).toBe(1)
  expect(output).toMatch(/^tagma: The data folder \S+ is in use by another Tagma\./)
  expect((await tagma.run('doctor')).output).toContain('The server is running on this data folder')
})

test.runIf(onSqlite)(
  'an error about a data folder that cannot be made or is damaged is explained',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tagma-trouble-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(await (await fresh({ TAGMA_DATA_DIR: join(file, 'data') })).run('serve')).toMatchObject({
      code: 1,
      output: expect.stringContaining('is a file where a folder is needed'),
    })
    const damaged = join(folder, 'damaged')
    mkdirSync(damaged)
    writeFileSync(join(damaged, 'tagma.db'), 'this is no database'.repeat(1000))
    expect(await (await fresh({ TAGMA_DATA_DIR: damaged })).run('serve')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Restore it from a backup'),
    })
  },
)

// Root may write everywhere.
test.runIf(onSqlite && process.getuid?.() !== 0)('a folder that cannot be written is explained', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o500)
  expect(await (await fresh({ TAGMA_DATA_DIR: join(folder, 'data') })).run('serve')).toMatchObject({
    code: 1,
    output: expect.stringContaining('cannot be written'),
  })
})

test.each([
  [{ TAGMA_PORT: 'http' }, 'TAGMA_PORT is "http"; it should be a port number'],
  [{ TAGMA_LOG: 'loud' }, 'TAGMA_LOG is "loud"; it should be one of'],
  [{ TAGMA_RATE_LIMITS: 'all=fast' }, 'TAGMA_RATE_LIMITS has "all=fast"'],
  [{ TAGMA_OWNER_EMAIL: 'ada@example.com' }, 'belong together'],
  [{ TAGMA_PROT: '9991' }, 'TAGMA_PROT is no setting of Tagma'],
  [{ TAGMA_PUBLIC_URL: 'chat.example.com' }, 'TAGMA_PUBLIC_URL should be an address that begins with'],
])('the settings %o are refused with a reason', async (settings, reason) => {
  const tagma = await fresh(settings)
  const { code, output } = await tagma.run('serve')
  expect(code).toBe(1)
  expect(output).toContain(reason)
})

test('a database that does not answer is explained', async () => {
  const port = await freePort()
  const tagma = await fresh({ DATABASE_URL: `postgres://tagma:hunter22@127.0.0.1:${port}/tagma` })
  const { code, output } = await tagma.run('serve')
  expect(code).toBe(1)
  expect(output).toContain('The database that DATABASE_URL names cannot be reached')
  expect(output).not.toContain('hunter22')
  const settings = await tagma.run('config')
  expect(settings.output).toContain('DATABASE_URL=(set, hidden)')
  expect(settings.output).not.toContain('hunter22')
})

test('the commands explain themselves', async () => {
  const tagma = await fresh()
  const help = await tagma.run('--help')
  expect(help.code).toBe(0)
  for (const command of [
    'serve',
    'migrate',
    'config',
    'create-organization',
    'create-user',
    'reactivate-organization',
    'doctor',
  ]) {
    expect(help.output).toContain(command)
  }
  expect((await tagma.run('nonsense')).code).toBe(1)
  expect((await tagma.run('doctor')).output).toContain('ok    The settings are valid.')
})

test('the doctor checks the database and changes nothing', async () => {
  const tagma = await fresh()
  expect((await tagma.run('doctor')).output).toMatch(/ok .*works\. Starting the server brings its tables/)
  expect((await tagma.run('migrate')).output).toContain('Done: 0001-foundation')
  const { output } = await tagma.run('doctor')
  expect(output).toContain('works and holds 0 organizations.')
  expect(output.includes('Its autovacuum is off')).toBe(await leavesOldRows())
})

/** Whether the tests run on a PostgreSQL that does not clear away its old rows. */
async function leavesOldRows(): Promise<boolean> {
  if (onSqlite) return false
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL })
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query<{ autovacuum: string }>('show autovacuum')
  return rows[0]?.autovacuum === 'off'
}

test('only the server’s user can read its files, and an older installation is closed to others', async () => {
  const tagma = await fresh({ TAGMA_OWNER_EMAIL: 'ada@example.com', TAGMA_OWNER_PASSWORD: 'long enough now' })
  await tagma.start()
  const credentials = new URLSearchParams({ username: 'ada@example.com', password: 'long enough now' })
  const answer = await fetch(`${tagma.url}/api/v1/fetch_api_key`, { method: 'POST', body: credentials })
  const { api_key: key } = await answer.json()
  const form = new FormData()
  form.append('file', new File(['plans'], 'plans.txt'))
  const uploaded = await fetch(`${tagma.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`ada@example.com:${key}`)}` },
    body: form,
  })
  expect(uploaded.status).toBe(200)
  const kept = ['', ...readdirSync(tagma.dataDir, { recursive: true, encoding: 'utf8' })]
  const optional = { throwIfNoEntry: false } as const
  const open = () =>
    kept.filter((name) => ((statSync(join(tagma.dataDir, name), optional)?.mode ?? 0) & 0o077) !== 0)
  expect(kept.some((name) => name.endsWith('plans.txt'))).toBe(true)
  expect(open()).toEqual([])
  await tagma.stop('SIGTERM')

  chmodSync(tagma.dataDir, 0o755)
  expect(open()).toEqual([''])
  expect((await tagma.run('doctor')).output).toContain('Only the user of the server can read the data.')
  expect(open()).toEqual([])
})
