import { updateSubscriptionSettings } from '@tagma/contract/endpoints/channels/update-subscription-settings.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf } from '#test/in-topics.ts'
import { accessibilityProblems, phone, sizes, stage, widths } from '#test/story.ts'

const story = stage()

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Why was I told' })
/** The sentence of a way, with the link below it. */
const wayOf = (page: Page, way: string) =>
  dialogOf(page)
    .locator('.why-told > div')
    .filter({ has: page.getByText(way, { exact: true }) })
    .locator('dd')

test.each(sizes)('%s, a message says by which switch it rings, and leads there', async (place, size) => {
  const { design } = story.world.channels
  const { otto, iris } = story.world.people
  const content = `Look here, @**Iris Okafor** (${place})`
  await otto.call(sendMessage, { type: 'stream', to: design, topic: 'rings', content })
  const page = await story.open('iris', {
    path: `/#narrow/channel/${design}/topic/rings`,
    ...size,
  })
  const article = articleOf(page, `(${place})`)
  if (size === phone) {
    const text = article.getByText('Look here,')
    const { x, y } = (await text.boundingBox())!
    const press = { pointerType: 'touch', isPrimary: true, clientX: x + 5, clientY: y + 5 }
    await text.dispatchEvent('pointerdown', press)
    await page.getByRole('menuitem', { name: 'Why was I told' }).click()
  } else {
    await article.focus()
    await page.keyboard.press('Shift+W')
  }
  await wayOf(page, 'Screen').getByText('Yes: you are mentioned.').waitFor()
  await wayOf(page, 'Mail').getByText('Yes: you are mentioned.').waitFor()
  await dialogOf(page).getByText('While you are here, mail waits; the phone does not.').waitFor()
  expect(await accessibilityProblems(page, 'dialog[open]')).toEqual([])
  await iris.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: design, property: 'is_muted', value: true }],
  })
  // The dialog follows what changes elsewhere. A muted channel silences no mention.
  await wayOf(page, 'Phone').getByText('Yes: you are mentioned.').waitFor()
  await iris.call(updateSubscriptionSettings, {
    subscription_data: [{ stream_id: design, property: 'is_muted', value: false }],
  })
  await wayOf(page, 'Sound')
    .getByRole('link', { name: 'Change: Sound for direct messages and mentions' })
    .click()
  await dialogOf(page).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Notifications' }).first().waitFor()
})

test('an ordinary message says how to hear of the channel, and one’s own that it is one’s own', async () => {
  const { design } = story.world.channels
  const { otto, iris } = story.world.people
  const to = { type: 'stream', to: design, topic: 'paper' } as const
  await otto.call(sendMessage, { ...to, content: 'Just so' })
  await iris.call(sendMessage, { ...to, content: 'By myself' })
  // Who writes in a topic may follow it by that.
  await iris.call(updateUserTopic, { stream_id: design, topic: 'paper', visibility_policy: 0 })
  const page = await story.open('iris', {
    path: `/#narrow/channel/${design}/topic/paper`,
    colorScheme: 'dark',
  })
  await articleOf(page, 'By myself').focus()
  await page.keyboard.press('Shift+W')
  await wayOf(page, 'Screen').getByText('No: you wrote it yourself.').waitFor()
  expect(await dialogOf(page).getByRole('link').count()).toBe(0)
  await page.keyboard.press('Escape')
  await articleOf(page, 'Just so').focus()
  await page.keyboard.press('Shift+W')
  await wayOf(page, 'Phone')
    .getByText('No: you have not asked to hear of every message in this channel.')
    .waitFor()
  expect(await accessibilityProblems(page, 'dialog[open]')).toEqual([])
  await wayOf(page, 'Phone').getByRole('link', { name: 'Change it for this channel' }).click()
  await page
    .getByRole('region', { name: 'Channel settings' })
    .getByRole('switch', { name: /^Phone/ })
    .waitFor()
})

test.each(widths)('%s, the settings say of an imagined message whether it would tell', async (_, size) => {
  const page = await story.open('mo', { path: '/#settings/notifications', ...size })
  const part = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Would I be told?' }) })
  const sound = part
    .locator('.why-told > div')
    .filter({ has: page.getByText('Sound', { exact: true }) })
    .locator('dd')
  await sound.getByText('Yes: it is a direct message to you.').waitFor()
  await page.getByRole('switch', { name: 'Direct messages and mentions: Sound' }).uncheck()
  await sound
    .getByText(
      'No: it is a direct message to you, but Sound for direct messages and mentions is switched off.',
    )
    .waitFor()
  await part
    .getByRole('combobox', { name: /^Somebody writes/ })
    .selectOption('Any other message in a channel')
  await part.getByRole('combobox', { name: /^In the channel/ }).selectOption('general')
  await sound.getByText('No: you have not asked to hear of every message in this channel.').waitFor()
  expect(await accessibilityProblems(page, '.main')).toEqual([])
  await sound.getByRole('link', { name: 'Change it for this channel' }).click()
  await page.getByRole('region', { name: 'Channel settings' }).waitFor()
  await page.goBack()
  await page.getByRole('switch', { name: 'Direct messages and mentions: Sound' }).check()
})
