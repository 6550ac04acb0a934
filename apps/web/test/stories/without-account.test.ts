import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accessibilityProblems, stage } from '#test/story.ts'

const story = stage()

const hello = () => `/#narrow/channel/${story.world.channels.square}-square/topic/hello`

test('35. Without an account: a channel of the web is read without an account, and signing in leads back to it', async () => {
  const create = { width: 300, height: 200, channels: 3, background: '#1d5a96' } as const
  const bytes = new Uint8Array(await sharp({ create }).png().toBuffer())
  const file = [{ filename: 'sea.png', contentType: 'image/png', bytes }]
  const { url } = await story.world.people.iris.call(uploadFile, { file })
  await story.world.send('iris', { channel: 'square', topic: 'hello' }, `[sea](${url})`)
  const page = await story.openSignedOut({ path: hello() })
  await page.getByRole('heading', { level: 1, name: 'hello' }).waitFor()
  // Pictures in it are seen, too.
  const picture = page.getByRole('article').filter({ hasText: 'sea' }).locator('img').last()
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth).catch(() => 0))
    .toBeGreaterThan(0)
  const message = page.getByRole('article').filter({ hasText: 'Hello, passers-by' })
  await message.waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await message.hover()
  expect(await page.getByRole('button', { name: 'Message actions' }).count()).toBe(0)
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('link', { name: 'square' }).waitFor()
  expect(await places.getByRole('link', { name: /design|Inbox/ }).count()).toBe(0)
  expect(await accessibilityProblems(page, 'main')).toEqual([])
  await page.getByRole('link', { name: 'Sign in to answer' }).click()
  const { email, password } = story.world.people.iris
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Message #square > hello' }).waitFor()
  const { messages } = await story.world.people.iris.call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'channel', operand: 'square', negated: false }],
  })
  expect(messages.at(-1)?.content).toContain('sea.png')
})

test('35. Without an account: what is not on the web says so, and is there after signing in', async () => {
  const page = await story.openSignedOut({
    path: `/#narrow/channel/${story.world.channels.design}-design/topic/colors`,
  })
  await page.getByRole('heading', { level: 1, name: 'Not public' }).waitFor()
  await page.goto('/#settings/profile')
  await page.getByRole('heading', { level: 1, name: 'Not public' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  await page.goto(`/#narrow/channel/${story.world.channels.design}-design/topic/colors`)
  await page.getByRole('heading', { level: 1, name: 'Not public' }).waitFor()
  await page.getByRole('link', { name: 'Sign in', exact: true }).first().click()
  const { email, password } = story.world.people.iris
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'colors' }).waitFor()
})
