import { getAttachments } from '@tagma/contract/endpoints/uploads/get-attachments.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

/** Uploads a file of so many bytes as Iris; returns its address. */
async function upload(filename: string, size: number): Promise<string> {
  const file = [{ filename, contentType: 'text/plain', bytes: new Uint8Array(size).fill(97) }]
  return (await story.world.people.iris.call(uploadFile, { file })).url
}

const openFiles = (options = {}) => story.open('iris', { path: '/#settings/uploaded-files', ...options })

test('files are listed with their size and where they are used, follow what happens, and are deleted', async () => {
  const page = await openFiles()
  await page.getByText('You have uploaded nothing.').waitFor()
  const url = await upload('plan.txt', 3000)
  const files = page.getByRole('list', { name: 'Uploaded files' })
  const plan = files.getByRole('listitem').filter({ hasText: 'plan.txt' })
  await plan.getByText('In no message.').waitFor()
  await plan.getByText('2.9 kB').waitFor()
  await story.world.send('iris', { channel: 'design', topic: 'logo' }, `See [the plan](${url})`)
  await plan.getByRole('link', { name: '#design > logo' }).waitFor()
  await upload('big.txt', 90_000)
  await files.getByText('big.txt').waitFor()
  const shown = () => files.getByRole('listitem').getByRole('link', { name: /txt$/ }).allTextContents()
  await page.getByRole('combobox', { name: 'Order' }).selectOption('By name')
  expect(await shown()).toEqual(['big.txt', 'plan.txt'])
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first')
  expect(await shown()).toEqual(['plan.txt', 'big.txt'])
  expect(await accessibilityProblems(page)).toEqual([])
  await plan.getByRole('button', { name: 'Delete plan.txt' }).click()
  const question = page.getByRole('dialog', { name: 'Delete plan.txt?' })
  await question.getByText('1 message links this file.').waitFor()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('status').filter({ hasText: 'plan.txt is deleted.' }).waitFor()
  await expect.poll(shown).toEqual(['big.txt'])
  const { attachments } = await story.world.people.iris.call(getAttachments, {})
  expect(attachments.map(({ name }) => name)).toEqual(['big.txt'])
})

test('a link leads to the message', async () => {
  const url = await upload('draft.txt', 10)
  await story.world.send('iris', ['otto'], `My [draft](${url})`)
  const page = await openFiles({ ...phone, viewport: { width: 320, height: 700 } })
  const draft = page.getByRole('listitem').filter({ hasText: 'draft.txt' })
  await draft.getByRole('link', { name: story.world.people.otto.name }).waitFor()
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
  await draft.getByRole('link', { name: story.world.people.otto.name }).tap()
  await page.getByRole('article').filter({ hasText: 'My draft' }).waitFor()
})
