import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { SlackExportBuilder } from '@tagma/importers/slack/export-builder.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { ZulipTables } from '@tagma/importers/zulip/zulip-tables.ts'
import { packTar, type TarEntry } from 'modern-tar'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tarEntries } from '#areas/imports/tar-entries.ts'
import { must } from '#model/must.ts'
import { listOrganizations } from '#store/organization/organizations.ts'
import { testApp, testClient } from '#test/app.ts'
import { refusedArchive, runImport } from '#test/imported-archive.ts'
import { allMessages } from '#test/imported-organization.ts'
import { folderOf, passingFolder, zipOf } from '#test/packed-files.ts'
import { importPath } from './import.ts'

function teaRoom() {
  const built = new SlackExportBuilder()
  const iris = built.user('Iris', { is_owner: true })
  const general = built.channel('general', [iris])
  built.message(general, iris, 'Hello')
  return { built, iris, general }
}

async function fileWith(bytes: Uint8Array, name = 'export.zip'): Promise<string> {
  const path = join(await passingFolder(), name)
  await writeFile(path, bytes)
  return path
}

/** Changes the entries in the directory of a ZIP. */
async function changedZip(
  files: ReadonlyMap<string, string>,
  change: (entry: Buffer) => void,
): Promise<string> {
  const bytes = readFileSync(await zipOf(files))
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4))
    change(bytes.subarray(at))
  return fileWith(bytes)
}

const one = new Map([['users.json', '[]']])

test.for<[what: string, change: (entry: Buffer) => void, says: RegExp]>([
  [
    'grows more than a hundredfold',
    (entry) => entry.writeUInt32LE(0xffff_fff0, 24),
    /more than a hundred times its size/,
  ],
  ['is larger than it says', (entry) => entry.writeUInt32LE(1, 24), /is no whole ZIP/],
  ['lies on others', (entry) => entry.writeUInt32LE(0x00ff_ffff, 20), /entries that lie on each other/],
  [
    'is a link',
    (entry) => void (entry.writeUInt8(3, 5), entry.writeUInt32LE(0o120777 * 0x10000, 38)),
    /neither a file nor a folder/,
  ],
  [
    'is a device',
    (entry) => void (entry.writeUInt8(3, 5), entry.writeUInt32LE(0o060777 * 0x10000, 38)),
    /neither a file nor a folder/,
  ],
  ['is encrypted', (entry) => entry.writeUInt16LE(1, 8), /is encrypted/],
  ['is packed otherwise', (entry) => entry.writeUInt16LE(99, 10), /packed in a way that is not known/],
  ['has another checksum', (entry) => entry.writeUInt32LE(7, 16), /is damaged: its checksum differs/],
  [
    'climbs',
    (entry) => void entry.write('../../x.sh', 46),
    /has an entry that it cannot have: "\.\.\/\.\.\/x\.sh"/,
  ],
  ['is absolute', (entry) => void entry.write('/etc/x.txt', 46), /has an entry that it cannot have/],
  ['lies on a drive', (entry) => void entry.write('C:\\x\\y.txt', 46), /has an entry that it cannot have/],
  ['has a NUL', (entry) => void entry.write('users\0json', 46), /has an entry that it cannot have/],
])('a ZIP with an entry that %s is refused', async ([, change, says]) => {
  const t = await testApp()
  expect(await refusedArchive(t, await changedZip(one, change))).toMatch(says)
})

