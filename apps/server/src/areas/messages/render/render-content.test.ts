import { unsubscribe } from '@tagma/contract/endpoints/channels/unsubscribe.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { sendMessage } from '@tagma/contract/endpoints/messages/send-message.ts'
import { updateMessage } from '@tagma/contract/endpoints/messages/update-message.ts'
import { updateRealm } from '@tagma/contract/endpoints/organization/update-realm.ts'
import { createMessageReminder } from '@tagma/contract/endpoints/scheduled/create-message-reminder.ts'
import { getReminders } from '@tagma/contract/endpoints/scheduled/get-reminders.ts'
import { updateSettings } from '@tagma/contract/endpoints/settings/update-settings.ts'
import { uploadFile } from '@tagma/contract/endpoints/uploads/upload-file.ts'
import { expect, test } from 'vitest'
import { scheduledMessagesJob } from '#areas/scheduled/scheduled-messages-job.ts'
import { type Account, type TestApp, testApp } from '#test/app.ts'
import { picture } from '#test/pictures.ts'

const rendered = async (t: TestApp, as: Account, content: string) =>
  (await t.as(as).call(renderMessage, { content })).rendered

test('a channel unknown to the author stays text; other channels become links', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const guest = await t.given.user('guest', { role: 'guest' })
  const owner = await t.given.user('owner', { role: 'owner' })
  const secret = await t.given.channel([owner, iris], { name: 'secret', invite_only: true })
  const open = await t.given.channel([iris, guest], { name: 'open' })
  const text = '#**secret** #**open** #**nowhere**'
  const link = (name: string, id: number) =>
    `<a class="stream" data-stream-id="${id}" href="/#narrow/channel/${id}-${name}">#${name}</a>`
  const [asSecret, asOpen] = [link('secret', secret.id), link('open', open.id)]
  expect(await rendered(t, iris, text)).toBe(`<p>${asSecret} ${asOpen} #<strong>nowhere</strong></p>`)
  expect(await rendered(t, owner, text)).toBe(`<p>${asSecret} ${asOpen} #<strong>nowhere</strong></p>`)
  expect(await rendered(t, otto, text)).toBe(
    `<p>#<strong>secret</strong> ${asOpen} #<strong>nowhere</strong></p>`,
  )
  expect(await rendered(t, guest, text)).toBe(
    `<p>#<strong>secret</strong> ${asOpen} #<strong>nowhere</strong></p>`,
  )
  await t.as(iris).call(unsubscribe, { subscriptions: ['secret'] })
  expect(await rendered(t, iris, text)).toBe(
    `<p>#<strong>secret</strong> ${asOpen} #<strong>nowhere</strong></p>`,
  )
})

test('links to topics name the newest message that the author can read', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const channel = await t.given.channel([iris], { name: 'keys' })
  await t.given.message(iris, channel, { topic: 'Copies' })
  const newest = await t.given.message(iris, channel, { topic: 'Copies' })
  const anonymous = await t.given.message(iris, channel, { topic: '' })
  const path = `/#narrow/channel/${channel.id}-keys/topic`
  expect(await rendered(t, otto, '#**keys>copies**')).toContain(`href="${path}/copies/with/${newest}"`)
  expect(await rendered(t, otto, '#**keys>**')).toContain(`href="${path}/with/${anonymous}"`)
  expect(await rendered(t, otto, '#**keys>locks**')).toContain(`href="${path}/locks"`)

  const guarded = await t.given.channel([iris], {
    name: 'guarded',
    invite_only: true,
    history_public_to_subscribers: false,
  })
  await t.given.message(iris, guarded, { topic: 'before' })
  await t.given.channel([iris, otto], { name: 'guarded' })
  const after = await t.given.message(iris, guarded, { topic: 'after' })
  expect(await rendered(t, otto, '#**guarded>before**')).not.toContain('/with/')
  expect(await rendered(t, otto, '#**guarded>after**')).toContain(`/with/${after}"`)
})

test('emoticons and pictures are shown if the author and the organization want them', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  expect(await rendered(t, owner, ':)')).toBe('<p>:)</p>')
  await t.as(owner).call(updateSettings, { translate_emoticons: true })
  expect(await rendered(t, owner, ':)')).toContain('aria-label="slight smile"')

  const { url } = await t.as(owner).call(uploadFile, { file: [await picture()] })
  const text = `[sunset](${url})`
  expect(await rendered(t, owner, text)).toContain('message_inline_image')
  await t.as(owner).call(updateRealm, { inline_image_preview: false })
  expect(await rendered(t, owner, text)).toBe(`<p><a href="${url}">sunset</a></p>`)
})

