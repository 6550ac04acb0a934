import { createChannel } from '@tagma/contract/endpoints/channels/create-channel.ts'
import { updateStream } from '@tagma/contract/endpoints/channels/update-stream.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { getUserGroups } from '@tagma/contract/endpoints/groups/get-user-groups.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { movingPicture } from '@tagma/server/test/pictures.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changeOrganization } from '#test/change-organization.ts'
import { articleOf } from '#test/in-topics.ts'
import { go, toldToClients } from '#test/setting-readings.ts'
import { stage } from '#test/story.ts'

// Settings of the organization whose effect is seen by newcomers, by people without an account, or after somebody did
// something.

const story = stage()

/** Changes a setting on a page of the owner, and waits until other clients would learn of it. */
async function change(page: Page, name: string, to: string | boolean, told: unknown = to): Promise<void> {
  await changeOrganization(page, name, to)
  await isTold(name, told)
}

/** Waits until a client that begins now gets a setting with a value. */
async function isTold(name: string, value: unknown): Promise<void> {
  const state = async () =>
    (await toldToClients(story.world.people.olive)) as unknown as Record<string, unknown>
  await expect.poll(async () => (await state())[`realm_${name}`], { message: name }).toBe(value)
}

const ownerAt = (page: string) => story.open('olive', { path: `/#organization/${page}` })

/** Opens a link to join in a browser of its own, and fills in the form. */
async function atJoin(
  name: string,
  email: string,
  options: { readonly locale?: string } = {},
): Promise<Page> {
  const { invite_link } = await story.world.people.olive.call(createInviteLink, {
    include_realm_default_subscriptions: true,
  })
  const page = await story.openSignedOut({ path: new URL(invite_link).pathname, ...options })
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('correct horse battery')
  return page
}

const join = (page: Page) => page.locator('form button:not([type])').click()

test('new channels, newcomers and changes of a channel are told where the owner wants them', async () => {
  const { engine } = story.world.channels
  const { olive } = story.world.people
  const [page, other] = await Promise.all([
    ownerAt('organization-settings'),
    story.open('iris', { path: `/#narrow/channel/${engine}-engine` }),
  ])
  await other.getByRole('heading', { level: 1, name: 'engine' }).waitFor()
  await change(page, 'new_stream_announcements_stream_id', 'engine', engine)
  await olive.call(createChannel, { name: 'weaving', subscribers: [olive.id], announce: true })
  await articleOf(other, 'created a new channel').filter({ hasText: 'weaving' }).waitFor()
  await change(page, 'signup_announcements_stream_id', 'engine', engine)
  await join(await atJoin('Nora Vale', 'nora@example.com'))
  await articleOf(other, 'has joined.').filter({ hasText: 'Nora Vale' }).waitFor()
  await olive.call(updateStream, { stream_id: engine, description: 'Wheels' })
  await change(page, 'send_channel_events_messages', true)
  await olive.call(updateStream, { stream_id: engine, description: 'Gears' })
  const notices = articleOf(other, 'changed the description')
  await notices.filter({ hasText: 'Gears' }).waitFor()
  // Only of the change since then.
  expect(await notices.count()).toBe(1)
})

test('newcomers find the greeting, the language and the kind of picture that the owner chose', async () => {
  const [page, other] = await Promise.all([
    ownerAt('organization-settings'),
    story.open('iris', { path: '/#organization/users/active' }),
  ])
  await page.getByRole('textbox', { name: 'Message to newcomers' }).fill('Welcome to the looms')
  await page.getByRole('textbox', { name: 'Message to newcomers' }).press('Tab')
  await isTold('welcome_message_custom_text', 'Welcome to the looms')
  await change(page, 'default_language', 'Deutsch', 'de')
  await change(page, 'default_avatar_source', 'Drawn by this server', 'J')
  // Nobody has translated the language of this browser.
  const newcomer = await atJoin('Jo Weber', 'jo@example.com', { locale: 'fr-FR' })
  await join(newcomer)
  await expect.poll(() => newcomer.evaluate(() => document.documentElement.lang)).toBe('de')
  await newcomer
    .getByRole('link', { name: /Welcome Bot/ })
    .first()
    .click()
  await articleOf(newcomer, 'Welcome to the looms').waitFor()
  const row = other.getByRole('listitem').filter({ hasText: 'Jo Weber' })
  await row.locator('img.avatar').waitFor()
  expect(
    await other.getByRole('listitem').filter({ hasText: 'Mia Sato' }).locator('img.avatar').count(),
  ).toBe(0)
  await story.world.people.olive.call(updateRealm, { default_language: 'en' })
})

