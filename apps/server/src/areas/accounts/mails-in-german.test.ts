import { expect, test } from 'vitest'
import { invitationMail } from '#areas/invites/invitation-mail.ts'
import { tellOfDamage } from '#areas/organization/tell-of-damage.ts'
import { must } from '#model/must.ts'
import type { Mail } from '#ports/mailer.ts'
import { testApp } from '#test/app.ts'
import { unspoken } from '#test/unspoken.ts'
import { deactivationMail } from './deactivation-mail.ts'
import * as mails from './security-mails.ts'

type Concerned = Parameters<typeof mails.passwordChangedMail>[0]

type Translated = Exclude<keyof typeof mails, 'insertSecurityMail' | 'addressUndoPath'>

/** Every mail about security, in each of its forms, with a part of its German text. */
const forms: Readonly<Record<Translated, readonly (readonly [(of: Concerned) => Mail, string])[]>> = {
  passwordChangedMail: [[mails.passwordChangedMail, 'dein Passwort wurde gerade geändert.']],
  passwordResetMail: [[mails.passwordResetMail, 'wurde gerade ein neues Passwort gesetzt']],
  addressWishedMail: [
    [
      (of) => mails.addressWishedMail(of, 'b@example.com', false),
      'möchte b@example.com statt dieser Adresse',
    ],
    [(of) => mails.addressWishedMail(of, 'b@example.com', true), 'dein Passwort im Verzeichnis'],
  ],
  addressChangedMail: [
    [
      (of) => mails.addressChangedMail(of, { newEmail: 'b@example.com', by: 'account', undo: 'x' }),
      'innerhalb von 7 Tagen zurück: http',
    ],
    [
      (of) => mails.addressChangedMail(of, { newEmail: 'b@example.com', by: 'account', undo: undefined }),
      'Verwaltung der Organisation: Dort',
    ],
    [
      (of) => mails.addressChangedMail(of, { newEmail: 'b@example.com', by: 'elsewhere', undo: undefined }),
      'Dienst oder Verzeichnis',
    ],
  ],
  addressTakenBackMail: [
    [(of) => mails.addressTakenBackMail(of, 'a@example.com'), 'hat wieder die Adresse a@example.com.'],
  ],
  tokenMadeMail: [[(of) => mails.tokenMadeMail(of, 'CI'), 'das Zugriffstoken „CI“ erzeugt']],
  tokenEndsMail: [
    [(of) => mails.tokenEndsMail(of, { name: 'CI', bot: undefined, at: 'bald' }), '„CI“ endet: bald.'],
    [(of) => mails.tokenEndsMail(of, { name: 'CI', bot: 'Robo', at: 'bald' }), 'deines Bots Robo endet'],
  ],
  agentAllowedMail: [[(of) => mails.agentAllowedMail(of, 'Agent'), 'das sich „Agent“ nennt']],
  factorAddedMail: [[mails.factorAddedMail, 'einen Code deiner Authenticator-App']],
  passkeyAddedMail: [[(of) => mails.passkeyAddedMail(of, 'Handy'), 'der Passkey „Handy“ meldet dich']],
  passkeyCopiedMail: [[(of) => mails.passkeyCopiedMail(of, 'Handy'), 'sein Zähler lief rückwärts']],
  factorRemovedMail: [
    [(of) => mails.factorRemovedMail(of, { what: 'app', isLast: true }), 'gelten nicht mehr'],
    [(of) => mails.factorRemovedMail(of, { what: 'passkey', isLast: false }), 'dein Passkey wurde entfernt.'],
  ],
  factorResetMail: [
    [(of) => mails.factorResetMail(of, 'Amy'), 'Amy aus der Verwaltung der Organisation hat alle'],
    [(of) => mails.factorResetMail(of, undefined), 'Wer den Server betreibt, hat alle'],
  ],
  recoveryCodeUsedMail: [
    [(of) => mails.recoveryCodeUsedMail(of, { left: 1, areFew: true }), 'Einer ist übrig. Erzeuge'],
    [(of) => mails.recoveryCodeUsedMail(of, { left: 7, areFew: false }), '7 sind übrig.\n'],
  ],
  providerLinkedMail: [[(of) => mails.providerLinkedMail(of, 'GitHub'), 'jetzt mit GitHub anmelden']],
  stepAskedMail: [
    [(of) => mails.stepAskedMail(of, { from: undefined, hasFactor: false }), 'Die Anmeldeseite hilft dir'],
    [(of) => mails.stepAskedMail(of, { from: 'bald', hasFactor: false }), 'Ab wann du ihn brauchst: bald.'],
    [(of) => mails.stepAskedMail(of, { from: 'bald', hasFactor: true }), 'Du hast schon einen eingerichtet'],
  ],
  guessesMail: [[(of) => mails.guessesMail(of, '192.0.2.7'), 'das letzte von 192.0.2.7.']],
}

