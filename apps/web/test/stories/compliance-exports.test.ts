import { readFileSync } from 'node:fs'
import { getComplianceExports } from '@tagma/contract/endpoints/exports/get-compliance-exports.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { roles } from '@tagma/contract/objects/user.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'
import type { PersonName } from '#test/world.ts'

const story = stage()

const open = (who: PersonName) => story.open(who, { path: '/#organization/data-exports-admin' })

test('an owner asks for the messages of a channel and of somebody, and gets a table', async () => {
  const page = await open('olive')
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('heading', { name: 'For lawyers and auditors' }) })
  await form.getByRole('combobox', { name: 'Channels' }).selectOption({ label: 'design' })
  await form.getByText('#design').waitFor()
  const people = form.getByRole('combobox', { name: 'Only of these people' })
  await people.fill(story.world.people.iris.name)
  await people.press('Enter')
  expect(await form.getByRole('checkbox', { name: /Direct messages too/ }).isDisabled()).toBe(true)
  await form.getByLabel('From').fill('2001-01-02')
  await form.getByLabel('Through').fill('2001-01-01')
  await form.getByText('The last day is before the first.').waitFor()
  const ask = form.getByRole('button', { name: 'Make the archive' })
  expect(await ask.isDisabled()).toBe(true)
  await form.getByLabel('Through').fill('')
  await ask.click()
  const archives = page.getByRole('list', { name: 'Archives for lawyers and auditors' })
  await archives.getByText(/#design and/).waitFor()
  const link = archives.getByRole('link', { name: /Download the archive of/ })
  await link.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const { exports } = await story.world.people.olive.call(getComplianceExports, {})
  expect(exports).toMatchObject([{ query: { format: 'csv', user_ids: [story.world.people.iris.id] } }])
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`export-${exports[0]?.id}.zip`)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

test('an owner reads when the server was backed up', async () => {
  const page = await open('olive')
  const backups = page.getByRole('list', { name: 'Backups of the server' })
  await backups.getByText('No backup is noted on this server.').waitFor()
  await backups.getByText('No backup was proved yet.').waitFor()
  expect(await backups.getByRole('listitem').count()).toBe(2)
})

test('administrators who are no owners see exports of the organization only', async () => {
  const { olive, mia } = story.world.people
  await olive.call(updateUser, { user_id: mia.id, role: roles.administrator })
  const page = await open('mia')
  await page.getByRole('heading', { name: 'New export' }).waitFor()
  await page.getByText('No export was made yet.').waitFor()
  expect(await page.getByRole('heading', { name: 'For lawyers and auditors' }).count()).toBe(0)
})
