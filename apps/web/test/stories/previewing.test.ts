import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { expect, test } from 'vitest'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { accessibilityProblems, phone, stage, widths } from '#test/story.ts'

const story = stage()
const { send, open } = inTopics(story)

test.each(widths)('%s, the preview shows a text like its message will be', async (_, size) => {
  const { iris } = story.world.people
  await iris.call(updateSettings, {
    timezone: 'Asia/Tokyo',
    twenty_four_hour_time: true,
    emojiset: 'google',
  })
  await send('otto', 'previewed', 'Hello')
  const page = await open('iris', 'previewed', size)
  const box = boxOf(page, 'previewed')
  const text = [
    'Meet at <time:2026-11-22T14:05:00Z> :tada:',
    '```spoiler Who did it?\nThe butler\n```',
    '```python\nprint(1)\n```',
    `See #**design>colors**`,
  ].join('\n\n')
  await box.fill(text)
  await box.press('Alt+p')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText(/23:05/).waitFor()
  await preview.getByText('🎉').waitFor()
  await preview.getByText('Python').waitFor()
  await preview.getByRole('button', { name: 'Copy', exact: true }).waitFor()
  expect(await accessibilityProblems(page, '.editor-preview')).toEqual([])
  await iris.call(updateSettings, { emojiset: 'text' })
  await preview.getByText(':tada:').waitFor()
  expect(await preview.getByText('The butler').isVisible()).toBe(false)
  await preview.getByRole('button', { name: 'Who did it?' }).click()
  await preview.getByText('The butler').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => box.inputValue()).toBe(text)
  await box.fill('')
  await iris.call(updateSettings, { emojiset: 'google', timezone: '' })
})

test('on a phone, the menu of the box leads to the preview, and a button back to the text', async () => {
  await send('otto', 'looked at', 'Hello')
  const page = await open('iris', 'looked at', phone)
  const box = boxOf(page, 'looked at')
  await box.fill('Warm **grey**')
  const look = page.getByRole('button', { name: 'Preview' })
  expect(await look.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'More formatting' }).tap()
  await page.getByRole('menuitem', { name: 'Preview' }).tap()
  await page.getByRole('region', { name: 'Preview' }).getByText('grey').waitFor()
  await look.tap()
  await expect.poll(() => box.inputValue()).toBe('Warm **grey**')
  await box.fill('')
})
