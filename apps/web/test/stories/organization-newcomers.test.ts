import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

test('a setting of newcomers is changed, seen in another browser, and taken back by Undo', async () => {
  const path = '/#organization/organization-level-user-defaults'
  const [page, other] = await Promise.all([
    story.open('olive', { path }),
    story.open('mia', { path, ...phone }),
  ])
  const setting = page.getByRole('switch', { name: 'Channels: Screen' })
  const inOther = other.getByRole('switch', { name: 'Channels: Screen' })
  await inOther.waitFor()
  expect([await inOther.isChecked(), await inOther.isDisabled()]).toEqual([false, true])
  await other.getByText('Only administrators may change this.', { exact: true }).waitFor()
  expect(await other.locator('.settings-inner :is(input, select):enabled').count()).toBe(1)
  expect(await accessibilityProblems(other, '.main')).toEqual([])
  await setting.click()
  await expect.poll(() => inOther.isChecked()).toBe(true)
  await page.getByRole('status').filter({ hasText: 'For newcomers: ' }).waitFor()
  await page.getByRole('combobox', { name: 'Colors' }).selectOption('Dark')
  const chosen = () => other.getByRole('combobox', { name: 'Colors' }).locator('option:checked').textContent()
  await expect.poll(chosen).toBe('Dark')
  // One's own page looks as before.
  expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBeUndefined()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(chosen).toBe('As the device')
})

test('channels for newcomers are added and removed, each with Undo', async () => {
  const path = '/#organization/default-channels-list'
  const [page, other] = await Promise.all([story.open('olive', { path }), story.open('mia', { path })])
  const inOther = other.getByRole('list', { name: 'Default channels' })
  const channel = page.getByRole('combobox', { name: 'Channel' })
  await channel.waitFor()
  expect(await channel.locator('option').allTextContents()).not.toContain('secret')
  await channel.selectOption('design')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await inOther.getByText('#design').waitFor()
  expect(await other.getByRole('button', { name: 'Remove #design' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove #design' }).click()
  await expect.poll(() => inOther.getByText('#design').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await inOther.getByText('#design').waitFor()
  expect(await accessibilityProblems(page, '.main')).toEqual([])
})
