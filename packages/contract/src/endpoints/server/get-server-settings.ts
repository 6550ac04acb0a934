import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getServerSettings = endpoint({
  id: 'get-server-settings',
  method: 'GET',
  path: '/server_settings',
  role: 'anyone',
  summary: 'Learn what a client needs to know before signing in.',
  doc: 'Answers without authentication: versions, how people sign in, and what the organization is called.',
  params: {},
  returns: {
    authentication_methods: field(
      z.record(z.string(), z.boolean()),
      'Each way to sign in, and whether it is switched on.',
    ),
    external_authentication_methods: field(
      z.array(
        z.strictObject({
          name: field(z.string(), 'Identifies the service.'),
          display_name: field(z.string(), 'Name to show.'),
          display_icon: field(z.string().nullable(), 'Address of its picture; null for none.'),
          login_url: field(z.string(), 'Where signing in begins, below the address of the server.'),
          signup_url: field(z.string(), 'Where signing up begins, below the address of the server.'),
        }),
      ),
      'Ways to sign in that go over another service.',
    ),
    zulip_feature_level: field(z.int(), 'Feature level of the API.', { since: 1 }),
    zulip_version: field(z.string(), 'Version of the API that the feature level belongs to.'),
    zulip_merge_base: field(z.string(), 'The same as `zulip_version`.', { since: 88 }),
    push_notifications_enabled: field(z.boolean(), 'Whether mobile notifications can be sent.'),
    is_incompatible: field(z.boolean(), 'True when the client that asks is too old.'),
    email_auth_enabled: field(z.boolean(), 'Whether people sign in with email address and password.'),
    require_email_format_usernames: field(z.boolean(), 'Whether user names are email addresses.'),
    realm_url: field(z.string(), 'Address of the organization.', { since: 257 }),
    realm_uri: field(z.string(), 'The same as `realm_url`.', { deprecated: 257 }),
    realm_name: field(z.string(), 'Name of the organization.'),
    realm_icon: field(z.string(), 'Address of the organization’s icon.'),
    realm_description: field(z.string(), 'HTML that describes the organization.'),
    realm_web_public_access_enabled: field(
      z.boolean(),
      'Whether there are web-public channels, and the organization allows them.',
      { since: 116 },
    ),
  },
  example: {
    request: {},
    response: {
      zulip_feature_level: 507,
      realm_name: 'Analytical Engine',
      realm_url: 'http://localhost:9991',
      email_auth_enabled: true,
    },
  },
})