test('a guest cannot mention people hidden from them', async () => {
  const t = await testApp()
  const { owner, member, guest } = await t.given.everyRole()
  await t.given.channel([member, guest])
  await t.as(owner).call(updateRealm, {
    can_access_all_users_group: { new: t.directory.systemGroup('role:members').id },
  })
  const text = `@**member** @**owner** @**|${owner.id}**`
  expect(await rendered(t, guest, text)).toBe(
    `<p><span class="user-mention" data-user-id="${member.id}">@member</span> @<strong>owner</strong> @<strong>|${owner.id}</strong></p>`,
  )
  expect(await rendered(t, member, text)).not.toContain('@**')
})

test('a reminder links a private channel for its recipient, as long as they may know it', async () => {
  const t = await testApp()
  const { iris, otto } = await t.given.members('iris', 'otto')
  const secret = await t.given.channel([iris, otto], { name: 'secret', invite_only: true })
  const message_id = await t.given.message(iris, secret, { topic: 'plans' })
  const at = Math.floor(t.clock.now() / 1000) + 60
  await t.as(otto).call(createMessageReminder, { message_id, scheduled_delivery_timestamp: at })
  const link = `href="/#narrow/channel/${secret.id}-secret/topic/plans/near/${message_id}"`
  expect((await t.as(otto).call(getReminders, {})).reminders[0]?.rendered_content).toContain(link)
  t.clock.advance({ seconds: 61 })
  await scheduledMessagesJob.run(t.app.services, t.organizationId)
  const { messages } = await t.as(otto).call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  expect(messages[0]?.content).toContain(link)
})

test('notices of moves do not name a private channel to people who may not know it', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { otto } = await t.given.members('otto')
  const secret = await t.given.channel([owner], { name: 'secret', invite_only: true })
  const open = await t.given.channel([owner, otto], { name: 'open' })
  const id = await t.given.message(owner, open, { topic: 'plans' })
  const move = (stream_id: number) =>
    t.as(owner).call(updateMessage, {
      message_id: id,
      stream_id,
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: true,
      propagate_mode: 'change_one',
    })
  await move(secret.id)
  await move(open.id)
  const seen = (await t.as(otto).call(getMessages, { anchor: 'oldest', num_before: 0, num_after: 100 }))
    .messages
  const said = seen.map(({ content }) => content).join('\n')
  expect(said).toContain('a private channel')
  expect(said).not.toContain('secret')
  const kept = await t.as(owner).call(getMessages, {
    anchor: 'oldest',
    num_before: 0,
    num_after: 100,
    narrow: [{ operator: 'channel', operand: secret.id }],
  })
  expect(kept.messages.map(({ content }) => content).join('\n')).toContain('#open &gt; plans</a>')
})

test('too long content is refused, and a too long topic is cut', async () => {
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const channel = await t.given.channel([iris])
  const long = '😀'.repeat(10_001)
  const refusal = {
    code: 'BAD_REQUEST',
    message: 'Message is too long: 10001 characters (limit: 10000 characters)',
  }
  const id = await t.given.message(iris, channel, { content: '😀'.repeat(10_000), topic: 'x'.repeat(61) })
  expect(
    await t.as(iris).refusal(sendMessage, { type: 'channel', to: channel.id, topic: 'x', content: long }),
  ).toMatchObject(refusal)
  expect(await t.as(iris).refusal(updateMessage, { message_id: id, content: long })).toMatchObject(refusal)
  expect((await t.as(iris).refusal(renderMessage, { content: long })).code).toBe('BAD_REQUEST')
  const { messages } = await t.as(iris).call(getMessages, { message_ids: [id], apply_markdown: false })
  expect(messages[0]?.content).toBe('😀'.repeat(10_000))
  expect(messages[0]?.subject).toBe(`${'x'.repeat(57)}...`)
})

test('pictures of other servers go through this server, if it allows that', async () => {
  const path = /src="(\/external_content\/[0-9a-f]{40}\/[0-9a-f]+)"/
  const t = await testApp()
  const { iris } = await t.given.members('iris')
  const html = await rendered(t, iris, 'https://example.invalid/a.png')
  expect(html).toMatch(
    /^<div class="message_inline_image"><a href="https:\/\/example\.invalid\/a\.png"><img src="\/external_content/,
  )
  // Nothing answers at this address; an unsigned address is not even asked for.
  const signed = path.exec(html)?.[1] ?? ''
  expect((await t.page(signed)).status).toBe(404)
  expect((await t.page(signed.replace(/\/[0-9a-f]{40}\//, `/${'0'.repeat(40)}/`))).status).toBe(404)

  const without = await testApp({ TAGMA_EXTERNAL_MEDIA: 'off' })
  const { otto } = await without.given.members('otto')
  expect(await rendered(without, otto, 'https://example.invalid/a.png')).toBe(
    '<p><a href="https://example.invalid/a.png">https://example.invalid/a.png</a></p>',
  )
})
