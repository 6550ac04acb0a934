import type { Endpoint } from '@tagma/contract/define.ts'
import { addRealmDomain } from '@tagma/contract/endpoints/domains/add-realm-domain.ts'
import { patchRealmDomain } from '@tagma/contract/endpoints/domains/patch-realm-domain.ts'
import { createInviteLink } from '@tagma/contract/endpoints/invites/create-invite-link.ts'
import { addLinkifier } from '@tagma/contract/endpoints/linkifiers/add-linkifier.ts'
import { updateLinkifier } from '@tagma/contract/endpoints/linkifiers/update-linkifier.ts'
import { addNavigationView } from '@tagma/contract/endpoints/navigation-views/add-navigation-view.ts'
import { deactivateRealm } from '@tagma/contract/endpoints/organization/deactivate-realm.ts'
import { updatePresence } from '@tagma/contract/endpoints/presence/update-presence.ts'
import { fetchApiKey } from '@tagma/contract/endpoints/server/fetch-api-key.ts'
import { updateStatus } from '@tagma/contract/endpoints/status/update-status.ts'
import { createUser } from '@tagma/contract/endpoints/users/create-user.ts'
import { getUser } from '@tagma/contract/endpoints/users/get-user.ts'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

// Parameters in the specification's tables, with their types and whether they are required.

const linkifier = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' }

test.each<[Endpoint, Record<string, unknown>]>([
  [updatePresence, { status: 'active' }],
  [fetchApiKey, { username: 'owner@example.com', password: 'password of owner' }],
  [createUser, { email: 'mia@example.com', password: 'correct horse', full_name: 'Mia' }],
  [addLinkifier, linkifier],
  [updateLinkifier, { filter_id: 1, ...linkifier }],
  [addNavigationView, { fragment: 'inbox', is_pinned: true }],
  [addRealmDomain, { domain: 'example.com', allow_subdomains: false }],
  [patchRealmDomain, { domain: 'example.com', allow_subdomains: false }],
])('$id needs each of its required parameters', async (endpoint, args) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  await t.given.mayCreateUsers(owner)
  for (const name of Object.keys(args)) {
    if (endpoint.params[name]?.encoding === 'path') continue
    const { [name]: _, ...rest } = args
    expect(await t.as(owner).refusal(endpoint, rest)).toMatchObject({
      status: 400,
      code: 'REQUEST_VARIABLE_MISSING',
      message: `Missing '${name}' argument`,
      fields: { var_name: name },
    })
  }
})

test.each<[Endpoint, Record<string, unknown>, Record<string, readonly unknown[]>]>([
  [
    updatePresence,
    { status: 'active' },
    {
      status: ['away', '', 1],
      last_update_id: ['new', 1.5, -2],
      history_limit_days: ['all', -1, 0.5],
      new_user_input: ['yes', 1],
      ping_only: ['yes', 1],
      slim_presence: ['yes', 1],
    },
  ],
  [getUser, { user_id: 1 }, { client_gravatar: ['yes', 1], include_custom_profile_fields: ['yes', 1] }],
  [
    updateStatus,
    { status_text: 'here', emoji_name: 'car' },
    { reaction_type: ['emoji', 'Unicode'], away: ['yes', 1] },
  ],
  [
    createInviteLink,
    {},
    {
      invite_expires_in_minutes: ['soon', 1.5, 0],
      invite_as: [0, 500, 'member'],
      stream_ids: [1, 'all', ['general']],
      group_ids: [1, 'all', ['crew']],
      include_realm_default_subscriptions: ['yes', 1],
    },
  ],
  [addLinkifier, linkifier, { alternative_url_templates: ['https://example.com', [1]] }],
  [addNavigationView, { fragment: 'inbox', is_pinned: true }, { is_pinned: ['yes', 1] }],
  [addRealmDomain, { domain: 'example.com', allow_subdomains: false }, { allow_subdomains: ['yes', 1] }],
  [deactivateRealm, {}, { deletion_delay_days: ['soon', 1.5, -1, true] }],
])('$id names the parameter of a wrong type, and does nothing', async (endpoint, args, wrong) => {
  const t = await testApp()
  const owner = await t.given.user('owner', { role: 'owner' })
  for (const [name, values] of Object.entries(wrong))
    for (const value of values)
      expect(
        await t.as(owner).refusal(endpoint, { ...args, [name]: value }),
        `${name} ${JSON.stringify(value)}`,
      ).toMatchObject({ status: 400, code: 'BAD_REQUEST', message: expect.stringContaining(name) })
})
