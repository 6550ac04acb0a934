import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { callServices } from '#test/call-services.ts'
import { boxOf, inTopics } from '#test/in-topics.ts'
import { phone, sizes, stage } from '#test/story.ts'

const services = await callServices()
const story = stage(services.settings)
const { send, open } = inTopics(story)

afterAll(() => services.close())

const choose = (video_chat_provider: number) =>
  story.world.people.olive.call(updateRealm, { video_chat_provider })

/** Opens the box of a topic; a phone shows its tools while it has the focus. */
async function openBox(topic: string, options = {}) {
  await send('otto', topic, 'Hello')
  const page = await open('iris', topic, options)
  await boxOf(page, topic).focus()
  return { page, box: boxOf(page, topic) }
}

const buttonOf = (page: Page) => page.getByRole('button', { name: 'Begin a video call' })

test.each([
  ['Nextcloud Talk', 7, `${services.url}/call/k4e8fq2p`],
  ['Constructor Groups', 6, 'https://example.constructor.app/groups/room/5f0c3a'],
  ['BigBlueButton', 4, '/calls/bigbluebutton/join?bigbluebutton='],
])('a call by %s stands in the text as a link', async (name, provider, address) => {
  await choose(provider)
  const { page, box } = await openBox(name)
  await buttonOf(page).click()
  const whole = address.startsWith('/') ? story.server.url + address : address
  await expect.poll(() => box.inputValue()).toContain(`[Join the video call](${whole}`)
  expect(await page.getByText('The call was not made').count()).toBe(0)
})

test('a call has the name of the conversation that it begins in', async () => {
  await choose(7)
  const { page, box } = await openBox('named')
  await buttonOf(page).click()
  await expect.poll(() => box.inputValue()).toContain('/call/k4e8fq2p')
  expect(services.asked.at(-1)).toContain('"roomName":"#design > named"')
})

test('if the service does not answer, the page says so, and the text stays', async () => {
  story.expectComplaint(/400/)
  await choose(7)
  const { page, box } = await openBox('away')
  await box.fill('Shall we talk?')
  services.setDown(true)
  await buttonOf(page).click()
  await page.getByRole('alert').getByText('The call was not made: Nextcloud Talk gave no call.').waitFor()
  expect(await box.inputValue()).toBe('Shall we talk?')
  services.setDown(false)
  await buttonOf(page).click()
  await expect.poll(() => box.inputValue()).toContain('/call/k4e8fq2p')
})

test('the link of a call goes into the draft if the writer has left the conversation', async () => {
  await choose(7)
  const { page } = await openBox('left')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/calls/nextcloud_talk/create', async (route) => {
    await held
    await route.fallback()
  })
  await buttonOf(page).click()
  await page.goto('/#inbox')
  await boxOf(page, 'left').waitFor({ state: 'detached' })
  letGo()
  await page.goBack()
  await expect.poll(() => boxOf(page, 'left').inputValue()).toContain('/call/k4e8fq2p')
})

test.each(sizes)(
  '%s, Webex is connected once in a window of its own, and the call begins by itself',
  async (_, size) => {
    await choose(8)
    const name = size === phone ? 'otto' : 'iris'
    const topic = `webex of ${name}`
    await send('mia', topic, 'Hello')
    const page = await open(name, topic, size)
    const box = boxOf(page, topic)
    await box.focus()
    await page.locator('.editor-call').waitFor({ state: 'attached' })
    // In a narrow box, the menu has the button.
    const begin = async () => {
      if (size !== phone) return buttonOf(page).click()
      await page.getByRole('button', { name: 'More formatting' }).click()
      await page.getByRole('menuitem', { name: 'Begin a video call' }).click()
    }
    await begin()
    const dialog = page.getByRole('dialog', { name: 'Connect your Webex account' })
    const [popup] = await Promise.all([
      page.context().waitForEvent('page'),
      dialog.getByRole('link', { name: 'Open Webex' }).click(),
    ])
    await popup.getByRole('heading', { name: 'Webex is connected' }).waitFor()
    await popup.close()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(() => box.inputValue())
      .toContain('https://example.webex.com/example/j.php?MTID=m5f0c3a')
    // From then on, nothing is asked.
    await box.fill('')
    await begin()
    await expect.poll(() => box.inputValue()).toContain('https://example.webex.com/')
    expect(await dialog.count()).toBe(0)
  },
)
