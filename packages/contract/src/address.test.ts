import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AddressLookups,
  type AddressNames,
  addressOf,
  decodeHashComponent,
  encodeHashComponent,
  helpPages,
  organizationPages,
  parseAddress,
  settingsPages,
  type Term,
  termsOf,
  type View,
  viewOfTerms,
} from './address.ts'

const iris = 8
const channels = new Map([
  [5, 'design'],
  [6, 'warm grey'],
  [7, 'お知らせ'],
])
const lookups: AddressLookups = {
  ownUserId: iris,
  channelId: (name) => [...channels].find(([, each]) => each === name)?.[0],
  userId: (email) => ({ 'otto@chat.example': 10, 'mia@chat.example': 11 })[email],
}
const names: AddressNames = {
  ownUserId: iris,
  channelName: (id) => channels.get(id),
  groupName: () => 'writers',
}

const topic = (title: string, at: object = {}): View => ({
  kind: 'conversation',
  conversation: { kind: 'topic', channelId: 5, topic: title },
  ...at,
})
const direct = (userIds: number[], at: object = {}): View => ({
  kind: 'conversation',
  conversation: { kind: 'direct', userIds },
  ...at,
})
const search = (...terms: Term[]): View => ({ kind: 'search', terms })
const unreadable = (address: string): View => ({ kind: 'unreadable', address })

