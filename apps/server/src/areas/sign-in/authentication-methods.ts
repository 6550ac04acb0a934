import type { Config } from '#config/config.ts'

// Single sign-on has its place here: its methods in this table, their entries in `external_authentication_methods` of
// GET /server_settings, and a page below /accounts/login that hands the key to the app by `mobile_flow_otp`.

/** Each way to sign in, by the name that GET /server_settings has for it, and whether it is switched on. */
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
