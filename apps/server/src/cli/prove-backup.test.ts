import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lastProof, noteProof } from '#areas/backups/last-proof.ts'
import { createOrganization } from '#areas/organization/create-organization.ts'
import { systemRandom } from '#ports/random.ts'
import { openSqlite } from '#store/engines/sqlite.ts'
import { Tx } from '#store/log/tx.ts'
import { insertImported } from '#store/organization/imports.ts'
import { proveBackup } from './prove-backup.ts'
import { takeBackup } from './take-backup.ts'

const open = async (dataDir: string) => openSqlite({ file: join(dataDir, 'tagma.db') })

/** A data folder with an organization, and an upload of six bytes. */
async function scene() {
  const root = mkdtempSync(join(tmpdir(), 'tagma-prove-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const dataDir = join(root, 'data')
  mkdirSync(join(dataDir, 'uploads/1'), { recursive: true })
  writeFileSync(join(dataDir, 'uploads/1/cake'), 'a cake')
  const engine = await open(dataDir)
  await engine.migrate()
  await engine.write(0, async ({ db }) => {
    const made = await createOrganization(new Tx(db, 0, 1_700_000_000), systemRandom, {
      name: 'Tea',
      subdomain: '',
    })
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await insertImported(new Tx(db, made.id, 1_700_000_000), 'attachments', [
      {
        organization_id: made.id,
        owner_id: owner.id,
        path_id: '1/cake',
        name: 'cake',
        size: 6,
        content_type: 'text/plain',
        created_at: 1_700_000_000,
        image: null,
      },
    ])
  })
  await engine.close()
  const target = join(root, 'backup')
  const take = () => takeBackup(dataDir, target, { now: 1_700_000_000, version: '0.1.0' })
  return { dataDir, target, take }
}

test('a backup is restored, compared and read', async () => {
  const { target, take } = await scene()
  await take()
  expect(await proveBackup(target, { open, hasUploads: true })).toMatchObject({
    madeAt: 1_700_000_000,
    organizations: 1,
    messages: 0,
    problems: [],
  })
})

test('rows that differ from those that were counted, and uploads that are not there, are named', async () => {
  const { dataDir, target, take } = await scene()
  writeFileSync(join(dataDir, 'uploads/1/cake'), 'half')
  await take()
  const manifest = join(target, 'manifest.jsonl')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"organizations":1', '"organizations":2'))
  const proof = await proveBackup(target, { open, hasUploads: true })
  expect(proof.problems).toEqual([
    'organizations has 1 rows instead of 2.',
    'uploads/1/cake has 4 bytes; the database says 6.',
  ])
  expect((await proveBackup(target, { open, hasUploads: false })).problems).toHaveLength(1)
})

test('an upload that is not in the backup is named, and so is a damaged file', async () => {
  const { dataDir, target, take } = await scene()
  rmSync(join(dataDir, 'uploads/1/cake'))
  await take()
  const ask = () => proveBackup(target, { open, hasUploads: true })
  expect((await ask()).problems).toEqual(['uploads/1/cake, which the database names, is missing.'])
  writeFileSync(join(target, 'data/tagma.db'), 'no database')
  expect((await ask()).problems).toEqual([expect.stringMatching(/^tagma\.db has 11 bytes instead of/)])
})

test('the proof of the newest backup stays', async () => {
  const { dataDir } = await scene()
  expect(lastProof(dataDir)).toBeUndefined()
  const proof = { folder: '/backup/b', made_at: 200, proved_at: 300 }
  noteProof(dataDir, proof)
  noteProof(dataDir, { folder: '/backup/a', made_at: 100, proved_at: 400 })
  expect(lastProof(dataDir)).toEqual(proof)
  writeFileSync(join(dataDir, 'proved-backup.json'), '{')
  expect(lastProof(dataDir)).toBeUndefined()
  expect(existsSync(join(dataDir, 'tagma.db'))).toBe(true)
})
