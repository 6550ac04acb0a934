import { expect, test } from 'vitest'
import type { Conversation } from '#state/conversations.ts'
import { type PaletteItem, paletteItems } from './palette-items.ts'

const topic = (name: string, parts: Partial<Conversation> = {}): Conversation => ({
  key: `5 ${name}`,
  channelId: 5,
  topic: name,
  userIds: undefined,
  lastId: 1,
  unread: 0,
  hasMention: false,
  counted: 0,
  isMuted: false,
  isFollowed: false,
  writers: [],
  ...parts,
})
const design = { stream_id: 5, name: 'design', is_archived: false, is_muted: false } as never
const sources = {
  ownId: 8,
  conversations: [
    topic('paper', { lastId: 5 }),
    topic('colors', { lastId: 2, unread: 3 }),
    topic('✔ paper stock', { lastId: 9 }),
    topic('', { key: 'dm 10', channelId: undefined, userIds: [10], lastId: 7 }),
  ],
  channels: new Map([[5, design]]),
  people: new Map([
    [10, { user_id: 10, full_name: 'Iris Okafor', is_active: true }],
    [11, { user_id: 11, full_name: 'Páll Paperman', is_active: true }],
    [12, { user_id: 12, full_name: 'Pat Gone', is_active: false }],
  ]) as never,
  nameOf: () => 'Iris Okafor',
  actions: [],
  commands: [{ name: 'Open the inbox', command: 'inbox' as const }],
  pages: [{ name: 'Settings: paper size', view: { kind: 'settings', page: 'preferences' } as const }],
  organizations: {
    known: [
      { address: 'https://paper.example.com', name: 'Mill' },
      { address: 'https://chat.example.net', name: 'Société Générale' },
    ],
    troubles: new Map([['https://chat.example.net', 'silent' as const]]),
  },
  isSearch: false,
}
const nameOf = (item: PaletteItem): string => {
  if (item.kind === 'topic') return item.conversation.topic
  if (item.kind === 'channel') return `#${item.channel.name}`
  if (item.kind === 'person') return `@${item.person.full_name}`
  if (item.kind === 'organization') return item.organization.name
  if (item.kind === 'action') return item.action.label
  if (item.kind === 'search') return `search ${item.text}`
  return item.name
}
const names = (items: readonly PaletteItem[]) => items.map(nameOf)

test('with nothing typed, unread conversations come first, then the newest', () => {
  expect(names(paletteItems(' ', sources))).toEqual(['colors', '✔ paper stock', 'Iris Okafor', 'paper'])
})

test("on the first day, one finds one's channels and the commands", () => {
  const channels = new Map([
    [5, design],
    [6, { stream_id: 6, name: 'not mine', is_archived: false } as never],
  ])
  expect(names(paletteItems('', { ...sources, channels, conversations: [topic('paper')] }))).toEqual([
    'paper',
    '#design',
    'Open the inbox',
  ])
})

test('while nothing is typed, conversations stand first, then actions on the focused message or the conversation', () => {
  const action = (about: 'message' | 'conversation' | 'last' | 'page', label: string) => ({
    about,
    label,
    onChoose: () => undefined,
  })
  const conversation = [action('page', 'Add'), action('conversation', 'Follow'), action('last', 'Undo')]
  const ofList = ['colors', '✔ paper stock', 'Iris Okafor', 'paper']
  expect(names(paletteItems('', { ...sources, actions: conversation }))).toEqual([
    ...ofList,
    'Undo',
    'Follow',
  ])
  const message = [...conversation, action('message', 'Star')]
  expect(names(paletteItems('', { ...sources, actions: message }))).toEqual([...ofList, 'Undo', 'Star'])
})

test('names that fit better come first; resolved topics, pages and the search behind', () => {
  expect(names(paletteItems('paper', sources))).toEqual([
    'paper',
    '@Páll Paperman',
    'Mill',
    '✔ paper stock',
    'Settings: paper size',
    'search paper',
  ])
})

test('people one has talked with stand once, and those who left never', () => {
  expect(names(paletteItems('iris', sources))).toEqual(['Iris Okafor', 'search iris'])
  expect(names(paletteItems('pat', sources))).toEqual(['search pat'])
})

test('a name leads to its person before a group that they are in', () => {
  const group = topic('', { key: 'dm 11,12', channelId: undefined, userIds: [11, 12], lastId: 20, unread: 1 })
  const items = paletteItems('pall', {
    ...sources,
    conversations: [group],
    nameOf: () => 'Páll Paperman, Iris Okafor',
  })
  expect(items.slice(0, 2).map(({ kind }) => kind)).toEqual(['person', 'people'])
})

test('accents and case do not matter, and a channel comes before what only holds the text', () => {
  expect(names(paletteItems('PALL', sources))).toEqual(['@Páll Paperman', 'search PALL'])
  expect(names(paletteItems('des', sources))).toEqual(['#design', 'search des'])
})

test('another organization is found by its name and by its host, and says what is in the way', () => {
  for (const text of ['gener', 'societe', 'chat.ex'])
    expect(paletteItems(text, sources)[0]).toMatchObject({
      kind: 'organization',
      organization: { address: 'https://chat.example.net' },
      trouble: 'silent',
    })
})

test('where conditions are typed, the search comes first', () => {
  const items = paletteItems('sender:iris paper', { ...sources, isSearch: true })
  expect(items[0]).toEqual({ kind: 'search', key: 'search', text: 'sender:iris paper' })
})

test('of pages that fit equally well, single settings come last', () => {
  const view = { kind: 'settings', page: 'preferences' } as const
  const pages = [
    { name: 'Settings: Group channels', view, setting: 'web_channel_default_view' as const },
    { name: 'Browse all channels', view: { kind: 'channels', page: 'all' } as const },
  ]
  expect(names(paletteItems('channels', { ...sources, pages })).slice(0, 2)).toEqual([
    'Browse all channels',
    'Settings: Group channels',
  ])
})
