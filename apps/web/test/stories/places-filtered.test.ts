import { expect, test } from 'vitest'
import { stage } from '#test/story.ts'

const story = stage()

test('q leaves the places that fit, Enter opens the first one, and all are there again', async () => {
  const page = await story.open('iris')
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('link', { name: 'engine' }).waitFor()
  await page.locator('body').press('q')
  const filter = places.getByRole('textbox', { name: 'Filter places' })
  await filter.fill('desi')
  await expect.poll(() => places.getByRole('link', { name: 'engine' }).count()).toBe(0)
  await filter.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'design' }).waitFor()
  await places.getByRole('link', { name: 'engine' }).waitFor()
  expect(await filter.count()).toBe(0)
})

test('a mention and a direct message elsewhere are spoken once', async () => {
  const page = await story.open('iris', {
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/logo`,
  })
  await page.getByRole('article').first().waitFor()
  await page.waitForTimeout(2500)
  const spoken = (text: string) => page.getByRole('status').filter({ hasText: text })
  const mention = `@**${story.world.people.iris.name}** look`
  await story.world.send('otto', { channel: 'design', topic: 'colors' }, mention)
  await spoken('Mention in design, colors').waitFor()
  await story.world.send('mia', ['iris'], 'Lunch?')
  await spoken('Direct message from Mia Sato').waitFor()
  expect(await spoken('Mention in design').count()).toBe(0)
})
