import { getEvents } from '@tagma/contract/endpoints/events/get-events.ts'
import { registerQueue } from '@tagma/contract/endpoints/events/register-queue.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { getLinkifiers } from '@tagma/contract/endpoints/linkifiers/get-linkifiers.ts'
import { removeLinkifier } from '@tagma/contract/endpoints/linkifiers/remove-linkifier.ts'
import { reorderLinkifiers } from '@tagma/contract/endpoints/linkifiers/reorder-linkifiers.ts'
import { updateLinkifier } from '@tagma/contract/endpoints/linkifiers/update-linkifier.ts'
import { getMessages } from '@tagma/contract/endpoints/messages/get-messages.ts'
import { renderMessage } from '@tagma/contract/endpoints/messages/render-message.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const issues = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://forge.example.com/issues/{id}' }
const commits = { pattern: '(?P<hash>[0-9a-f]{7})', url_template: 'https://forge.example.com/commit/{hash}' }

test('a linkifier makes links in messages and topics, and everybody learns of it', async () => {
  const t = await testApp()
  const { administrator, member, guest } = await t.given.everyRole()
  const channel = await t.given.channel([member])
  await converge(t, [administrator, member, guest], async () => {
    const { id } = await t.as(administrator).call(addLinkifier, {
      ...issues,
      example_input: '#7',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://old.example.com/{id}'],
    })
    const { linkifiers } = await t.as(guest).call(getLinkifiers, {})
    expect(linkifiers).toEqual([
      {
        id,
        ...issues,
        example_input: '#7',
        reverse_template: '#{id}',
        alternative_url_templates: ['https://old.example.com/{id}'],
      },
    ])
  })
  const { rendered } = await t.as(member).call(renderMessage, { content: 'See #12.' })
  expect(rendered).toBe('<p>See <a href="https://forge.example.com/issues/12">#12</a>.</p>')
  const id = await t.given.message(member, channel, { topic: 'about #12', content: '#13' })
  const { messages } = await t
    .as(member)
    .call(getMessages, { anchor: id, num_before: 0, num_after: 0, apply_markdown: true })
  expect(messages[0]).toMatchObject({
    content: '<p><a href="https://forge.example.com/issues/13">#13</a></p>',
    topic_links: [{ text: '#12', url: 'https://forge.example.com/issues/12' }],
  })
})

test('omitted fields are null or empty, and doubled braces stand for one', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { id } = await t.as(owner).call(addLinkifier, issues)
  const braced = {
    pattern: '[{](?P<id>[0-9]+)[}]',
    url_template: 'https://forge.example.com{/id}{?q}',
    example_input: '{7}',
    reverse_template: '{{{id}}}',
  }
  expect(await t.as(owner).refusal(addLinkifier, braced)).toMatchObject({
    code: 'BAD_REQUEST',
    message: "Group 'q' in URL template is not present in linkifier pattern.",
  })
  const url_template = 'https://forge.example.com{/id}'
  const second = await t.as(owner).call(addLinkifier, { ...braced, url_template })
  const nulls = { example_input: null, reverse_template: null }
  const third = await t.as(owner).call(addLinkifier, { ...commits, ...nulls, example_input: 'abcdef0' })
  expect((await t.as(owner).call(getLinkifiers, {})).linkifiers).toEqual([
    { id, ...issues, ...nulls, alternative_url_templates: [] },
    { id: second.id, ...braced, url_template, alternative_url_templates: [] },
    { id: third.id, ...commits, ...nulls, example_input: 'abcdef0', alternative_url_templates: [] },
  ])
  const { rendered } = await t.as(owner).call(renderMessage, { content: 'See {12}.' })
  expect(rendered).toBe('<p>See <a href="https://forge.example.com/12">{12}</a>.</p>')
})

test('linkifiers are changed, put in order and removed', async () => {
  const t = await testApp()
  const { administrator, guest } = await t.given.everyRole()
  const admin = t.as(administrator)
  const first = await admin.call(addLinkifier, { ...issues, example_input: '#7', reverse_template: '#{id}' })
  const second = await admin.call(addLinkifier, commits)
  const list = async () => (await admin.call(getLinkifiers, {})).linkifiers

  await converge(t, [administrator, guest], () =>
    admin.call(updateLinkifier, {
      filter_id: first.id,
      pattern: '!(?P<id>[0-9]+)',
      url_template: 'https://forge.example.com/merges/{id}',
      example_input: '!7',
      reverse_template: '!{id}',
    }),
  )
  expect((await list())[0]).toMatchObject({ pattern: '!(?P<id>[0-9]+)', reverse_template: '!{id}' })

  await admin.call(updateLinkifier, {
    filter_id: first.id,
    ...issues,
    example_input: '',
    reverse_template: '',
  })
  expect((await list())[0]).toMatchObject({ ...issues, example_input: null, reverse_template: null })

  await converge(t, [administrator, guest], () =>
    admin.call(reorderLinkifiers, { ordered_linkifier_ids: [second.id, first.id] }),
  )
  expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id])

  await converge(t, [administrator, guest], () => admin.call(removeLinkifier, { filter_id: second.id }))
  expect((await list()).map(({ id }) => id)).toEqual([first.id])
})

