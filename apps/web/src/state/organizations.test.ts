import { expect, test } from 'vitest'
import {
  mostOrganizations,
  organizationsFrom,
  readAddress,
  readSettings,
  withAnswer,
} from './organizations.ts'

test.each([
  ['chat.example.com', 'https://chat.example.com'],
  ['  https://Chat.Example.com/ ', 'https://chat.example.com'],
  ['https://chat.example.com:8443/#narrow/channel/5-design/topic/a', 'https://chat.example.com:8443'],
  ['HTTPS://chat.example.com/login/', 'https://chat.example.com'],
  ['bücher.example', 'https://xn--bcher-kva.example'],
  ['localhost:9991', 'http://localhost:9991'],
  ['team.localhost', 'http://team.localhost'],
  ['http://127.0.0.1:9991/', 'http://127.0.0.1:9991'],
  ['https://localhost', 'https://localhost'],
  ['intranet', 'https://intranet'],
])('“%s” is the address %s', (typed, address) => {
  expect(readAddress(typed)).toEqual({ address })
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['two words', 'nonsense'],
  ['???', 'nonsense'],
  ['iris@example.com', 'nonsense'],
  ['https://iris:secret@chat.example.com', 'nonsense'],
  ['ftp://chat.example.com', 'nonsense'],
  ['javascript:alert(1)', 'nonsense'],
  ['data:text/html,x', 'nonsense'],
  ['http://chat.example.com', 'insecure'],
  ['http://localhost.example.com', 'insecure'],
  ['http://127.0.0.1.example.com', 'insecure'],
])('“%s” is no address, because it is %s', (typed, problem) => {
  expect(readAddress(typed)).toEqual({ problem })
})

test('what a browser kept is read, and nothing else than an address of an organization becomes a link', () => {
  const good = { address: 'https://chat.example.com', name: 'Chat', icon: 'data:image/png;base64,AA' }
  const kept = [
    good,
    { ...good, name: 'Another name' },
    { address: 'https://plain.example', name: 'P'.repeat(200), icon: 'https://elsewhere.example/a.png' },
    { address: 'javascript:alert(1)', name: 'Bad' },
    { address: 'http://chat.example.com', name: 'Open to all' },
    { address: 'https://chat.example.com/path', name: 'A page' },
    { address: 'https://unnamed.example', name: ' ' },
    { name: 'Nowhere' },
    null,
    7,
  ]
  expect(organizationsFrom(JSON.stringify(kept))).toEqual([
    { ...good, name: 'Another name' },
    { address: 'https://plain.example', name: 'P'.repeat(100), icon: undefined },
  ])
  expect(organizationsFrom(null)).toEqual([])
  expect(organizationsFrom('{"a":')).toEqual([])
  expect(organizationsFrom('{}')).toEqual([])
  const many = Array.from({ length: 99 }, (_, at) => ({ address: `https://a${at}.example`, name: 'A' }))
  expect(organizationsFrom(JSON.stringify(many))).toHaveLength(mostOrganizations)
})

const address = 'https://chat.example.com'
const settings = {
  result: 'success',
  realm_name: ' Difference Engine ',
  realm_url: `${address}/`,
  realm_icon: '/user_avatars/2/realm/icon.png?version=3',
}

test('an organization says its name, its icon and its own address', () => {
  expect(readSettings(address, settings)).toEqual({
    name: 'Difference Engine',
    iconAddress: 'https://chat.example.com/user_avatars/2/realm/icon.png?version=3',
    ownAddress: address,
  })
  const { realm_url: ownAddress, ...old } = settings
  expect(readSettings('https://other.example', { ...old, realm_uri: ownAddress })).toMatchObject({
    ownAddress: address,
  })
  expect(readSettings(address, { ...settings, realm_url: 'nonsense' })).toMatchObject({ ownAddress: address })
})

test('an icon of another site is not loaded: it would learn of it', () => {
  for (const realm_icon of ['https://secure.gravatar.com/avatar/x', '//elsewhere.example/a.png', '', 7, null])
    expect(readSettings(address, { ...settings, realm_icon })).toMatchObject({ iconAddress: undefined })
})

test('what is no organization says so', () => {
  for (const answer of [undefined, null, 'OK', {}, { ...settings, realm_name: '' }, { result: 'error' }])
    expect(readSettings(address, answer)).toBe('foreign')
  // The landing page of a server with many organizations has settings, and no name.
  expect(readSettings(address, { result: 'success', zulip_version: '10.0' })).toBe('foreign')
  expect(readSettings(address, { result: 'error', code: 'NONEXISTENT_SUBDOMAIN' })).toBe('foreign')
  expect(readSettings(address, { result: 'error', code: 'REALM_DEACTIVATED' })).toBe('closed')
})

test('a new name takes the place of the old one, and an icon stays where none came', () => {
  const known = [
    { address, name: 'Old', icon: 'data:image/png;base64,AA' },
    { address: 'https://other.example', name: 'Other' },
  ]
  const answer = { address, name: 'New', icon: undefined }
  expect(withAnswer(known, address, answer)).toEqual([{ ...known[0], name: 'New' }, known[1]])
  expect(withAnswer(known, 'https://gone.example', answer)).toEqual(known)
})
