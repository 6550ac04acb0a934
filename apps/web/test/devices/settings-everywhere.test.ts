import { updateMessageFlags } from '@tagma/contract/endpoints/messages/update-message-flags.ts'
import { addReaction } from '@tagma/contract/endpoints/reactions/add-reaction.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { getOwnUser } from '@tagma/contract/endpoints/users/get-own-user.ts'
import { movingPicture } from '@tagma/server/test/pictures.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { articleOf } from '#test/in-topics.ts'
import { type Effect, settingEffects } from '#test/setting-effects.ts'
import { addressOfLogo, go, messageIn } from '#test/setting-readings.ts'
import { stage } from '#test/story.ts'

// Each of one's own settings: it is changed in one window, and its effect is seen in another one without reloading.

const story = stage()

async function change(page: Page, name: string, { page: section, to }: Effect): Promise<void> {
  await go(page, `#settings/${section}`)
  const control = page.locator(`[data-setting="${name}"]`)
  await control.waitFor()
  if (typeof to === 'boolean') await control.setChecked(to)
  else if (typeof to === 'string') await control.selectOption(to)
  else {
    await control.fill(String(to))
    await control.press('Enter')
  }
}

test('what a setting changes is seen at once in another window', async () => {
  const { world } = story
  const inDesign = { channel: 'design', topic: 'logo' } as const
  const id = await world.send('otto', inDesign, 'Meet in the hall :tada:')
  const { url } = await world.people.otto.call(uploadFile, { file: [await movingPicture()] })
  await world.send('otto', inDesign, `[moving](${url})`)
  await world.people.otto.call(addReaction, { message_id: id, emoji_name: 'tada' })
  await world.people.iris.call(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' })
  await world.send('otto', { channel: 'engine', topic: 'gears' }, 'Unread')
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#settings/preferences' }),
    story.open('iris', { path: `/${addressOfLogo(world)}` }),
  ])
  await messageIn(other).waitFor()
  await other.getByRole('button', { name: 'About and people' }).first().click()
  await other.getByRole('button', { name: 'People', exact: true }).click()
  // All of them are tried, so that one run names every setting without its effect.
  const wrong: string[] = []
  for (const [name, effect] of Object.entries(settingEffects)) {
    if (!('read' in effect)) continue
    try {
      await expect.poll(() => effect.read(other, world)).toEqual(effect.before)
      await change(page, name, effect)
      await expect.poll(() => effect.read(other, world)).toEqual(effect.after)
    } catch (error) {
      wrong.push(`${name}: ${String(error)}`)
    }
  }
  expect(wrong).toEqual([])
})

test('every control of the settings is changed in one window, and follows in another', async () => {
  const [page, other] = await Promise.all(
    [1, 2].map(() => story.open('mia', { path: '/#settings/preferences' })),
  )
  // Other controls are about the device alone.
  const known = Object.keys(settingEffects).map((name) => `[data-setting="${name}"]`)
  const controls = (each: Page) => each.locator(known.join(', '))
  const values = (each: Page) =>
    controls(each).evaluateAll((all) =>
      all.map((control) => {
        const { dataset, checked, value } = control as HTMLInputElement
        return [dataset['setting'], (control as HTMLInputElement).type === 'checkbox' ? checked : value]
      }),
    )
  const seen = new Set<string>()
  for (const section of ['preferences', 'notifications', 'account-and-privacy', 'profile']) {
    for (const each of [page!, other!]) await go(each, `#settings/${section}`)
    await expect.poll(() => controls(page!).count()).toBeGreaterThan(0)
    const before = await values(page!)
    for (const control of await controls(page!).all()) {
      const name = (await control.getAttribute('data-setting')) ?? ''
      seen.add(name)
      const kind = await control.evaluate((element) =>
        element instanceof HTMLSelectElement ? 'select' : (element as HTMLInputElement).type,
      )
      if (kind === 'checkbox') await control.click()
      else if (kind === 'select') {
        const chosen = await control.evaluate((element) => (element as HTMLSelectElement).selectedIndex)
        await control.selectOption({ index: chosen === 0 ? 1 : 0 })
      } else {
        await control.fill(name === 'web_font_size_px' ? '18' : '150')
        await control.press('Enter')
      }
    }
    const after = await values(page!)
    expect(after.filter(([, value], at) => value === before[at]?.[1])).toEqual([])
    await expect.poll(() => values(other!)).toEqual(after)
  }
  // Those of the list without a control say why in the table.
  const missing = Object.keys(settingEffects).filter((name) => !seen.has(name))
  expect(missing.toSorted()).toEqual(['enable_digest_emails', 'enable_marketing_emails'])
})

