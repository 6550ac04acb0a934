import { expect, test } from 'vitest'
import { scan } from './scan.ts'

const nothing = {
  userNames: [],
  userIds: [],
  groupNames: [],
  channelNames: [],
  topics: [],
  emojiNames: [],
  uploadPathIds: [],
}

test('an ordinary message asks for nothing', () => {
  expect(scan('Good morning, see https://example.com at 5 * 3.')).toEqual(nothing)
})

test.each([
  ['@**Iris** @_**Otto** @**Iris**', { userNames: ['Iris', 'Otto'] }],
  ['@**Iris|12** @**|9**', { userIds: [12, 9] }],
  ['@**all** @**everyone** @**channel** @**stream** @**topic**', {}],
  ['@*support* @_*night shift*', { groupNames: ['support', 'night shift'] }],
  ['#**lobby** #**lobby>Keys@5**', { channelNames: ['lobby'] }],
  [
    '#**lobby>Keys** #**desk>**',
    {
      channelNames: ['lobby', 'desk'],
      topics: [
        { channelName: 'lobby', topic: 'Keys' },
        { channelName: 'desk', topic: '' },
      ],
    },
  ],
  [':party_parrot::piñata: :zulip:', { emojiNames: ['party_parrot', 'piñata'] }],
  ['[a](/user_uploads/1/ab/c.png)', { uploadPathIds: ['1/ab/c.png'] }],
  ['(https://chat.example.com/user_uploads/1/ab/c(1).png).', { uploadPathIds: ['1/ab/c(1).png'] }],
])('%s', (text, wanted) => {
  expect(scan(text)).toEqual({ ...nothing, ...wanted })
})
