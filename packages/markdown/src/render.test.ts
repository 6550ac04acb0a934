import { expect, test } from 'vitest'
import { noLookups } from './lookups.ts'
import { render } from './render.ts'
import { scan } from './scan.ts'

const lookups = {
  ...noLookups,
  users: [{ id: 12, name: 'Iris Okafor', active: true }],
  groups: [{ id: 5, name: 'support', label: 'support', active: true }],
  channels: [{ id: 3, name: 'front desk' }],
  topics: [{ channelId: 3, topic: 'keys', latestMessageId: 88 }],
}

test('a message with a mention, a channel and a link comes out as HTML with its facts', async () => {
  const text = '**Hello** @**iris okafor** and @*support*,\nsee #**front desk>keys** or https://example.com/a?b=1.'
  const { html, facts } = await render(text, lookups)
  expect(html).toBe(
    '<p><strong>Hello</strong> <span class="user-mention" data-user-id="12">@Iris Okafor</span> and ' +
      '<span class="user-group-mention" data-user-group-id="5">@support</span>,<br>\n' +
      'see <a class="stream-topic" data-stream-id="3" href="/#narrow/channel/3-front-desk/topic/keys/with/88">' +
      '#front desk &gt; keys</a> or <a href="https://example.com/a?b=1">https://example.com/a?b=1</a>.</p>',
  )
  expect(facts).toMatchObject({ mentionedUserIds: [12], mentionedGroupIds: [5], hasLink: true })
  expect(facts.urls).toEqual(['https://example.com/a?b=1'])
})

test('scan finds the names that render asks for', () => {
  const text = '@**Iris** @_**Otto|7** @**|9** @**all** @*support* #**front desk>keys** #**lobby** :party_parrot:'
  expect(scan(text)).toEqual({
    userNames: ['Iris'],
    userIds: [7, 9],
    groupNames: ['support'],
    channelNames: ['front desk', 'lobby'],
    topics: [{ channelName: 'front desk', topic: 'keys' }],
    emojiNames: ['party_parrot'],
    uploadPathIds: [],
  })
})