/** An organization and a person who read German. The name is hostile to HTML and to the arguments of texts. */
async function germans() {
  const t = await testApp()
  const { id } = await t.given.user('hans', { role: 'owner' })
  const kept = must(t.directory.users.get(id), 'a given user has no record')
  const user = { ...kept, fullName: '<b>{email}', settings: { ...kept.settings, default_language: 'de' } }
  const { organization: own } = t.directory
  const organization = { ...own, settings: { ...own.settings, default_language: 'de-CH' } }
  return { t, user, organization, config: t.app.services.config }
}

test.each(Object.keys(forms) as Translated[])('%s speaks German', async (name) => {
  const { user, organization, config } = await germans()
  for (const [make, part] of forms[name]) {
    const { text, subject } = make({ config, organization, user })
    expect(text).toContain(part)
    expect(text.startsWith('Hallo <b>{email},\n\n')).toBe(true)
    expect(text).toContain(`\n\nEs geht um dein Konto ${user.deliveryEmail} bei ${organization.name} (`)
    expect(`${subject}\n${text.replace('<b>{email}', '')}`).not.toMatch(/[{}]|\b(the|your|was)\b/i)
  }
})

test('an ended account is told in German, with the comment as it was written', async () => {
  const { user, organization, config } = await germans()
  const { subject, text } = deactivationMail(config, organization, user, ' {url} Bye ')
  expect(subject).toBe(`Dein Konto bei ${organization.name} wurde deaktiviert`)
  expect(text).toMatch(/^Hallo!\n\nDein Konto[^\n]+\n\nDie Administratoren schreiben dazu:\n\n\{url\} Bye$/)
})

test('an invitation speaks the language of the organization, and lets no HTML of a name in', async () => {
  const { user, organization, config } = await germans()
  const invite = (expiresAt: number | null) =>
    invitationMail(config, organization, user, { token: 'abc', expiresAt }, 'new@example.com')
  expect(invite(null).text).toContain('Der Link gilt einmal. Wenn du nicht beitreten möchtest')
  const { subject, html, text } = invite(1_800_000_000)
  expect(subject).toBe(`<b>{email} lädt dich zu ${organization.name} ein`)
  expect(text).toContain('Der Link gilt einmal, bis 15. Januar 2027 um 08:00:00 UTC.')
  expect(html).toContain('<p>&lt;b&gt;{email} lädt dich ein,')
  expect(html).not.toContain('<b>')
})

test('owners are told in their language of a damaged database', async () => {
  const { t, user, organization } = await germans()
  t.directory.users.set(user.id, user)
  await tellOfDamage(t.app.services, 'page 7')
  const mail = t.mails.find(
    ({ subject }) => subject === `Die Datenbank von ${organization.name} ist beschädigt`,
  )
  expect(mail?.to).toBe(user.deliveryEmail)
  expect(mail?.text).toContain('ist beschädigt: page 7\n\nDer Server zeigt noch alles')
})

test.each(Object.keys(forms) as Translated[])('%s says nothing outside the catalogs', async (name) => {
  const { user, organization, config } = await germans()
  const reader = { ...user, fullName: '7', settings: { ...user.settings, default_language: 'en-XA' } }
  for (const [make] of forms[name]) {
    const { subject, text } = make({ config, organization, user: reader })
    expect(unspoken(`${subject}\n${text}`)).toEqual([])
  }
})
