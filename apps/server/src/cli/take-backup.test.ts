import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { notesDatabase } from '#test/notes-database.ts'
import { takeBackup } from './take-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** A data folder with an open database that is being written, and two files. */
function scene() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-backup-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dataDir = join(root, 'data-of-server')
  for (const folder of ['uploads/2', '.staged', 'incoming', 'uploads/.staged'])
    mkdirSync(join(dataDir, folder), { recursive: true })
  writeFileSync(join(dataDir, 'uploads/2/cake'), 'a cake')
  writeFileSync(join(dataDir, 'external-media.key'), 'secret')
  for (const name of ['.staged/x', 'incoming/y', 'uploads/.staged/z', 'lock.db'])
    writeFileSync(join(dataDir, name), 'under way')
  const database = notesDatabase(join(dataDir, 'tagma.db'))
  onTestFinished(() => database.close())
  database.write('committed')
  const target = join(root, 'backups', 'today')
  const take = () => takeBackup(dataDir, target, { now: 1_700_000_000, version: '0.1.0' })
  return { dataDir, database, target, take, root }
}

const files = ['tagma.db', 'external-media.key', 'uploads/2/cake']

test('a backup has what was committed and all files, and nothing that was under way', async () => {
  const { database, target, take } = scene()
  database.begin()
  database.write('not committed')
  expect(await take()).toMatchObject({ files: 3 })
  const lines = readFileSync(join(target, 'manifest.jsonl'), 'utf8').trimEnd().split('\n')
  const [head, ...listed] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(head).toEqual({ format: 'tagma-backup', version: 1, made_at: 1_700_000_000, made_by: '0.1.0' })
  expect(listed.at(-1)).toEqual({ files: 3, tables: { notes: 1 } })
  expect(
    listed
      .slice(0, -1)
      .map(({ path }) => String(path))
      .toSorted(),
  ).toEqual(files.toSorted())
  expect(readFileSync(join(target, 'data/uploads/2/cake'), 'utf8')).toBe('a cake')
  expect(await verifyBackup(target)).toMatchObject({ files: 3, problems: [] })
  const copy = notesDatabase(join(target, 'data/tagma.db'))
  expect(copy.read()).toEqual(['committed'])
  copy.close()
})

test.each(files)('one changed byte in %s is found', async (path) => {
  const { target, take } = scene()
  await take()
  const file = join(target, 'data', path)
  const bytes = readFileSync(file)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect((await verifyBackup(target)).problems).toEqual([`${path} has other contents than were saved.`])
})

test('files that are missing, cut off or added are named', async () => {
  const { target, take } = scene()
  await take()
  rmSync(join(target, 'data/external-media.key'))
  truncateSync(join(target, 'data/uploads/2/cake'), 2)
  writeFileSync(join(target, 'data/uploads/2/pie'), 'a pie')
  expect((await verifyBackup(target)).problems.toSorted()).toEqual([
    'external-media.key is missing.',
    'uploads/2/cake has 2 bytes instead of 6.',
    'uploads/2/pie is not in the manifest.',
  ])
})

test('a manifest that is cut off, goes on, or leads outside is refused', async () => {
  const { target, take, root } = scene()
  await take()
  const manifest = join(target, 'manifest.jsonl')
  const whole = readFileSync(manifest, 'utf8')
  const lines = whole.trimEnd().split('\n')
  writeFileSync(manifest, `${lines.slice(0, -1).join('\n')}\n`)
  await expect(verifyBackup(target)).rejects.toThrow('was cut off after line 4')
  writeFileSync(manifest, [lines[0], lines[1], lines[4]].join('\n'))
  await expect(verifyBackup(target)).rejects.toThrow('Line 3 of manifest.jsonl is damaged')
  writeFileSync(manifest, whole)
  appendFileSync(manifest, `${lines[1]}\n`)
  await expect(verifyBackup(target)).rejects.toThrow('Line 6')
  writeFileSync(manifest, whole.replace('uploads/2/cake', '../../cake'))
  await expect(verifyBackup(target)).rejects.toThrow('../../cake, which is outside')
  await expect(verifyBackup(root)).rejects.toThrow('has no manifest.jsonl')
})

test('a backup neither replaces a folder nor goes into the data folder, and leaves nothing when it fails', async () => {
  const { dataDir, target, take } = scene()
  const inside = join(dataDir, 'backup')
  await expect(takeBackup(dataDir, inside, { now: 0, version: '' })).rejects.toThrow('is in the data folder')
  symlinkSync('/etc', join(dataDir, 'uploads/link'))
  await expect(take()).rejects.toThrow('neither a file nor a folder')
  expect(existsSync(target)).toBe(false)
  rmSync(join(dataDir, 'uploads/link'))
  await take()
  await expect(take()).rejects.toThrow('exists already')
  expect((await verifyBackup(target)).problems).toEqual([])
  writeFileSync(join(dataDir, 'tagma.db-damaged'), 'page 7\n')
  await expect(takeBackup(dataDir, `${target}-2`, { now: 0, version: '' })).rejects.toThrow('page 7')
})
