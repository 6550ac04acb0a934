import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

const story = stage()

test('what comes into the open conversation is spoken, and nothing else', async () => {
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/logo`
  const page = await story.open('iris', { path })
  await page.getByRole('article').first().waitFor()
  const log = page.getByRole('log', { name: 'Announcements' })
  const send = (from: 'iris' | 'otto' | 'mia', topic: string, content: string) =>
    story.world.send(from, { channel: 'design', topic }, content)
  await send('iris', 'logo', 'My own, from elsewhere')
  await send('otto', 'colors', 'In another conversation')
  await send('otto', 'logo', 'On **screen** too')
  await expect.poll(() => log.locator('p').allTextContents()).toEqual(['Otto Lindqvist: On screen too'])
  await send('otto', 'logo', 'One more')
  await send('mia', 'logo', 'And mine')
  await expect
    .poll(() => log.locator('p').allTextContents())
    .toEqual(['Otto Lindqvist: On screen too', '2 new messages from Otto Lindqvist and Mia Sato'])
})

test('history that loads is not spoken', async () => {
  const [first] = story.world.colors
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/colors/near/${first}`
  const page = await story.open('mia', { path })
  await page.getByRole('article').filter({ hasText: 'Grey number 1' }).first().waitFor()
  await page.getByRole('article').first().focus()
  await page.keyboard.press('End')
  await page.getByRole('article').filter({ hasText: 'Grey number 120' }).waitFor()
  await page.waitForTimeout(2500)
  expect(await page.getByRole('log', { name: 'Announcements' }).textContent()).toBe('')
})

test('after a jump there is a way back, and what was skipped can be marked as read', async () => {
  const path = `/#narrow/channel/${story.world.channels.design}-design/topic/colors`
  const page = await story.open('olive', { path: `${path}/near/${story.world.colors[29]}` })
  const named = page.getByRole('article').filter({ hasText: 'Grey number 30' })
  await named.waitFor()
  await named.focus()
  const before = await named.boundingBox()
  await page.keyboard.press('End')
  await page.getByRole('article').filter({ hasText: 'Grey number 120' }).waitFor()
  await page.getByRole('button', { name: 'Back to where you were' }).click()
  await named.waitFor()
  await expect
    .poll(async () => Math.abs(((await named.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(1.5)
  expect(await page.getByRole('button', { name: 'Back to where you were' }).count()).toBe(0)
})
