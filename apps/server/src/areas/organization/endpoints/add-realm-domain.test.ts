import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { deleteRealmDomain } from '@tagma/contract/endpoints/domains/delete-realm-domain.ts'
import { getRealmDomains } from '@tagma/contract/endpoints/domains/get-realm-domains.ts'
import { patchRealmDomain } from '@tagma/contract/endpoints/domains/patch-realm-domain.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { updateUser } from '@tagma/contract/endpoints/users/update-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { converge } from '#test/converge.ts'

const example = { domain: 'example.com', allow_subdomains: false }

test('owners allow domains, and everybody learns of it', async () => {
  const t = await testApp()
  const { owner, guest } = await t.given.everyRole()
  await converge(t, [owner, guest], async () => {
    const { new_domain } = await t.as(owner).call(addRealmDomain, { ...example, domain: ' Example.COM' })
    expect(new_domain).toEqual([expect.any(Number), 'example.com'])
  })
  await converge(t, [owner, guest], () =>
    t.as(owner).call(patchRealmDomain, { domain: 'example.com', allow_subdomains: true }),
  )
  expect((await t.as(guest).call(getRealmDomains, {})).domains).toEqual([
    { domain: 'example.com', allow_subdomains: true },
  ])
  await converge(t, [owner, guest], () => t.as(owner).call(deleteRealmDomain, { domain: 'example.com' }))
  expect((await t.as(guest).call(getRealmDomains, {})).domains).toEqual([])
})

test('removing the last domain ends the restriction', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  await t.given.settings({ emails_restricted_to_domains: true })
  await t.as(owner).call(addRealmDomain, example)
  await t.as(owner).call(addRealmDomain, { ...example, domain: 'example.org' })
  await converge(t, [member], () => t.as(owner).call(deleteRealmDomain, { domain: 'example.org' }))
  expect(t.directory.organization.settings.emails_restricted_to_domains).toBe(true)
  await converge(t, [member], () => t.as(owner).call(deleteRealmDomain, { domain: 'example.com' }))
  expect(t.directory.organization.settings.emails_restricted_to_domains).toBe(false)
})

test('accounts made by administrators and changed addresses must use the domains', async () => {
  const t = await testApp()
  const { owner, member } = await t.given.everyRole()
  await t.given.mayCreateUsers(owner)
  await t.given.mayChangeEmails(owner)
  await t.given.settings({ emails_restricted_to_domains: true })
  await t.as(owner).call(addRealmDomain, example)
  const wrong = { email: 'mia@example.org', full_name: 'Mia', password: 'correct horse' }
  for (const refusal of [
    await t.as(owner).refusal(createUser, wrong),
    await t.as(owner).refusal(updateUser, { user_id: member.id, new_email: 'member@example.org' }),
  ])
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringMatching(/^Addresses at example.org cannot join/),
    })
  await t.as(owner).call(createUser, { ...wrong, email: 'mia@example.com' })
})

test.each([
  ['', "Domain can't be empty."],
  ['localhost', 'Domain must have at least one dot (.)'],
  ['.example.com', 'Domain cannot start or end with a dot (.)'],
  [
    'exa_mple.com',
    "The parts of a domain consist of letters, digits and '-', and neither start nor end with '-'.",
  ],
  [
    '-example.com',
    "The parts of a domain consist of letters, digits and '-', and neither start nor end with '-'.",
  ],
  ['EXAMPLE.com', 'The domain example.com is already a part of your organization.'],
])('%s is refused', async (domain, message) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.as(owner).call(addRealmDomain, example)
  expect(await t.as(owner).refusal(addRealmDomain, { ...example, domain })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    message,
  })
})

test('only owners change domains, and an unknown domain is refused', async () => {
  const t = await testApp()
  const { owner, administrator } = await t.given.everyRole()
  for (const refusal of [
    await t.as(administrator).refusal(addRealmDomain, example),
    await t.as(administrator).refusal(patchRealmDomain, example),
    await t.as(administrator).refusal(deleteRealmDomain, { domain: example.domain }),
  ])
    expect(refusal.code).toBe('UNAUTHORIZED_PRINCIPAL')
  for (const refusal of [
    await t.as(owner).refusal(patchRealmDomain, example),
    await t.as(owner).refusal(deleteRealmDomain, { domain: example.domain }),
  ])
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      message: 'No entry found for domain example.com.',
    })
})
