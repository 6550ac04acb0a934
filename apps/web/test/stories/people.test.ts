import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

const logo = () => `/#narrow/channel/${story.world.channels.design}-design/topic/logo`

test('a click on a sender shows a card, from which one mentions, mutes and reads on', async () => {
  const page = await story.open('otto', { path: logo() })
  const message = page.getByRole('article').filter({ hasText: 'The logo is round' })
  await message.getByRole('button', { name: 'Iris Okafor' }).click()
  const card = page.getByRole('dialog', { name: 'Iris Okafor' })
  await card.getByText('Member').waitFor()
  expect(await accessibilityProblems(page, '.person-card')).toEqual([])
  await card.getByRole('button', { name: 'Mute' }).click()
  await page.getByText('A message of somebody you muted.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await message.waitFor()
  await message.getByRole('button', { name: 'Iris Okafor' }).click()
  await card.getByRole('button', { name: 'Mention' }).click()
  const box = page.getByRole('textbox', { name: 'Message #design > logo' })
  await expect.poll(() => box.inputValue()).toBe('@**Iris Okafor** ')
  await message.focus()
  await page.keyboard.press('u')
  await card.getByRole('link', { name: 'Full profile' }).click()
  await page.getByRole('heading', { level: 1, name: 'Iris Okafor' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'engine' }).waitFor()
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Message', exact: true }).click()
  await page.getByRole('textbox', { name: 'Message Iris Okafor' }).waitFor()
})

test('Escape closes a card, and the focus is where it was', async () => {
  const page = await story.open('otto', { path: logo() })
  const message = page.getByRole('article').filter({ hasText: 'The logo is round' })
  await message.focus()
  await page.keyboard.press('u')
  await page.getByRole('dialog', { name: 'Iris Okafor' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  expect(await message.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('on a phone the card is a sheet', async () => {
  const page = await story.open('otto', { path: logo(), ...phone })
  const message = page.getByRole('article').filter({ hasText: 'The logo is round' })
  await message.getByRole('button', { name: 'Iris Okafor' }).tap()
  const card = page.getByRole('dialog', { name: 'Iris Okafor' })
  await card.waitFor()
  expect((await card.boundingBox())?.width).toBe(390)
})