test('typing of others is not shown, and another time zone not offered, to those who want neither', async () => {
  const { iris } = story.world.people
  await iris.call(updateSettings, { timezone: 'Asia/Tokyo', default_language: 'en' })
  const page = await story.open('iris', { path: `/#narrow/dm/${story.world.people.otto.id}-dm` })
  const offer = page.getByRole('status').filter({ hasText: 'in your profile’s time zone' })
  await offer.getByRole('button', { name: 'Keep Asia/Tokyo' }).waitFor()
  await iris.call(updateSettings, { web_suggest_update_timezone: false })
  await offer.waitFor({ state: 'detached' })
  await iris.call(updateSettings, { web_suggest_update_timezone: true })
  await offer.getByRole('button', { name: 'Use UTC' }).click()
  await offer.waitFor({ state: 'detached' })
  await expect.poll(async () => (await iris.call(getOwnUser, {})).timezone).toBe('UTC')
  const other = await story.open('otto', { path: `/#narrow/dm/${iris.id}-dm` })
  const box = other.getByRole('textbox', { name: 'Message Iris Okafor' })
  await box.pressSequentially('Wait')
  const line = page.getByText('Otto Lindqvist is writing')
  await line.waitFor()
  await iris.call(updateSettings, { receives_typing_notifications: false })
  await line.waitFor({ state: 'detached' })
})

test.each([
  ['send_private_typing_notifications', ['iris']],
  ['send_stream_typing_notifications', { channel: 'engine', topic: 'typing' }],
] as const)('with %s off, others do not learn that one writes', async (name, where) => {
  const { people, channels, send } = story.world
  const isDirect = !('topic' in where)
  const hash = isDirect
    ? `#narrow/dm/${people.otto.id}-dm`
    : `#narrow/channel/${channels.engine}-engine/topic/typing`
  await send('otto', where, 'One')
  const [page, writing, other] = await Promise.all([
    story.open('iris', { path: '/#settings/account-and-privacy' }),
    story.open('iris', { path: `/${hash}` }),
    story.open('otto', { path: `/${isDirect ? `#narrow/dm/${people.iris.id}-dm` : hash}` }),
  ])
  const told: string[] = []
  writing.on('request', (request) => {
    if (request.url().endsWith('/json/typing')) told.push(request.postData() ?? '')
  })
  const box = writing.getByRole('textbox', { name: /^Message / })
  const line = other.getByText('Iris Okafor is writing')
  await articleOf(other, 'One').waitFor()
  await box.pressSequentially('Wait')
  await line.waitFor()
  await box.fill('')
  await line.waitFor({ state: 'detached' })
  await page.locator(`[data-setting="${name}"]`).setChecked(false)
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor()
  // A window that shows this message knows the setting, which was changed before.
  await send('otto', where, 'Two')
  await articleOf(writing, 'Two').waitFor()
  const before = told.length
  await box.pressSequentially('Again')
  await send('otto', where, 'Three')
  await articleOf(writing, 'Three').waitFor()
  expect(told.slice(before)).toEqual([])
  expect(await line.count()).toBe(0)
})

test('an address is gone from others’ windows once its owner hides it', async () => {
  const { iris } = story.world.people
  const [page, other] = await Promise.all([
    story.open('iris', { path: '/#settings/account-and-privacy' }),
    story.open('otto', { path: `/#user/${iris.id}` }),
  ])
  const choice = page.locator('[data-setting="email_address_visibility"]')
  const address = other.getByText(iris.email, { exact: true })
  await choice.selectOption('Members')
  await address.waitFor()
  await choice.selectOption('Administrators')
  await expect.poll(() => address.count()).toBe(0)
})
