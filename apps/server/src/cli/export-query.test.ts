import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { getAuditLog } from '@tagma/contract/endpoints/audit/get-audit-log.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { passingFolder } from '#test/packed-files.ts'
import { unpackedZip } from '#test/unpacked-zip.ts'
import { exportForCompliance, exportPerson } from './export-query.ts'

const target = async () => join(await passingFolder(), 'out.zip')

test('a command exports one person’s data, and says so in the audit log', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { iris, otto } = await t.given.members('iris', 'otto')
  await t.given.message(iris, [otto], { content: 'Mine' })
  const to = await target()
  const subdomain = t.directory.organization.subdomain
  await exportPerson(t.app.services, { to, subdomain, who: iris.email.toUpperCase() })
  const files = await unpackedZip(readFileSync(to))
  expect(JSON.parse(String(files.get('messages/messages-000001.json')))).toMatchObject([{ content: 'Mine' }])
  expect(statSync(to).mode & 0o777).toBe(0o600)
  const { audit_log } = await t.as(owner).call(getAuditLog, { everybody: true, action: 'export.asked' })
  expect(audit_log).toMatchObject([
    { actor_kind: 'command', detail: { type: 'person', user_id: iris.id, include_received: false } },
  ])
  await expect(exportPerson(t.app.services, { to, subdomain, who: 'nobody@example.com' })).rejects.toThrow(
    'There is nobody with the address or id nobody@example.com.',
  )
})

test('a command exports private messages, too, and refuses what it does not understand', async () => {
  const t = await testApp()
  const { iris, otto, mia } = await t.given.members('iris', 'otto', 'mia')
  const closed = await t.given.channel([iris, otto], { name: 'closed', invite_only: true })
  await t.given.message(iris, closed, { content: 'In the closed' })
  await t.given.message(otto, [mia], { content: 'To mia' })
  const to = await target()
  const given = { to, subdomain: t.directory.organization.subdomain }
  const start = new Date(t.clock.now()).toISOString().slice(0, 10)
  await exportForCompliance(t.app.services, {
    ...given,
    people: `${iris.email},${mia.id}`,
    direct: true,
    since: start,
  })
  const files = await unpackedZip(readFileSync(to))
  const lines = String(files.get('messages-000001.jsonl')).trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { content: string }).content)).toEqual([
    'In the closed',
    'To mia',
  ])
  expect(JSON.parse(String(files.get('manifest.json')))).toMatchObject({
    asked_by: 'command',
    counts: { messages: 2 },
  })
  const refused = async (options: Parameters<typeof exportForCompliance>[1], message: string) =>
    expect(exportForCompliance(t.app.services, options)).rejects.toThrow(message)
  await refused({ ...given, channels: 'general,nowhere' }, 'There is no channel nowhere.')
  await refused({ ...given, since: 'yesterday' }, '--since yesterday is no time')
  await refused({ ...given, since: '2026-02-01', until: '2026-01-01' }, 'The time ends before it begins')
  await refused({ ...given, format: 'pdf' }, '--format is one of jsonl, csv, html.')
})
