import { getAlertWords } from '@tagma/contract/endpoints/alert-words/get-alert-words.ts'
import { updateUserTopic } from '@tagma/contract/endpoints/topics/update-user-topic.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { muteUser } from '@tagma/contract/endpoints/users/mute-user.ts'
import { visibilityPolicies } from '@tagma/contract/visibility-policies.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityProblems, phone, stage } from '#test/story.ts'

const story = stage()

const openSettings = (page: string, options: Parameters<typeof story.open>[1] = {}) =>
  story.open('iris', { path: `/#settings/${page}`, ...options })
const saved = (page: Page, setting: string) =>
  page.getByRole('status').filter({ hasText: `Saved: ${setting}` })

test('a setting is saved at once, felt in another window, and taken back by Undo', async () => {
  const [page, other] = await Promise.all([openSettings('preferences'), openSettings('preferences')])
  const scheme = (where: Page) => where.getByRole('combobox', { name: 'Colors' })
  await scheme(other).waitFor()
  await scheme(page).selectOption('Dark')
  await saved(page, 'Colors').waitFor()
  const schemeOf = () => other.evaluate(() => document.documentElement.dataset.scheme)
  await expect.poll(schemeOf).toBe('dark')
  await expect.poll(() => scheme(other).locator('option:checked').textContent()).toBe('Dark')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(schemeOf).toBeUndefined()
  expect(await scheme(page).locator('option:checked').textContent()).toBe('As the device')
  const sends = other.getByRole('combobox', { name: 'Enter', exact: true })
  await sends.selectOption('Sends the message')
  await page.goto(`/#narrow/channel/${story.world.channels.design}-design/topic/logo`)
  await page.getByText('Enter sends', { exact: true }).waitFor()
  await sends.selectOption('Begins a new line')
  await page.getByText('Ctrl+Enter sends', { exact: true }).waitFor()
})

test('a number outside of its limits is refused in words, and nothing changes', async () => {
  const page = await openSettings('preferences')
  const size = page.getByRole('spinbutton', { name: 'Size of text, in pixels' })
  await size.fill('99')
  await size.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'A whole number from 12 to 24.' }).waitFor()
  const textSize = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--text-size'))
  expect(await textSize()).toBe('16px')
  await size.fill('18')
  await size.press('Enter')
  await expect.poll(textSize).toBe('18px')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(textSize).toBe('16px')
})

test('another language is spoken without reloading, and is found again after it', async () => {
  const page = await openSettings('preferences')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await page.getByRole('heading', { level: 1, name: 'Vorlieben' }).waitFor()
  await page.getByText('Gespeichert: Sprache').waitFor()
  await page.getByRole('navigation', { name: 'Einstellungen' }).getByText('Benachrichtigungen').waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de')
  await page.reload()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('English')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  // The server has it, too: the next story begins in English.
  await saved(page, 'Language').waitFor()
})

test('the table of notifications switches one kind in one way', async () => {
  const page = await openSettings('notifications')
  const mail = page.getByRole('switch', { name: 'Followed topics: Mail', exact: true })
  await mail.click()
  await saved(page, 'Mail about followed topics').waitFor()
  expect(await mail.isChecked()).toBe(false)
  await page.reload()
  await expect.poll(() => mail.isChecked()).toBe(false)
  await mail.click()
  await expect.poll(() => mail.isChecked()).toBe(true)
  expect(await page.getByRole('switch', { name: 'Channels: Mentions of everybody' }).count()).toBe(0)
})

