import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ListElement } from '@tagma/importers/files.ts'
import { Losses } from '@tagma/importers/losses.ts'
import { ExportBuilder } from '@tagma/importers/zulip/export-builder.ts'
import { readZulip } from '@tagma/importers/zulip/read-zulip.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openImportFolder } from './import-folder.ts'
import { jsonElements } from './json-elements.ts'

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tagma-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
  return folder
}

async function elements(content: string | Uint8Array): Promise<ListElement[]> {
  const folder = await folderWith({ 'realm.json': content })
  return Array.fromAsync(jsonElements(join(folder, 'realm.json'), 'realm.json', 1024 * 1024))
}

test('a file of any size is read one row after another, as JSON.parse would', async () => {
  const rows = [{ id: 1, text: 'a"\\[{é\u{1f375}', deep: { list: [1.5e-3, null, true] } }, 'odd', []]
  expect(await elements(JSON.stringify({ one: rows, none: [], two: [{ __proto__: 1 }] }))).toEqual([
    ...rows.map((row) => ['one', row]),
    ['two', {}],
  ])
})

test.for<[what: string, content: string | Uint8Array, says: RegExp]>([
  ['cut off', '{"zerver_realm":[{"id":1},{"id"', /^realm\.json is no whole JSON/],
  ['no JSON', 'PK\u0003\u0004', /^realm\.json is no whole JSON/],
  ['something behind its end', '{"a":[]} {', /^realm\.json is no whole JSON/],
  ['a list', '[[1]]', /^realm\.json has no tables/],
  ['no list in it', '{"zerver_realm":{"id":1}}', /^realm\.json: zerver_realm is no list/],
  ['in Latin-1', Buffer.from('{"a":["\u00e9"]}', 'latin1'), /^realm\.json is not in UTF-8/],
  ['lists in lists', `{"a":[${'['.repeat(1000)}`, /^realm\.json has lists in more than 64 others/],
  ['one endless value', `{"a":["${'x'.repeat(2 * 1024 * 1024)}`, /^realm\.json has a value with more/],
])('a file with %s is refused with its name', async ([, content, says]) => {
  await expect(elements(content)).rejects.toThrow(says)
})

test('links are not followed, and names lead nowhere else', async () => {
  const folder = await folderWith({ 'realm.json': '{}' })
  const { pathOf } = await openImportFolder(folder)
  for (const name of ['../realm.json', '/etc/passwd', 'uploads/../../x', 'C:\\x'])
    expect(() => pathOf(name)).toThrow('is missing')
  await mkdir(join(folder, 'uploads'))
  await symlink('/etc/passwd', join(folder, 'uploads', 'passwd'))
  await expect(openImportFolder(folder)).rejects.toThrow('uploads/passwd is neither a file nor a folder')
})

test('a file with more reactions than messages are read row by row', async () => {
  const built = new ExportBuilder()
  const iris = built.person('Iris', { role: 100 })
  const open = built.channel('open')
  const id = built.message(iris, open)
  const reactions = Array.from({ length: 40_000 }, (_, index) => ({
    id: index + 1,
    user_profile: iris.id,
    message: index % 3 === 0 ? id : id + 1,
    emoji_code: '1f375',
    emoji_name: `tea ${'-'.repeat(index % 50)}`,
    reaction_type: 'unicode_emoji',
    padding: 'x'.repeat(100),
  }))
  built.tables.zerver_reaction = reactions
  const contents = built.files(1000)
  const folder = await folderWith({
    'realm.json': JSON.stringify(built.tables),
    'messages-000001.json': JSON.stringify(await contents.json('messages-000001.json')),
  })
  const { files } = await openImportFolder(folder)
  const losses = new Losses()
  for await (const record of readZulip(files, losses)) {
    if (record.t !== 'message') continue
    expect(record.reactions).toHaveLength(13_334)
    expect(record.reactions[1]).toEqual({
      person: iris.id,
      type: 'unicode_emoji',
      code: '1f375',
      name: 'tea ---',
    })
  }
  expect(losses.report().tables).toContainEqual({
    table: 'zerver_reaction',
    read: 40_000,
    carried: 40_000,
    dropped: 0,
  })
})
