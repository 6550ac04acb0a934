import type { Config } from '#config/config.ts'

// Place for single sign-on: its methods belong into this table, their entries into `external_authentication_methods` of
// GET /server_settings, and a page below /accounts/login hands the key to the app by `mobile_flow_otp`.

/** Ways to sign in, by their names in GET /server_settings, and whether each is switched on. */
export const authenticationMethods = (config: Pick<Config, 'ldap'>): Record<string, boolean> => ({
  password: true,
  email: true,
  ldap: config.ldap !== undefined,
  dev: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  google: false,
  apple: false,
  saml: false,
  'openid connect': false,
  discord: false,
})
