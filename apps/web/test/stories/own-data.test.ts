import { readFileSync } from 'node:fs'
import { getOwnExports } from '@tagma/contract/endpoints/exports/get-own-exports.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

test('somebody asks for their data, downloads it, and deletes the archive', async () => {
  const page = await story.open('iris', { path: '/#settings/account-and-privacy' })
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Your data' }) })
  await form.getByRole('button', { name: 'Make an archive' }).click()
  await form.getByText('The archive is being made.').waitFor()
  const archives = page.getByRole('list', { name: 'Archives of your data' })
  const link = archives.getByRole('link', { name: /Download the archive of/ })
  await link.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  const { exports } = await story.world.people.iris.call(getOwnExports, {})
  expect(exports).toMatchObject([{ include_received: false, failed_timestamp: null }])
  expect(await link.getAttribute('href')).toBe(exports[0]?.export_url)
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`export-${exports[0]?.id}.zip`)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  await archives.getByRole('button', { name: /Delete the archive of/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete the archive?' })
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await archives.getByText(/The archive was deleted/).waitFor()
  expect(await link.count()).toBe(0)
})

test('a narrow phone shows the whole form and a refusal', async () => {
  const page = await story.open('otto', {
    ...phone,
    viewport: { width: 320, height: 700 },
    path: '/#settings/account-and-privacy',
  })
  const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Your data' }) })
  const archives = page.getByRole('list', { name: 'Archives of your data' })
  await form.getByRole('switch', { name: /Add direct messages/ }).tap()
  for (let count = 1; count <= 3; count++) {
    await form.getByRole('button', { name: 'Make an archive' }).tap()
    await expect.poll(() => archives.getByRole('link').count()).toBe(count)
  }
  await archives.getByText('What is yours, and direct messages to you').first().waitFor()
  story.expectComplaint(/400/)
  await form.getByRole('button', { name: 'Make an archive' }).tap()
  await form.getByRole('alert').getByText('Your data can be asked for 3 times within a day.').waitFor()
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
})