test('who may join depends on the address where the owner wants that', async () => {
  story.expectComplaint(/400/)
  const { olive } = story.world.people
  await olive.call(addRealmDomain, { domain: 'looms.example', allow_subdomains: false })
  const page = await ownerAt('auth-methods')
  const places = (newcomer: Page) => newcomer.getByRole('navigation', { name: 'Places' })
  const thrown = await atJoin('Vic Thrown', 'vic@mailinator.com')
  await join(thrown)
  await thrown.getByText('throw-away addresses are not allowed here').waitFor()
  await change(page, 'disallow_disposable_email_addresses', false)
  await thrown.locator('input[name=password]').fill('correct horse battery')
  await join(thrown)
  await places(thrown).waitFor()
  await change(page, 'emails_restricted_to_domains', true)
  const newcomer = await atJoin('Val Weaver', 'val@elsewhere.example')
  await join(newcomer)
  await newcomer.getByText('Addresses at elsewhere.example cannot join').waitFor()
  await newcomer.getByLabel('Email address').fill('val@looms.example')
  await newcomer.locator('input[name=password]').fill('correct horse battery')
  await join(newcomer)
  await expect.poll(() => places(newcomer).count()).toBe(1)
  await change(page, 'emails_restricted_to_domains', false)
})

test('a name that is taken is refused where names have to differ', async () => {
  story.expectComplaint(/400/)
  const [page, other] = await Promise.all([
    ownerAt('organization-settings'),
    story.open('otto', { path: '/#settings/profile' }),
  ])
  await change(page, 'require_unique_names', true)
  const name = other.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Mia Sato')
  await name.press('Enter')
  await other.getByText('Unique names required in this organization.').waitFor()
  expect(await name.inputValue()).toBe('Mia Sato')
})

test('a new member waits for the rights of full members as long as the owner says', async () => {
  const { olive } = story.world.people
  const [page, other] = await Promise.all([
    ownerAt('organization-permissions'),
    story.open('mia', { path: '/#channels/new' }),
  ])
  const full = (await toldGroups()).find(({ name }) => name === 'role:fullmembers')!
  await olive.call(updateRealm, { can_create_public_channel_group: { new: full.id } })
  const open = other.getByRole('radio', { name: /^Public/ })
  await expect.poll(() => open.isEnabled()).toBe(true)
  await change(page, 'waiting_period_threshold', '12', 12)
  await expect.poll(() => open.isEnabled()).toBe(false)
  const days = page.locator('[data-setting="waiting_period_threshold"]').getByRole('spinbutton')
  await expect.poll(() => days.inputValue()).toBe('12')
  await change(page, 'waiting_period_threshold', '0', 0)
  await expect.poll(() => open.isEnabled()).toBe(true)
})

const toldGroups = async () => (await story.world.people.olive.call(getUserGroups, {})).user_groups

test('pictures stand below their links only where the owner wants them', async () => {
  const { otto } = story.world.people
  const { design } = story.world.channels
  const to = { channel: 'design', topic: 'pictures' } as const
  const { url } = await otto.call(uploadFile, { file: [await movingPicture()] })
  await story.world.send('otto', to, `[with](${url})`)
  const [page, other] = await Promise.all([
    ownerAt('organization-settings'),
    story.open('iris', { path: `/#narrow/channel/${design}-design/topic/pictures` }),
  ])
  const pictures = (text: string) => articleOf(other, text).locator('img[data-moving]').count()
  await articleOf(other, 'with').waitFor()
  expect(await pictures('with')).toBe(1)
  await change(page, 'inline_image_preview', false)
  await story.world.send('otto', to, `[bare](${url})`)
  await articleOf(other, 'bare').waitFor()
  expect(await pictures('bare')).toBe(0)
})

test('another channel is no place to move to once the owner’s time for that is over', async () => {
  const { olive } = story.world.people
  const { design } = story.world.channels
  await story.world.send('iris', { channel: 'design', topic: 'late' }, 'Too late')
  await olive.call(updateRealm, { move_messages_between_streams_limit_seconds: 1 })
  const [page, other] = await Promise.all([
    ownerAt('organization-settings'),
    story.open('iris', { path: `/#narrow/channel/${design}-design/topic/late` }),
  ])
  await change(page, 'move_messages_between_streams_limit_seconds', 'Without an end', null)
  await articleOf(other, 'Too late').focus()
  await other.keyboard.press('m')
  const channel = other.getByRole('dialog', { name: 'Move messages' }).getByLabel('Channel')
  await channel.waitFor()
  expect(await channel.isEnabled()).toBe(true)
})

test('without an account one reads while the owner lets people in', async () => {
  const page = await ownerAt('organization-settings')
  const path = `/#narrow/channel/${story.world.channels.square}-square/topic/hello`
  const before = await story.openSignedOut({ path })
  await articleOf(before, 'Hello, passers-by').waitFor()
  await change(page, 'enable_spectator_access', false)
  const after = await story.openSignedOut({ path })
  await after.getByLabel('Email address').waitFor()
  await go(page, '#organization/organization-settings')
  await change(page, 'enable_spectator_access', true)
  const again = await story.openSignedOut({ path })
  await expect.poll(() => articleOf(again, 'Hello, passers-by').count()).toBe(1)
})
