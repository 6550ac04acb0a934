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

test.each([
  [{ TAGMA_SMTP_URL: 'mail.example.com' }, /TAGMA_SMTP_URL should be an address that begins with smtp/],
  [{ INVITATION_LINK_VALIDITY_MINUTES: '0' }, /INVITATION_LINK_VALIDITY_MINUTES is "0"/],
  [{ MIN_DEACTIVATED_REALM_DELETION_DAYS: 'soon' }, /is "soon"; it should be a whole number or none/],
  [
    { MIN_DEACTIVATED_REALM_DELETION_DAYS: '30', MAX_DEACTIVATED_REALM_DELETION_DAYS: '20' },
    /MIN_DEACTIVATED_REALM_DELETION_DAYS is more than MAX/,
  ],
  [{ TAGMA_LDAP_URL: 'ldap://ldap.example.com' }, /needs TAGMA_LDAP_BASE/],
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