test('a ZIP of ten million entries is refused before one is read', async () => {
  const t = await testApp()
  // The directory's end in its long form says how many there are; there is no entry at all.
  const end = Buffer.alloc(56 + 20 + 22)
  end.write('PK\u0006\u0006', 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeBigUInt64LE(10_000_000n, 24)
  end.writeBigUInt64LE(10_000_000n, 32)
  end.writeBigUInt64LE(0n, 40)
  end.writeBigUInt64LE(4n, 48)
  end.write('PK\u0006\u0007', 56)
  end.writeBigUInt64LE(4n, 64)
  end.writeUInt32LE(1, 72)
  end.write('PK\u0005\u0006', 76)
  end.fill(0xff, 84, 96)
  const path = await fileWith(Buffer.concat([Buffer.from('PK\u0003\u0004'), end]))
  expect(await refusedArchive(t, path)).toContain('has more than 1000000 entries')
})

test('names that are one place are refused, and names without a word on their letters are UTF-8', async () => {
  const t = await testApp()
  const twice = await changedZip(
    new Map([
      ['users.json', '[]'],
      ['users.jsom', '[]'],
    ]),
    (entry) => void entry.write('users.json', 46),
  )
  expect(await refusedArchive(t, twice)).toMatch(/users\.json is twice in/)
  const inFile = new Map([
    ['a', '1'],
    ['a/b', '2'],
  ])
  expect(await refusedArchive(t, await zipOf(inFile))).toMatch(/has the place of another entry/)
  const { built } = teaRoom()
  built.channel('grünes-テ', ['U1000'])
  const path = await changedZip(built.files() as Map<string, string>, (entry) => entry.writeUInt16LE(0, 8))
  expect((await runImport(t, path)).report).toContain('channel        2')
})

test('an archive that was cut off anywhere, or has a flipped byte, is refused or whole', async () => {
  const t = await testApp()
  const { built } = teaRoom()
  const zip = readFileSync(await zipOf(built.files()))
  const entries: TarEntry[] = [...built.files()].map(([name, body]) => ({
    header: { name: `export/${name}`, size: body.length },
    body,
  }))
  const tar = Buffer.from(await packTar(entries))
  for (const [bytes, name] of [
    [zip, 'a.zip'],
    [gzipSync(tar), 'a.tar.gz'],
    [zstdCompressSync(tar), 'a.tar.zst'],
  ] as const)
    for (const share of [0.05, 0.3, 0.5, 0.7, 0.9, 0.99])
      expect(
        await refusedArchive(t, await fileWith(bytes.subarray(0, Math.floor(bytes.length * share)), name)),
      ).toMatch(/is no whole (ZIP|archive)|is neither a ZIP nor/)
  for (let at = 10; at < zip.length; at += Math.floor(zip.length / 15)) {
    const flipped = Buffer.from(zip)
    flipped[at] = (flipped[at] ?? 0) ^ 0x20
    const result = runImport(t, await fileWith(flipped), { dryRun: true })
    const ended = await result.then(
      () => 'read',
      (error: unknown) => (error instanceof Error ? error.message : 'no error'),
    )
    expect(ended).toMatch(/^read$|\.json|\.zip|organization|owner/)
  }
})

test.for<[what: string, entries: TarEntry[], says: RegExp]>([
  ['climb', [{ header: { name: 'export/../../x', size: 1 }, body: 'x' }], /has an entry that it cannot have/],
  [
    'are absolute',
    [{ header: { name: '/etc/cron.d/x', size: 1 }, body: 'x' }],
    /has an entry that it cannot have/,
  ],
  [
    'are links',
    [{ header: { name: 'x', size: 0, type: 'symlink', linkname: '/etc/passwd' } }],
    /is no plain file/,
  ],
  [
    'are hard links',
    [{ header: { name: 'x', size: 0, type: 'link', linkname: '/etc/passwd' } }],
    /is no plain file/,
  ],
  ['are devices', [{ header: { name: 'x', size: 0, type: 'character-device' } }], /is no plain file/],
  ['are pipes', [{ header: { name: 'x', size: 0, type: 'fifo' } }], /is no plain file/],
])('a tar with entries that %s is refused', async ([, entries, says]) => {
  const t = await testApp()
  expect(await refusedArchive(t, await fileWith(gzipSync(await packTar(entries)), 'a.tar.gz'))).toMatch(says)
})

test('a tar that would fill the disk is refused by its first header, and one of many entries by their number', async () => {
  const t = await testApp()
  const head = Buffer.from(await packTar([{ header: { name: 'realm.json', size: 0 } }])).subarray(0, 512)
  // Seven gigabytes, in the digits of tar; the sum of the header follows.
  head.write('70000000000', 124)
  head.write('        ', 148)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  const path = await fileWith(gzipSync(Buffer.concat([head, Buffer.alloc(1024 * 1024)])), 'a.tar.gz')
  expect(await refusedArchive(t, path)).toMatch(/unpacks to more than a hundred times its size/)
  const many = Array.from({ length: 30 }, (_, index) => ({
    header: { name: `x${index}`, size: 1 },
    body: 'x',
  }))
  const counted = Array.fromAsync(tarEntries(await fileWith(await packTar(many)), 20), async ({ bytes }) => {
    for await (const _ of bytes);
  })
  await expect(counted).rejects.toThrow('has more than 20 entries')
})

test('a file that is no archive, or one of nothing known, is told what was expected', async () => {
  const t = await testApp()
  expect(await refusedArchive(t, await fileWith(Buffer.from('%PDF-1.4')))).toMatch(
    /is neither a ZIP nor a tar/,
  )
  expect(await refusedArchive(t, await fileWith(new Uint8Array()))).toMatch(/is neither a ZIP nor a tar/)
  const said = await refusedArchive(t, await zipOf(new Map([['a/notes.txt', 'x']])))
  expect(said).toMatch(
    /Expected: an archive of tagma export \(archive\.json\), or an export of Zulip \(realm\.json\), Slack \(users\.json and channels\.json\)/,
  )
  expect(said).toMatch(/Found: 1 files, such as notes\.txt/)
  expect(await refusedArchive(t, await zipOf(one), { from: 'slack' })).toMatch(
    /is no export of Slack: that has users\.json and channels\.json/,
  )
})

test.for<[what: string, file: string, content: string | Uint8Array, says: string]>([
  [
    'Latin-1',
    'users.json',
    Buffer.from('[{"id":"U1","name":"J\u00fcrgen"}]', 'latin1'),
    'users.json is not in UTF-8',
  ],
  ['UTF-16', 'users.json', Buffer.from('[]', 'utf16le'), 'users.json'],
  ['cut JSON', 'general/2024-03-01.json', '[{"type":"message"', 'general/2024-03-01.json is no whole JSON'],
  [
    'an object',
    'general/2024-03-01.json',
    '{"ok":false}',
    'general/2024-03-01.json: general/2024-03-01.json is no list of rows',
  ],
  [
    'a number in the list',
    'general/2024-03-01.json',
    '[{}, 7]',
    'row 2 of general/2024-03-01.json is no object',
  ],
  ['a list of texts', 'emoji.json', '[]', 'emoji.json is no answer of emoji.list'],
])('a Slack export with %s names the file', async ([, file, content, says]) => {
  const t = await testApp()
  const { built } = teaRoom()
  expect(await refusedArchive(t, await zipOf(new Map([...built.files(), [file, content]])))).toContain(says)
})

test('a gigabyte in one file of JSON is refused by its size, or streamed with an end to each value', async () => {
  const t = await testApp()
  const slack = await folderOf(teaRoom().built.files())
  await truncate(join(slack, 'general/2024-03-01.json'), 1024 ** 3)
  expect(await refusedArchive(t, slack)).toMatch(
    /general\/2024-03-01\.json has 1073741824 bytes; files of JSON can have up to/,
  )
  const zulip = await folderOf(new Map([['realm.json', '{"zerver_realm":[{"id":1,"name":"']]))
  await truncate(join(zulip, 'realm.json'), 1024 ** 3)
  expect(await refusedArchive(t, zulip)).toMatch(/^realm\.json is no whole JSON/)
  // Rows that are needed whole have an end too.
  const built = new ExportBuilder()
  for (let index = 0; index < 100; index++) built.person(`P${index}`, { padding: 'x'.repeat(1000) })
  const reading = ZulipTables.read(built.files(1), () => true, new Losses(), 50_000)
  await expect(reading).rejects.toThrow(ImportProblem)
})

test('what an import has written when it fails is seen by nobody, and --undo gives the disk back', async () => {
  const t = await testApp()
  const { built, iris, general } = teaRoom()
  built.others.set('__uploads/F100/notes.txt', 'Two spoons.')
  built.message(general, iris, 'See', { files: [{ id: 'F100', name: 'notes.txt' }] })
  const folder = await folderOf(built.files())
  const { db } = t.app.services.data
  const subdomains = async () => (await listOrganizations(db)).map(({ subdomain }) => subdomain)
  const before = await subdomains()
  // The file disappears when the folder has been listed.
  vi.spyOn(console, 'log').mockImplementation(() =>
    rmSync(join(folder, '__uploads'), { recursive: true, force: true }),
  )
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const options = { oldUrl: [], fetch: false, subdomain: `fails-${t.organizationId}` }
  await expect(importPath(t.app.services, folder, options)).rejects.toThrow('notes.txt')
  expect(told.mock.calls.join('\n')).toContain('with --undo to delete it')
  expect((await subdomains()).filter((subdomain) => !before.includes(subdomain))).toEqual([
    expect.stringMatching(/^#import-/),
  ])
  await mkdir(join(folder, '__uploads/F100'), { recursive: true })
  await writeFile(join(folder, '__uploads/F100/notes.txt'), 'Two spoons.')
  vi.spyOn(console, 'log').mockImplementation(() => {})
  await importPath(t.app.services, folder, { ...options, undo: true })
  expect(await subdomains()).toEqual(before)
  expect(readdirSync(join(t.app.services.config.dataDir, 'import-work'))).toEqual([])
})

test('links in a folder are not followed, whichever product it is of', async () => {
  const t = await testApp()
  const folder = await folderOf(teaRoom().built.files())
  await symlink('/etc/passwd', join(folder, 'general', '2024-03-02.json'))
  expect(await refusedArchive(t, folder)).toMatch(/general\/2024-03-02\.json is neither a file nor a folder/)
})

test('ids that come twice, times of 1970 and 2106 and people who are nobody are mended and counted', async () => {
  const t = await testApp()
  const { built, iris, general } = teaRoom()
  built.users.push({ ...built.users[0], real_name: 'Second' })
  built.lists.channels.push({ ...built.lists.channels[0], name: 'second' })
  built.channel('far', ['U404'], { creator: 'U405', created: 1e300 })
  built.channel('early', [iris], { created: -7 })
  built.message(general, iris, 'old', { ts: '0000000001.000000' })
  built.message(general, iris, 'late', { ts: '4291747200.000000', edited: { ts: '9999999999.000000' } })
  built.message(general, 'U406', 'nobody', { reactions: [{ name: 'tea', users: ['U407'], count: 1e12 }] })
  const { report } = await runImport(t, await zipOf(built.files()))
  for (const line of [
    'trace: users: id_twice: 1',
    'content: channels: id_twice: 1 (second)',
    'content: messages: time_impossible: 2',
    'state: channel records: time_impossible: 2',
  ])
    expect(report).toContain(line)
  const organization = must((await listOrganizations(t.app.services.data.db)).at(-1), 'it is there')
  const directory = await t.app.services.data.directories.get(organization.id)
  const account = must(directory.userByEmail('iris@example.com'), 'Iris is there')
  const { messages } = await testClient(t.app, `${organization.subdomain}.localhost`, account).call(
    getMessages,
    {
      ...allMessages,
      apply_markdown: false,
    },
  )
  expect(messages.map(({ content }) => content)).toEqual(['old', 'Hello', 'nobody', 'late'])
  const years = messages.map(({ timestamp }) => new Date(timestamp * 1000).getUTCFullYear())
  expect(years).toEqual([2000, 2024, 2024, 2024])
})

test('chains and nets of groups end, however deep, and groups in themselves are taken apart', async () => {
  const t = await testApp()
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100 })
  built.message(iris, iris)
  const group = (name: string) => {
    const id = built.add('zerver_usergroup', { realm: 2 })
    built.add('zerver_namedusergroup', { usergroup_ptr: id, id, name, is_system_group: false })
    return id
  }
  const within = (supergroup: number, subgroup: number) =>
    built.add('zerver_groupgroupmembership', { supergroup, subgroup })
  const chain = Array.from({ length: 1500 }, (_, index) => group(`chain ${index}`))
  for (const [index, id] of chain.entries()) within(id, chain[(index + 1) % chain.length] ?? 0)
  // Each pair contains both of the next: two to the fortieth paths.
  const net = Array.from(
    { length: 40 },
    (_, index) => [group(`left ${index}`), group(`right ${index}`)] as const,
  )
  for (const [index, pair] of net.entries())
    for (const upper of pair) for (const lower of net[index + 1] ?? []) within(upper, lower)
  const contents = built.files(10)
  const files = new Map<string, string>()
  for (const name of contents.names) files.set(name, JSON.stringify(await contents.json(name)))
  expect((await runImport(t, await folderOf(files))).report).toContain(
    'state: subgroups: group_contains_itself: 1',
  )
})