describe('the first form of each address', () => {
  test.each<[string, View]>([
    ['', { kind: 'home' }],
    ['#inbox', { kind: 'inbox' }],
    ['#recent', { kind: 'recent' }],
    ['#feed', { kind: 'feed' }],
    ['#narrow/near/31', { kind: 'feed', at: { near: 31 } }],
    ['#narrow/channel/5-design/topic/card.20reader', topic('card reader')],
    ['#narrow/channel/5-design/topic/card.20reader/with/31', topic('card reader', { at: { with: 31 } })],
    ['#narrow/channel/5-design/topic/card.20reader/near/31', topic('card reader', { at: { near: 31 } })],
    ['#narrow/channel/5-design/topic/with/near/31', topic('with', { at: { near: 31 } })],
    ['#narrow/channel/5-design/topic/', topic('')],
    ['#narrow/channel/5-design/topic//near/31', topic('', { at: { near: 31 } })],
    ['#narrow/channel/5-design/topic/.E2.9C.94.20a.2Fb.20.28.27c.27.29.21.2A.2E', topic("✔ a/b ('c')!*.")],
    ['#narrow/channel/5-design', { kind: 'feed', channelId: 5 }],
    ['#narrow/channel/5-design/near/31', { kind: 'feed', channelId: 5, at: { near: 31 } }],
    ['#narrow/channel/5-design/date/2026-11-22', { kind: 'feed', channelId: 5, at: { date: '2026-11-22' } }],
    ['#narrow/channel/6-warm-grey', { kind: 'feed', channelId: 6 }],
    ['#narrow/channel/7', { kind: 'feed', channelId: 7 }],
    ['#narrow/channel/99', { kind: 'feed', channelId: 99 }],
    ['#topics/channel/5-design', { kind: 'topics', channelId: 5 }],
    ['#narrow/dm/8,10-dm', direct([10])],
    ['#narrow/dm/8,10,11-group', direct([10, 11])],
    ['#narrow/dm/8-dm', direct([8])],
    ['#narrow/dm/8,10-dm/near/31', direct([10], { at: { near: 31 } })],
    ['#narrow/dm/8,10-dm/with/31', direct([10], { at: { with: 31 } })],
    ['#narrow/is/starred', search({ operator: 'is', operand: 'starred' })],
    [
      '#narrow/sender/10/has/image/-channel/5-design',
      search(
        { operator: 'sender', operand: 10 },
        { operator: 'has', operand: 'image' },
        { operator: 'channel', operand: 5, negated: true },
      ),
    ],
    [
      '#narrow/search/warm.20grey/channels/public',
      search({ operator: 'search', operand: 'warm grey' }, { operator: 'channels', operand: 'public' }),
    ],
    [
      '#narrow/mentions/10/date/2026-11-22',
      {
        kind: 'search',
        terms: [{ operator: 'mentions', operand: 10 }],
        at: { date: '2026-11-22' },
      },
    ],
    ['#drafts', { kind: 'drafts' }],
    ['#scheduled', { kind: 'scheduled' }],
    ['#reminders', { kind: 'reminders' }],
    ['#to-answer', { kind: 'to-answer' }],
    ['#asked', { kind: 'asked' }],
    ['#channels/subscribed', { kind: 'channels', page: 'subscribed' }],
    ['#channels/available', { kind: 'channels', page: 'available' }],
    ['#channels/all', { kind: 'channels', page: 'all' }],
    ['#channels/new', { kind: 'channels', page: 'new' }],
    ['#channels/folders/2/new', { kind: 'channels', page: 'new', folderId: 2 }],
    ['#channels/folders/2/available', { kind: 'channels', page: 'available', folderId: 2 }],
    ['#channels/folders/none/all', { kind: 'channels', page: 'all', folderId: null }],
    ['#channels/5/design/general', { kind: 'channel', channelId: 5, page: 'general' }],
    ['#channels/5/design/personal', { kind: 'channel', channelId: 5, page: 'personal' }],
    ['#channels/5/design/permissions', { kind: 'channel', channelId: 5, page: 'permissions' }],
    ['#channels/7/-/subscribers', { kind: 'channel', channelId: 7, page: 'subscribers' }],
    ['#groups/your', { kind: 'groups', page: 'your' }],
    ['#groups/all', { kind: 'groups', page: 'all' }],
    ['#groups/new', { kind: 'groups', page: 'new' }],
    ['#groups/7/writers/general', { kind: 'group', groupId: 7, page: 'general' }],
    ['#groups/7/writers/members', { kind: 'group', groupId: 7, page: 'members' }],
    ['#bots/36', { kind: 'bot', botId: 36 }],
    ['#groups/7/writers/permissions', { kind: 'group', groupId: 7, page: 'permissions' }],
    ['#user/10', { kind: 'user', userId: 10 }],
    ['#user/10/manage', { kind: 'user', userId: 10, page: 'manage' }],
    ['#rights/organization/me', { kind: 'rights', place: { kind: 'organization' }, of: 'me' }],
    [
      '#rights/channel-5/guest/post',
      { kind: 'rights', place: { kind: 'channel', channelId: 5 }, of: 'guest', deed: 'post' },
    ],
    ['#rights/group-7/user-10', { kind: 'rights', place: { kind: 'group', groupId: 7 }, of: 10 }],
    ['#invite', { kind: 'invite' }],
    ...settingsPages.map((page): [string, View] => [`#settings/${page}`, { kind: 'settings', page }]),
    ...organizationPages.map((page): [string, View] => [
      `#organization/${page}`,
      { kind: 'organization', page },
    ]),
    ...helpPages.map((page): [string, View] => [`#${page}`, { kind: 'help', page }]),
    ['#catch-up', { kind: 'catch-up' }],
    ['#places', { kind: 'places' }],
    ['#new/topic/5', { kind: 'new topic', channelId: 5 }],
    ['#new/direct', { kind: 'new direct' }],
    ['#moderation', { kind: 'moderation' }],
  ])('%s is read and written', (address, view) => {
    expect(parseAddress(address, lookups)).toEqual(view)
    expect(addressOf(view, names)).toBe(address)
  })
})

