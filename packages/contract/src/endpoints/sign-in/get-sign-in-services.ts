import * as z from 'zod'
import { endpoint, field } from '../../define.ts'

export const getSignInServices = endpoint({
  id: 'get-sign-in-services',
  method: 'GET',
  path: '/tagma/sign_in_services',
  session: true,
  role: 'owner',
  scope: 'none',
  bots: false,
  summary: 'Fetch the ways of signing in.',
  doc: 'Lists the [services](sign-in) that people of the organization sign in with, with the addresses to register there and the last trouble of each. An endpoint of Tagma; Zulip has none for this.',
  params: {},
  returns: {
    ldap: field(z.boolean(), 'Whether people sign in with the password of an LDAP directory.'),
    mail: field(
      z.boolean(),
      'Whether the server has a mail server. Without one, nobody can prove an address, so people cannot make an account without an invitation.',
    ),
    jwt: field(z.boolean(), 'Whether signed tokens of a service of your own are taken.'),
    services: field(
      z.array(
        z.strictObject({
          name: field(z.string(), 'Name in the settings, in small letters.'),
          kind: field(z.string(), 'Kind in the settings, such as `entra`.'),
          label: field(z.string(), 'Name for people.'),
          issuer: field(z.string(), 'Issuer, or entity id; empty where the metadata of SAML names it.'),
          answer_url: field(z.string(), 'Address that the service leads people back to.'),
          metadata_url: field(
            z.string().nullable(),
            'Address of the metadata of this server, which is its entity id too. `null` for services without SAML.',
          ),
          sign_out_url: field(
            z.string(),
            'Address that takes sign-outs: by Back-Channel Logout, or by SAML.',
          ),
          try_url: field(
            z.string(),
            'Address that shows to an owner who is signed in what the service says of them. It changes nothing.',
          ),
          accounts: field(z.int(), 'Accounts that are linked to it.'),
          used_at: field(
            z.int().nullable(),
            'Time of the last sign-in by it, in UNIX seconds. `null`: there was none.',
          ),
          trouble: field(
            z
              .strictObject({
                code: field(z.string(), 'Code that the page named.'),
                text: field(z.string(), 'The sentence of the page, in the caller’s language.'),
                detail: field(z.string(), 'The reason, where the answer was not in order; otherwise empty.'),
                timestamp: field(z.int(), 'UNIX seconds.'),
              })
              .nullable(),
            'The last sign-in that did not succeed; `null`: there was none.',
          ),
          verifies: field(
            z.boolean(),
            'False where the service has verified no address in its last 20 sign-ins, and the settings do not trust it, so that nobody new gets an account by it.',
          ),
        }),
      ),
      'In the order of their names.',
    ),
  },
  errors: [],
  example: {
    request: {},
    response: {
      ldap: false,
      mail: true,
      jwt: false,
      services: [
        {
          name: 'corp',
          kind: 'keycloak',
          label: 'Example Corp',
          issuer: 'https://id.example.com/realms/example',
          answer_url: 'https://chat.example.com/complete/corp/',
          metadata_url: null,
          sign_out_url: 'https://chat.example.com/backchannel-logout/corp',
          try_url: 'https://chat.example.com/accounts/login/try/corp',
          accounts: 12,
          used_at: 1767690000,
          trouble: {
            code: 'S-0-invalid',
            text: 'The answer of Example Corp was not in order, so nobody was signed in.',
            detail: 'unexpected JWT claim value encountered',
            timestamp: 1767603600,
          },
          verifies: true,
        },
      ],
    },
  },
})
