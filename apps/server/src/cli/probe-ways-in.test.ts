import { expect, test } from 'vitest'
import { updateOrganization } from '#store/organization/organizations.ts'
import { insertPasskey } from '#store/people/passkeys.ts'
import { updateUser } from '#store/people/users.ts'
import { testApp, type TestApp } from '#test/app.ts'
import type { TestUser } from '#test/given.ts'
import { probeOwners, probePasskeys, probeSignUp, probeUnconfirmed } from './probe-ways-in.ts'

/** An organization on a server of its own, because the doctor looks at all organizations of a server. */
async function scene(uploads: string) {
  const t = await testApp({ TAGMA_MAX_UPLOAD_MIB: uploads, TAGMA_PUBLIC_URL: 'https://chat.example.com' })
  const olive = await t.given.user('olive', { role: 'owner' })
  const { config, data } = t.app.services
  return { t, olive, config, db: data.db }
}

const givePasskey = (t: TestApp, { id }: TestUser, host: string, credentialId: string) =>
  t.app.services.data.transact(t.organizationId, (tx) =>
    insertPasskey(tx, {
      ...{ userId: id, credentialId, userHandle: 'handle', publicKey: 'key', counter: 0 },
      ...{ transports: [], host, isSynced: false, name: 'Laptop' },
    }),
  )

test('passkeys that were made at another address are named with it', async () => {
  const { t, olive, config, db } = await scene('7')
  const { subdomain } = t.directory.organization
  expect(await probePasskeys(config, db)).toBe('All passkeys belong to the address of their organization.')
  await givePasskey(t, olive, `${subdomain}.chat.example.com`, 'one')
  expect(await probePasskeys(config, db)).toContain('All passkeys')
  await givePasskey(t, olive, 'old.example.com', 'two')
  await expect(probePasskeys(config, db)).rejects.toThrow(
    `1 passkey belongs to old.example.com and will not work at ${subdomain}.chat.example.com. Set TAGMA_PUBLIC_URL`,
  )
})

test('an organization whose owners get in by a sign-in service alone is named', async () => {
  const { t, olive, config, db } = await scene('8')
  const services = { ...config, providers: [{} as (typeof config.providers)[number]] }
  const fine = 'Each organization has an owner who gets in without a sign-in service.'
  expect(await probeOwners(services, db)).toBe(fine)
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateUser(tx, olive.id, { password_hash: null }),
  )
  expect(await probeOwners(config, db)).toBe('No sign-in service stands between owners and their accounts.')
  await expect(probeOwners(services, db)).rejects.toThrow(
    `In ${t.directory.organization.name}, no owner has a password or a passkey`,
  )
  const mia = await t.given.user('mia')
  await givePasskey(t, mia, 'host', 'of a member')
  await expect(probeOwners(services, db)).rejects.toThrow('no owner has')
  await givePasskey(t, olive, 'host', 'of an owner')
  expect(await probeOwners(services, db)).toBe(fine)
})

test('accounts that whoever has their address would claim are counted, where a service may do that', async () => {
  const { t, olive, config, db } = await scene('9')
  const by = (links: 'ask' | 'verified-email') => ({
    providers: [{ name: 'corp', links } as (typeof config.providers)[number]],
  })
  const confirm = (at: number | null) =>
    t.app.services.data.transact(t.organizationId, (tx) =>
      updateUser(tx, olive.id, { email_confirmed_at: at }),
    )
  await confirm(null)
  expect(await probeUnconfirmed(by('ask'), db)).toContain('No sign-in service gives out accounts')
  await expect(probeUnconfirmed(by('verified-email'), db)).rejects.toThrow(
    /^1 account has a password .*TAGMA_SIGN_IN_CORP_LINK=verified-email, .*set TAGMA_SIGN_IN_CORP_LINK=ask\.$/,
  )
  await confirm(t.clock.now() / 1000)
  expect(await probeUnconfirmed(by('verified-email'), db)).toContain('All people with a password')
})

test('an organization that newcomers cannot join, because no mail is sent, is named', async () => {
  const { t, config, db } = await scene('10')
  const { name } = t.directory.organization
  const mailing = { ...config, mail: { ...config.mail, smtpUrl: 'smtp://127.0.0.1:1' } }
  expect(await probeSignUp(config, db)).toBe('People join by invitation.')
  await t.given.settings({ invite_required: false })
  await expect(probeSignUp(config, db)).rejects.toThrow(
    `${name} takes people without an invitation, but the server sends no mail`,
  )
  expect(await probeSignUp(mailing, db)).toBe(`People join without an invitation in ${name}.`)
  const services = { ...config, providers: [{} as (typeof config.providers)[number]] }
  expect(await probeSignUp(services, db)).toContain('by a sign-in service; without TAGMA_SMTP_URL')
  await t.app.services.data.transact(t.organizationId, (tx) =>
    updateOrganization(tx, { deactivated_at: tx.now }),
  )
  expect(await probeSignUp(config, db)).toBe('People join by invitation.')
})
