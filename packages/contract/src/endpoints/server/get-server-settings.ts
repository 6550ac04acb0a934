import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getServerSettings = endpoint({
  id: 'get-server-settings',
  method: 'GET',
  path: '/server_settings',
  role: 'anyone',
  scope: 'any',
  summary: 'Fetch the settings that a client needs before sign-in.',
  doc: 'Needs no authentication. The answer holds versions, the sign-in methods and the organization’s name.',
  params: {},
  returns: {
    authentication_methods: field(
      z.record(z.string(), z.boolean()),
      'The sign-in methods; each says if it is switched on.',
    ),
    external_authentication_methods: field(
      z.array(
        z.strictObject({
          name: field(z.string(), 'Identifies the service.'),
          display_name: field(z.string(), 'Name to show.'),
          display_icon: field(z.string().nullable(), 'Address of the method’s picture; null without one.'),
          login_url: field(z.string(), 'Where sign-in begins, below the address of the server.'),
          signup_url: field(z.string(), 'Where sign-up begins, below the address of the server.'),
        }),
      ),
      'The sign-in methods that use another service.',
    ),
    zulip_feature_level: field(z.int(), 'Feature level of the API.', { since: 1 }),
    zulip_version: field(z.string(), 'The version of the API that the feature level belongs to.'),
    zulip_merge_base: field(z.string(), 'The same as `zulip_version`.', { since: 88 }),
    push_notifications_enabled: field(z.boolean(), 'Whether mobile notifications can be sent.'),
    is_incompatible: field(z.boolean(), 'True if the client is too old.'),
    email_auth_enabled: field(z.boolean(), 'Whether people can sign in with email address and password.'),
    require_email_format_usernames: field(z.boolean(), 'Whether user names are email addresses.'),
    realm_url: field(z.string(), 'Address of the organization.', { since: 257 }),
    realm_uri: field(z.string(), 'The same as `realm_url`.', { deprecated: 257 }),
    realm_name: field(z.string(), 'Name of the organization.'),
    realm_icon: field(z.string(), 'Address of the organization’s icon.'),
    realm_description: field(z.string(), 'HTML that describes the organization.'),
    realm_web_public_access_enabled: field(
      z.boolean(),
      'Whether the server and the organization allow web-public channels.',
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
