import { getBackupState } from '@tagma/contract/endpoints/backups/get-backup-state.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { noteBackup } from '../backup-note.ts'
import { noteProof } from '../last-proof.ts'

const made = { snapshot: '20260105T031500Z', made_at: 1000, bytes: 5, added: 5, seconds: 1 }

test('owners learn when the server was backed up and when a backup was proved; others do not', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const administrator = await t.given.user('admin', { role: 'administrator' })
  const { dataDir } = t.app.services.config
  noteBackup(dataDir, { to: '/somewhere', begun_at: 990, ended_at: 1001, made })
  noteProof(dataDir, { folder: '/somewhere', made_at: 1000, proved_at: 1100 })
  expect(await t.as(owner).call(getBackupState, {})).toEqual({
    is_scheduled: false,
    made_timestamp: 1000,
    failed_timestamp: null,
    proved_timestamp: 1100,
    proved_backup_timestamp: 1000,
  })
  noteBackup(dataDir, { to: '/somewhere', begun_at: 2000, ended_at: 2001, problem: 'The disk is full.' })
  expect(await t.as(owner).call(getBackupState, {})).toMatchObject({
    made_timestamp: 1000,
    failed_timestamp: 2001,
  })
  expect((await t.as(administrator).refusal(getBackupState, {})).code).toBe('UNAUTHORIZED_PRINCIPAL')
})