test('clients without the capability see no linkifiers', async () => {
  const t = await testApp()
  const { administrator } = await t.given.everyRole()
  const old = await t.as(administrator).call(registerQueue, { client_capabilities: {} })
  await t.as(administrator).call(addLinkifier, issues)
  expect(old.realm_linkifiers).toEqual([])
  const again = await t.as(administrator).call(registerQueue, { client_capabilities: {} })
  expect(again).toMatchObject({ realm_linkifiers: [], realm_filters: [] })
  const { events } = await t.as(administrator).call(getEvents, {
    queue_id: old.queue_id ?? '',
    last_event_id: old.last_event_id,
    dont_block: true,
  })
  expect(events).toEqual([])
})

test.each([
  [{ pattern: '#(?P<id>[0-9]+' }, /^Bad regular expression: /],
  [{ pattern: '(?<=a)#(?P<id>[0-9]+)' }, /^Bad regular expression: /],
  [{ pattern: '' }, /^pattern cannot be empty$/],
  [{ url_template: 'https://example.com/{id' }, /^Invalid URL template\.$/],
  [
    { url_template: 'https://example.com/{number}' },
    /^Group 'number' in URL template is not present in linkifier pattern\.$/,
  ],
  [{ reverse_template: '#{id}' }, /^A reverse template needs an example input\.$/],
  [{ reverse_template: '#{id}', example_input: '12' }, /^Example input does not match/],
  [{ reverse_template: '{id}', example_input: '#12' }, /does not rebuild the example input: it gives "12"/],
  [
    { alternative_url_templates: ['https://example.com/{number}'] },
    /^Group 'number' in alternative URL template is not present/,
  ],
])('%j is refused with a reason, and nothing is kept', async (change, reason) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const refusal = await t.as(owner).refusal(addLinkifier, { ...issues, ...change })
  expect(refusal).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
  expect(refusal.message).toMatch(reason)
  expect((await t.as(owner).call(getLinkifiers, {})).linkifiers).toEqual([])
})

test('a repeated pattern, an unknown id and an incomplete order are refused', async () => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  const { id } = await t.as(owner).call(addLinkifier, issues)
  const elsewhere = await testApp()
  const stranger = await elsewhere.given.user('stranger', { role: 'owner' })
  const foreign = await elsewhere.as(stranger).call(addLinkifier, issues)

  const twice = await t.as(owner).refusal(addLinkifier, issues)
  expect(twice.message).toMatch(/Another linkifier has this pattern already/)
  for (const filter_id of [foreign.id, 999_999]) {
    const update = await t.as(owner).refusal(updateLinkifier, { filter_id, ...commits })
    expect(update).toMatchObject({ code: 'BAD_REQUEST', message: 'Linkifier not found.' })
    const remove = await t.as(owner).refusal(removeLinkifier, { filter_id })
    expect(remove).toMatchObject({ code: 'BAD_REQUEST', message: 'Linkifier not found.' })
  }
  for (const ordered_linkifier_ids of [[], [id, id], [foreign.id]]) {
    const order = await t.as(owner).refusal(reorderLinkifiers, { ordered_linkifier_ids })
    expect(order.message).toBe('The ordered list must contain the id of every linkifier exactly once.')
  }
})

test('only administrators change linkifiers', async () => {
  const t = await testApp()
  const { administrator, moderator, member, guest } = await t.given.everyRole()
  const { id } = await t.as(administrator).call(addLinkifier, issues)
  for (const user of [moderator, member, guest]) {
    for (const refusal of [
      await t.as(user).refusal(addLinkifier, commits),
      await t.as(user).refusal(updateLinkifier, { filter_id: id, ...commits }),
      await t.as(user).refusal(removeLinkifier, { filter_id: id }),
      await t.as(user).refusal(reorderLinkifiers, { ordered_linkifier_ids: [id] }),
    ])
      expect(refusal.code).toBe('UNAUTHORIZED_PRINCIPAL')
  }
})
