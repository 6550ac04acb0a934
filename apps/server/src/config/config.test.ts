import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

test('mail, invitations, deletion and LDAP have sensible values without a setting', () => {
  expect(parseConfig({ TAGMA_PUBLIC_URL: 'https://chat.example.com' })).toMatchObject({
    mail: { smtpUrl: undefined, from: 'Tagma <noreply@chat.example.com>' },
    ldap: undefined,
    invitationMinutes: 14_400,
    deletionDays: { min: 14, max: null },
  })
})

test('they can be set', () => {
  expect(
    parseConfig({
      TAGMA_SMTP_URL: 'smtp://user:secret@mail.example.com:587',
      TAGMA_MAIL_FROM: 'Chat <chat@example.com>',
      INVITATION_LINK_VALIDITY_MINUTES: '60',
      MIN_DEACTIVATED_REALM_DELETION_DAYS: 'none',
      MAX_DEACTIVATED_REALM_DELETION_DAYS: '30',
      TAGMA_LDAP_URL: 'ldap://ldap.example.com',
      TAGMA_LDAP_START_TLS: 'on',
      TAGMA_LDAP_BASE: 'dc=example,dc=com',
    }),
  ).toMatchObject({
    mail: { smtpUrl: 'smtp://user:secret@mail.example.com:587', from: 'Chat <chat@example.com>' },
    invitationMinutes: 60,
    deletionDays: { min: null, max: 30 },
    ldap: {
      url: 'ldap://ldap.example.com',
      startTls: true,
      bind: undefined,
      base: 'dc=example,dc=com',
      filter: '(uid={username})',
      emailAttribute: 'mail',
      nameAttribute: 'cn',
    },
  })
})

test('mail to channels is received where port and domain are named', () => {
  const settings = { TAGMA_INCOMING_MAIL_PORT: '25', TAGMA_INCOMING_MAIL_DOMAIN: 'Chat.Example.com' }
  expect(parseConfig({}).incomingMail).toBeUndefined()
  expect(parseConfig(settings).incomingMail).toEqual({
    host: '127.0.0.1',
    port: 25,
    domain: 'chat.example.com',
  })
  expect(parseConfig({ ...settings, TAGMA_INCOMING_MAIL_HOST: '0.0.0.0' }).incomingMail?.host).toBe('0.0.0.0')
})

test.each([
  [{ TAGMA_INCOMING_MAIL_PORT: '25' }, /TAGMA_INCOMING_MAIL_PORT and TAGMA_INCOMING_MAIL_DOMAIN belong/],
  [{ TAGMA_INCOMING_MAIL_DOMAIN: 'a.b' }, /TAGMA_INCOMING_MAIL_PORT and TAGMA_INCOMING_MAIL_DOMAIN belong/],
  [
    { TAGMA_INCOMING_MAIL_PORT: '25', TAGMA_INCOMING_MAIL_DOMAIN: '@a.b' },
    /TAGMA_INCOMING_MAIL_DOMAIN is "@a.b"; it should be a domain/,
  ],
  [{ TAGMA_SMTP_URL: 'mail.example.com' }, /TAGMA_SMTP_URL should be an address that begins with smtp/],
  [{ INVITATION_LINK_VALIDITY_MINUTES: '0' }, /INVITATION_LINK_VALIDITY_MINUTES is "0"/],
  [{ MIN_DEACTIVATED_REALM_DELETION_DAYS: 'soon' }, /is "soon"; it should be a whole number or none/],
  [
    { MIN_DEACTIVATED_REALM_DELETION_DAYS: '30', MAX_DEACTIVATED_REALM_DELETION_DAYS: '20' },
    /MIN_DEACTIVATED_REALM_DELETION_DAYS is more than MAX/,
  ],
  [{ TAGMA_LDAP_URL: 'ldap://ldap.example.com' }, /needs TAGMA_LDAP_BASE/],
  [{ TAGMA_BIG_BLUE_BUTTON_URL: 'https://b' }, /_URL and TAGMA_BIG_BLUE_BUTTON_SECRET belong together/],
  [
    { TAGMA_NEXTCLOUD_URL: 'https://n', TAGMA_NEXTCLOUD_USERNAME: 'u' },
    /_URL, TAGMA_NEXTCLOUD_USERNAME and TAGMA_NEXTCLOUD_PASSWORD belong together/,
  ],
  [{ TAGMA_WEBEX_CLIENT_ID: 'c' }, /_ID and TAGMA_WEBEX_CLIENT_SECRET belong together/],
  [{ TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY: 's' }, /TAGMA_CONSTRUCTOR_GROUPS_SECRET_KEY belong together/],
  [
    { TAGMA_LDAP_URL: 'ldap://l', TAGMA_LDAP_BASE: 'dc=a', TAGMA_LDAP_FILTER: '(uid=me)' },
    /should contain \{username\}/,
  ],
  [
    { TAGMA_LDAP_URL: 'ldap://l', TAGMA_LDAP_BASE: 'dc=a', TAGMA_LDAP_START_TLS: 'yes' },
    /should be on or off/,
  ],
])('%j is refused by name', (environment, message) => {
  expect(() => parseConfig(environment)).toThrow(message)
})

