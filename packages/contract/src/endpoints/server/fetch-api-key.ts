import * as z from 'zod'
import { endpoint, field, text } from '../../define.ts'
import { limits } from '../../limits.ts'
import { textUpTo } from '../../primitives.ts'

export const fetchApiKey = endpoint({
  id: 'fetch-api-key',
  method: 'POST',
  path: '/fetch_api_key',
  role: 'anyone',
  scope: 'any',
  limit: 'password_guess',
  summary: 'Exchange a user name and a password for an API key.',
  doc: 'Works if sign-in by password or LDAP is switched on. The server limits wrong passwords in three ways: for the account from one network, for the address they come from, and for the account from all networks that its owner has not signed in from. Right passwords are not counted. An account with a [second factor](second-factors) needs a code too: a parameter of Tagma, which Zulip does not have.',
  params: {
    username: text(
      textUpTo(limits.maxUsernameLength),
      'Usually an email address. See `require_email_format_usernames` of GET /server_settings.',
    ),
    password: text(textUpTo(limits.triedPasswordMaxLength), 'The password. Read from the body only.', {
      secret: true,
    }),
    code: text(
      z.string().optional(),
      'The code of the person’s authenticator app, or a recovery code. Needed if the account has set up a second factor.',
      { secret: true },
    ),
  },
  returns: {
    api_key: field(z.string(), 'The key to authenticate with.'),
    email: field(z.string(), 'The email address to authenticate with.'),
    user_id: field(z.int(), 'Id of the user.', { since: 171 }),
  },
  errors: [
    {
      code: 'AUTHENTICATION_FAILED',
      when: 'User name or password is wrong, or the account has a second factor and the code is missing or wrong.',
    },
    { code: 'USER_DEACTIVATED', when: 'The password is right, but the account is deactivated.' },
    { code: 'PASSWORD_AUTH_DISABLED', when: 'The organization does not allow sign-in by password.' },
  ],
  example: {
    request: { username: 'iris@example.com', password: 'correct horse battery' },
    response: { api_key: 'gjA04ZYcqXKalvYMA8OeXSfzUOLrtbZv', email: 'iris@example.com', user_id: 10 },
  },
})