describe('other forms', () => {
  test.each<[string, string]>([
    ['#', ''],
    ['inbox', '#inbox'],
    ['#recent_topics', '#recent'],
    ['#all_messages', '#feed'],
    ['#narrow', '#feed'],
    ['#narrow/', '#feed'],
    ['#narrow/in/all', '#feed'],
    ['#narrow/in/home', '#narrow/-is/muted'],
    ['#narrow/-in/home', '#narrow/is/muted'],
    ['#narrow/is/private', '#narrow/is/dm'],
    ['#narrow/is/starred/', '#narrow/is/starred'],
    ['#narrow/stream/5-design/subject/a', '#narrow/channel/5-design/topic/a'],
    ['#narrow/topic/a/channel/5', '#narrow/channel/5-design/topic/a'],
    ['#narrow/stream/design/topic/a', '#narrow/channel/5-design/topic/a'],
    ['#narrow/stream/warm-grey', '#narrow/channel/6-warm-grey'],
    ['#narrow/stream/warm.20grey', '#narrow/channel/6-warm-grey'],
    ['#narrow/channel/5-formerly-something', '#narrow/channel/5-design'],
    ['#narrow/channel/5-design/topic', '#narrow/channel/5-design/topic/'],
    ['#narrow/channel/5-design/topic/with/31', '#narrow/channel/5-design/topic//with/31'],
    ['#narrow/channel/5-design/topic/near/31', '#narrow/channel/5-design/topic//near/31'],
    ['#narrow/channel/5-design/topic/a%20b', '#narrow/channel/5-design/topic/a.20b'],
    ['#narrow/channel/5/topic/a/with/31/near/32', '#narrow/channel/5-design/topic/a/near/32'],
    ['#narrow/dm/10,11-dm', '#narrow/dm/8,10,11-group'],
    ['#narrow/dm/11,10,8-group', '#narrow/dm/8,10,11-group'],
    ['#narrow/dm/10-Otto-Lind', '#narrow/dm/8,10-dm'],
    ['#narrow/pm-with/otto@chat.2Eexample', '#narrow/dm/8,10-dm'],
    ['#narrow/pm-with/otto@chat.2Eexample,mia@chat.2Eexample', '#narrow/dm/8,10,11-group'],
    ['#narrow/pm-with/8-Iris', '#narrow/dm/8-dm'],
    ['#narrow/group-pm-with/10-Otto', '#narrow/dm-with/10'],
    ['#narrow/dm-including/10,11', '#narrow/dm-with/10,11'],
    ['#narrow/from/10-Otto-Lind', '#narrow/sender/10'],
    ['#narrow/sender/otto@chat.2Eexample', '#narrow/sender/10'],
    ['#narrow/sender/gone@chat.2Eexample', '#narrow/sender/gone.40chat.2Eexample'],
    ['#narrow/sender/me/has/reaction', '#narrow/sender/me/has/reaction'],
    ['#narrow/streams/public/search/a', '#narrow/channels/public/search/a'],
    ['#topics/stream/5', '#topics/channel/5-design'],
    ['#streams/notsubscribed', '#channels/available'],
    ['#channels', '#channels/subscribed'],
    ['#streams/5/design', '#channels/5/design/general'],
    ['#groups', '#groups/your'],
    ['#groups/7/writers', '#groups/7/writers/general'],
    ['#user/10/profile', '#user/10'],
    ['#settings', '#settings/profile'],
    ['#settings/display-settings', '#settings/preferences'],
    ['#organization', '#organization/organization-profile'],
    ['#organization/users', '#organization/users/active'],
    ['#organization/user-list-admin', '#organization/users/active'],
    ['#organization/bot-list-admin', '#organization/bots'],
  ])('%s is %s', (address, first) => {
    expect(addressOf(parseAddress(address, lookups), names)).toBe(first)
  })
})

test.each([
  '#narrow/channel/5-design/topic/.ZZ',
  '#narrow/channel/5-design/topic/%',
  '#narrow/channel/nowhere',
  '#narrow/channel/5-design/near/soon',
  '#narrow/channel/5-design/near/99999999999999999999',
  '#narrow/dm/nobody@chat.2Eexample',
  '#narrow/colour/grey',
  '#narrow/date/2026-13-99',
  '#narrow/-in/all',
  '#narrow/is',
  '#topics/is/starred',
  '#channels/5/design/colours',
  '#channels/folders/x/new',
  '#user/otto',
  '#settings/constructor',
  '#constructor',
])('%s cannot be read, and says so', (address) => {
  expect(parseAddress(address, lookups)).toEqual(unreadable(address))
})