test('a session that is ended from another one is signed out', async () => {
  const page = await openSettings('account-and-privacy')
  const other = await story.open('iris', { path: '/#inbox' })
  await other.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.reload()
  await page.getByText('This browser', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('status').filter({ hasText: 'signed out' }).waitFor()
  story.expectComplaint('401')
  await other.waitForURL(/\/login\//)
  expect(await page.getByRole('button', { name: /^Sign out / }).count()).toBe(0)
})

test('the key is shown after the password alone', async () => {
  const page = await openSettings('account-and-privacy')
  const form = page.locator('form').filter({ hasText: 'Show the key' })
  story.expectComplaint('401')
  await form.getByLabel('Your password').fill('wrong')
  await form.getByRole('button', { name: 'Show the key' }).click()
  await form.getByRole('alert').waitFor()
  await form.getByLabel('Your password').fill(story.world.people.iris.password)
  await form.getByRole('button', { name: 'Show the key' }).click()
  const key = page.getByRole('textbox', { name: 'API key' })
  await key.waitFor()
  expect(await key.inputValue()).toMatch(/^\w{32}$/)
  expect((await story.world.people.iris.call(getOwnUser, {})).full_name).toBe(story.world.people.iris.name)
})

test('alert words are added and removed, each with Undo', async () => {
  const page = await openSettings('alert-words')
  await page.getByText('You have no alert words.').waitFor()
  await page.getByRole('textbox', { name: 'New alert word' }).fill('printer')
  await page.keyboard.press('Enter')
  const words = page.getByRole('list', { name: 'Alert words' })
  await words.getByText('printer').waitFor()
  const known = async () => (await story.world.people.iris.call(getAlertWords, {})).alert_words
  await expect.poll(known).toEqual(['printer'])
  await page.getByRole('textbox', { name: 'New alert word' }).fill('Printer')
  await page.getByText('“Printer” is in the list.').waitFor()
  await words.getByRole('button', { name: 'Remove printer' }).click()
  await expect.poll(known).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await words.getByText('printer').waitFor()
  await expect.poll(known).toEqual(['printer'])
})

test('muted people and topics that differ from their channel are listed, and changed in place', async () => {
  const { people, channels } = story.world
  await people.iris.call(muteUser, { muted_user_id: people.gus.id })
  await people.iris.call(updateUserTopic, {
    stream_id: channels.design,
    topic: 'colors',
    visibility_policy: visibilityPolicies.muted,
  })
  const page = await openSettings('muted-users')
  await page.getByRole('button', { name: `Unmute ${people.gus.name}` }).click()
  await page.getByText('You have muted nobody.').waitFor()
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Topics' }).click()
  const policy = page.getByRole('combobox', { name: 'Notifications of colors' })
  expect(await policy.locator('option:checked').textContent()).toBe('Muted')
  await policy.selectOption('As the channel')
  await expect.poll(() => policy.count()).toBe(0)
})

test('without a network, settings say why they rest', async () => {
  const page = await openSettings('preferences')
  const scheme = page.getByRole('combobox', { name: 'Colors' })
  await expect.poll(() => scheme.isEnabled()).toBe(true)
  story.expectComplaint(/net::ERR_/)
  await page.route('**/json/**', (route) => route.abort('internetdisconnected'))
  // The poll that hangs ends with the event of this message, and the next one fails.
  await story.world.send('otto', ['iris'], 'Are you there?')
  await page.getByText('Settings need a connection.').waitFor()
  expect(await scheme.isDisabled()).toBe(true)
  const single = page.getByRole('switch', { name: 'Single keys act' })
  expect(await single.isEnabled()).toBe(true)
})

test('the palette finds a setting by its name, and the focus lands on it', async () => {
  const page = await story.open('iris', { path: '/#inbox' })
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('drafts on the server')
  await page.getByRole('option', { name: 'Settings: Keep drafts on the server' }).waitFor()
  await page.keyboard.press('Enter')
  const setting = page.getByRole('switch', { name: 'Keep drafts on the server' })
  await expect.poll(() => setting.evaluate((control) => control === document.activeElement)).toBe(true)
})

test('on a phone, a list leads from page to page, and nothing scrolls sideways', async () => {
  const page = await openSettings('notifications', { ...phone, viewport: { width: 320, height: 700 } })
  await page.getByRole('switch', { name: 'Channels: Sound' }).waitFor()
  const excess = () =>
    page.locator('.page-scroll').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(await excess()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.getByRole('combobox', { name: 'Page of the settings' }).selectOption('Preferences')
  await page.getByRole('heading', { level: 1, name: 'Preferences' }).waitFor()
  expect(await excess()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})

test('a device is calm whatever its system wishes, and its columns take their first widths again', async () => {
  const page = await openSettings('preferences', { reducedMotion: 'no-preference' })
  const duration = () =>
    page.evaluate(() => getComputedStyle(document.querySelector('.separator')!, '::after').transitionDuration)
  const motion = page.getByRole('combobox', { name: /^Motion/ })
  await motion.waitFor()
  expect(await duration()).toBe('0.12s')
  await motion.selectOption('Always calm')
  await expect.poll(duration).toBe('0.001s')
  await page.reload()
  await expect.poll(duration).toBe('0.001s')

  const edge = page.getByRole('separator', { name: 'Width of the places' })
  const reset = page.getByRole('button', { name: 'As at first' })
  expect(await reset.getAttribute('aria-disabled')).toBe('true')
  await edge.press('ArrowRight')
  expect(await edge.getAttribute('aria-valuenow')).toBe('15')
  await reset.click()
  expect(await edge.getAttribute('aria-valuenow')).toBe('14.5')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await edge.getAttribute('aria-valuenow')).toBe('15')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('motion')
  await page.getByRole('option', { name: 'Settings: Motion' }).click()
  await expect.poll(() => motion.evaluate((control) => control === document.activeElement)).toBe(true)
})