const relay = {
  TAGMA_PUSH_RELAY_URL: 'https://push.example.com/',
  TAGMA_PUSH_RELAY_ID: 'server',
  TAGMA_PUSH_RELAY_KEY: 'key',
}
const direct = {
  TAGMA_PUSH_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64'),
  TAGMA_APNS_KEY_FILE: '/apns.p8',
  TAGMA_APNS_KEY_ID: 'KEY',
  TAGMA_APNS_TEAM_ID: 'TEAM',
}

test('mobile notifications go nowhere, over a relay, or directly to Apple, Google or both', () => {
  expect(parseConfig({}).push).toMatchObject({ relay: undefined, apns: undefined, fcm: undefined })
  expect(parseConfig(relay).push).toMatchObject({
    relay: { url: 'https://push.example.com', id: 'server', key: 'key' },
    timeoutSeconds: 10,
  })
  expect(parseConfig(direct).push).toMatchObject({
    relay: undefined,
    apns: { url: 'https://api.push.apple.com', keyFile: '/apns.p8', keyId: 'KEY', teamId: 'TEAM' },
    fcm: undefined,
  })
  const { TAGMA_PUSH_PRIVATE_KEY } = direct
  expect(parseConfig({ TAGMA_PUSH_PRIVATE_KEY, TAGMA_FCM_ACCOUNT_FILE: '/fcm.json' }).push).toMatchObject({
    apns: undefined,
    fcm: { url: 'https://fcm.googleapis.com', accountFile: '/fcm.json' },
  })
})

test.each([
  ...Object.keys(relay).map(
    (name) => [relay, { [name]: '' }, /^TAGMA_PUSH_RELAY_URL, .* belong together/] as const,
  ),
  ...['TAGMA_APNS_KEY_ID', 'TAGMA_APNS_TEAM_ID'].map(
    (name) => [direct, { [name]: '' }, /^TAGMA_APNS_KEY_FILE, .* belong together/] as const,
  ),
  [direct, { TAGMA_APNS_KEY_FILE: '' }, /^TAGMA_APNS_KEY_FILE, .* belong together/],
  [direct, { TAGMA_PUSH_PRIVATE_KEY: '' }, /^TAGMA_PUSH_PRIVATE_KEY belongs to/],
  [{}, { TAGMA_PUSH_PRIVATE_KEY: direct.TAGMA_PUSH_PRIVATE_KEY }, /^TAGMA_PUSH_PRIVATE_KEY belongs to/],
  [direct, { TAGMA_PUSH_PRIVATE_KEY: 'c2hvcnQ=' }, /^TAGMA_PUSH_PRIVATE_KEY should be base64 of 32/],
  [direct, { TAGMA_PUSH_PRIVATE_KEY: 'x'.repeat(44) }, /^TAGMA_PUSH_PRIVATE_KEY should be base64 of 32/],
  [relay, direct, /is one way to send notifications/],
  [relay, { TAGMA_PUSH_RELAY_URL: 'push.example.com' }, /^TAGMA_PUSH_RELAY_URL should be an address/],
  [relay, { TAGMA_PUSH_TIMEOUT_SECONDS: '0' }, /^TAGMA_PUSH_TIMEOUT_SECONDS is "0"/],
] as const)('of %j, %j is refused by name', (settings, change, message) => {
  expect(() => parseConfig({ ...settings, ...change })).toThrow(message)
})

test('the address of a replica needs the address of its primary', () => {
  const replica = { DATABASE_READ_URL: 'postgres://tagma@replica/tagma' }
  expect(parseConfig({ ...replica, DATABASE_URL: 'postgres://tagma@db/tagma' }).databaseReadUrl).toBe(
    replica.DATABASE_READ_URL,
  )
  expect(() => parseConfig(replica)).toThrow(
    'DATABASE_READ_URL is the address of a replica: set DATABASE_URL',
  )
})