test('without an account the people of an address are all who are named', () => {
  expect(parseAddress('#narrow/dm/11,10-dm', {})).toEqual(direct([10, 11]))
  expect(addressOf(direct([10, 11]))).toBe('#narrow/dm/10,11-dm')
})

test('a view says which messages to fetch', () => {
  const view = parseAddress('#narrow/channel/5-design/topic/a/with/31', lookups)
  expect(termsOf(view as Extract<View, { kind: 'conversation' }>)).toEqual([
    { operator: 'channel', operand: 5 },
    { operator: 'topic', operand: 'a' },
    { operator: 'with', operand: 31 },
  ])
  expect(termsOf({ kind: 'feed', at: { near: 31 } })).toEqual([])
  expect(termsOf({ kind: 'conversation', conversation: { kind: 'direct', userIds: [10] } })).toEqual([
    { operator: 'dm', operand: [10] },
  ])
})

const id = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })
const words = fc.string({ unit: 'grapheme' })
const at = fc.oneof(
  fc.record({ near: id }),
  fc.record({ with: id }),
  fc.record({ date: fc.constantFrom('2026-11-22', '2026-11-22T09:30:00Z') }),
)
const others = fc.uniqueArray(
  id.filter((each) => each !== iris),
  { minLength: 1, maxLength: 5 },
)
const userIds = fc.oneof(
  others.map((ids) => ids.toSorted((a, b) => a - b)),
  fc.constant([iris]),
)
const negated = fc.constantFrom({}, { negated: true as const })
const operand = (operator: string, arbitrary: fc.Arbitrary<unknown>) =>
  fc
    .record({ operand: arbitrary, negation: negated })
    .map(({ operand: value, negation }) => ({ operator, operand: value, ...negation }) as Term)
const term = fc.oneof(
  operand('channel', id),
  operand('topic', words),
  operand('dm', userIds),
  operand('dm-with', userIds),
  operand('sender', fc.oneof(id, fc.constant('me'))),
  operand('mentions', id),
  operand('has', words),
  operand('search', words),
  operand('channels', words),
  operand('id', id),
)
const messageView = fc
  .record({ terms: fc.array(term, { maxLength: 4 }), at: fc.option(at, { nil: undefined }) })
  .map(({ terms, at: place }): View => ({ ...viewOfTerms(terms), ...(place ? { at: place } : {}) }))

describe('for every view and text', () => {
  test('writing and reading a view gives the same view', () => {
    const known: AddressNames = { ownUserId: iris, channelName: (channel) => `grey ${channel % 7} ä` }
    fc.assert(
      fc.property(messageView, fc.boolean(), (view, hasNames) => {
        const address = addressOf(view, hasNames ? known : { ownUserId: iris })
        expect(parseAddress(address, { ownUserId: iris })).toEqual(view)
        expect(address).toMatch(/^#[\w/,.-]*$/)
      }),
    )
  })

  test('no text makes reading fail, and the first form of what it means is stable', () => {
    const piece = fc.oneof(
      words,
      fc.constantFrom('#', 'narrow', 'channel', 'topic', 'near', '5', '-', '.', '%', 'dm', '10,11-dm', ''),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const view = parseAddress(`#${pieces.join('/')}`, lookups)
        if (view.kind === 'unreadable') return
        const first = addressOf(view, names)
        expect(parseAddress(first, lookups)).toEqual(view)
        expect(addressOf(parseAddress(first, lookups), names)).toBe(first)
      }),
    )
  })

  test('a part is the same after encoding and decoding', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeHashComponent(text)).toMatch(/^[\w.~-]*$/)
        expect(decodeHashComponent(encodeHashComponent(text))).toBe(text.toWellFormed())
      }),
    )
  })
})
