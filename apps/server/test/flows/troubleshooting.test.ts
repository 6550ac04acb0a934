import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { guide } from '#test/guide.ts'
import { freePort, installation, makeSchema } from '#test/server-process.ts'

// Provokes each message of the page "Troubleshooting": the server prints exactly the page's text.

const onSqlite = process.env.TEST_ENGINE !== 'postgres'
const isRoot = process.getuid?.() === 0
/** Runs a program without special rights: root may write everywhere and listen on every port. */
const unprivileged = isRoot ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : []
const canBeUnprivileged =
  !isRoot || spawnSync('setpriv', [...unprivileged.slice(1), 'test', '-r', import.meta.filename]).status === 0

/** Lowest port without special rights: in a container often any port. */
const firstFreePort = existsSync('/proc/sys/net/ipv4/ip_unprivileged_port_start')
  ? Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'))
  : 1024

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tagma-trouble-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function outputOf(
  settings: Readonly<Record<string, string>>,
  command: readonly string[] = ['serve'],
  under: readonly string[] = [],
): Promise<string> {
  const tagma = await installation(settings, under)
  onTestFinished(() => tagma.remove())
  const { code, output } = await tagma.run(...command)
  expect(code).toBe(1)
  return output
}

/** Provokes each message; undefined if this machine cannot. */
const provocations: Readonly<Record<string, () => Promise<string | undefined>>> = {
  'Port 9991 on 127.0.0.1 is taken by another program': async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    return (await outputOf({ TAGMA_PORT: String(port) })).replace(String(port), '9991')
  },
  'This user may not listen on port …': async () =>
    canBeUnprivileged && firstFreePort > 1
      ? outputOf({ TAGMA_PORT: '1' }, ['serve'], unprivileged)
      : undefined,
  '… is no address of this machine': () => outputOf({ TAGMA_HOST: '198.51.100.7' }),
  '… is no setting of Tagma': () => outputOf({ TAGMA_PROT: '9991' }),
  '… cannot be written': async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o500)
    return canBeUnprivileged
      ? outputOf({ TAGMA_DATA_DIR: join(folder, 'data') }, ['serve'], unprivileged)
      : undefined
  },
  'The data folder … is in use': async () => {
    if (!onSqlite) return undefined
    const tagma = await installation()
    onTestFinished(() => tagma.remove())
    await tagma.start()
    return (await tagma.run('create-user', '--email', 'otto@example.com', '--name', 'Otto')).output
  },
  'tagma.db in the data folder is damaged or no database': async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'tagma.db'), 'this is no database'.repeat(1000))
    return onSqlite ? outputOf({ TAGMA_DATA_DIR: folder }) : undefined
  },
  'The data was written by a newer version of Tagma': async () => {
    if (!onSqlite) return undefined
    const tagma = await installation()
    onTestFinished(() => tagma.remove())
    await tagma.run('migrate')
    const database = new DatabaseSync(join(tagma.dataDir, 'tagma.db'))
    database.exec(`insert into migrations (name) values ('9999-wings')`)
    database.close()
    const doctor = await tagma.run('doctor')
    expect(doctor.output).toMatch(
      /^MEND {2}The data was written by a newer version of Tagma \(it has 9999-wings\)/m,
    )
    return (await tagma.run('serve')).output
  },
  'The disk is full': async () => {
    const folder = temporaryFolder()
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    if (!onSqlite || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status !== 0)
      return undefined
    try {
      return await outputOf({ TAGMA_DATA_DIR: disk })
    } finally {
      execFileSync('umount', [disk])
      rmdirSync(disk)
    }
  },
  'The database that DATABASE_URL names cannot be reached': async () =>
    outputOf({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/tagma` }),
  'PostgreSQL refused DATABASE_URL': async () => {
    if (process.env.TEST_DATABASE_URL === undefined) return undefined
    const url = new URL(process.env.TEST_DATABASE_URL)
    url.pathname = '/no_such_database'
    return outputOf({ DATABASE_URL: url.href })
  },
  'The replica that DATABASE_READ_URL names cannot be asked': async () => {
    if (onSqlite) return undefined
    const database = await makeSchema()
    onTestFinished(() => database.drop())
    const replica = `postgres://127.0.0.1:${await freePort()}/tagma`
    return outputOf({ DATABASE_URL: database.url, DATABASE_READ_URL: replica }, ['doctor'])
  },
  'DATABASE_READ_URL names no replica': async () => {
    if (onSqlite) return undefined
    const [database, other] = [await makeSchema(), await makeSchema()]
    onTestFinished(async () => {
      await database.drop()
      await other.drop()
    })
    return outputOf({ DATABASE_URL: database.url, DATABASE_READ_URL: other.url })
  },
  'There is no organization yet': () =>
    outputOf({}, ['create-user', '--email', 'otto@example.com', '--name', 'Otto']),
}

const titles = [...guide('troubleshooting').matchAll(/^### “(.+)”$/gm)].map(([, title = '']) => title)

test.for(titles)('%s', async (title, { skip }) => {
  const provoke = provocations[title]
  if (!provoke) throw new Error(`Nothing provokes “${title}”`)
  const output = await provoke()
  if (output === undefined) return skip('not on this machine or this engine')
  const pattern = title
    .split('…')
    .map((part) => RegExp.escape(part))
    .join('.+')
  expect(output).toMatch(new RegExp(pattern))
  // Only the reason, without a stack.
  expect(output).not.toMatch(/\n\s+at /)
})

test('every provocation belongs to a message on the page', () => {
  expect(Object.keys(provocations).toSorted()).toEqual(titles.toSorted())
})

test.runIf(onSqlite)(
  'the doctor does not report a folder that cannot be written as in use',
  async ({ skip }) => {
    if (!canBeUnprivileged) skip('this user may write everywhere')
    const folder = temporaryFolder()
    chmodSync(folder, 0o500)
    const output = await outputOf({ TAGMA_DATA_DIR: folder }, ['doctor'], unprivileged)
    expect(output).toContain(`MEND  ${folder} cannot be written.`)
    expect(output).not.toContain('The server is running')
    // The reason once, though several checks need the folder.
    expect(output.match(/cannot be (written|opened)/g)).toHaveLength(1)
  },
)
