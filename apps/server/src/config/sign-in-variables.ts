import type { Variable } from './variable.ts'

/** The variables of services that sign people in, and of LDAP. In a name, `*` stands for the name of a service. */
export const signInVariables = [
  {
    name: 'TAGMA_SIGN_IN_*_KIND',
    initial: '',
    meaning:
      'A service that people sign in with by OpenID Connect: oidc, google, entra, gitlab, keycloak, authentik or okta; or github. In the names of its variables, a name of capital letters and digits that you choose stands for the *, such as CORP. At the service, register the address of the organization with /complete/ and that name in small letters, such as https://chat.example.com/complete/corp/.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_LABEL',
    initial: '',
    meaning: 'Name of the service on its button.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ICON_URL',
    initial: '',
    meaning: 'Address of a picture that apps show on its button.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ISSUER',
    initial: '',
    meaning:
      'Issuer of the service, letter by letter as in its document /.well-known/openid-configuration. google, entra, gitlab.com and github.com need none. For GitHub Enterprise Server, its address without a slash at the end.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_TENANT',
    initial: '',
    meaning: 'For entra: the id of the directory.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_CLIENT_ID',
    initial: '',
    meaning: 'Id that the service gave to this server.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_CLIENT_SECRET',
    initial: '',
    meaning: 'Secret that belongs to the id.',
    isSecret: true,
  },
  {
    name: 'TAGMA_SIGN_IN_*_SCOPES',
    initial: '',
    meaning: 'Scopes to ask for beside openid, email and profile.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ORGANIZATIONS',
    initial: '',
    meaning:
      'Subdomains of the organizations that may use the service; - stands for the organization without one. Empty: all may.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_DOMAINS',
    initial: '',
    meaning:
      'Domains whose addresses the service gives out, such as example.com. For google, only people of these domains may sign in.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_TRUST_EMAIL',
    initial: 'off',
    meaning:
      'on: an address in the domains counts as verified although the service does not say so. Only for services in which people cannot write their own address.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_CREATE',
    initial: 'invited',
    meaning:
      'Accounts for people who sign in for the first time. on: everybody gets one. invited: everybody does where the organization asks for no invitation. off: nobody does.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_REQUIRED_GROUPS',
    initial: '',
    meaning:
      'Groups at the service, with commas between them; only people in one of them may sign in. The service has to name the groups in the claim; who comes without it is refused. Not for github.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_SECOND_FACTOR',
    initial: 'ask',
    meaning:
      'ask: whoever has set up a second factor here is asked for it after the service too. trusted: the service asks for second factors itself, and nobody is asked again.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_GROUPS_CLAIM',
    initial: 'groups',
    meaning:
      'Claim that names the groups of a person. Names with dots between them go down, such as realm_access.roles.',
  },
  {
    name: 'TAGMA_LDAP_URL',
    initial: '',
    meaning:
      'LDAP server that people sign in with, such as ldap://ldap.example.com or ldaps://…. Their passwords are kept and changed there, not in Tagma.',
  },
  {
    name: 'TAGMA_LDAP_START_TLS',
    initial: 'off',
    meaning: '`on` encrypts an ldap:// connection before anything is sent over it.',
  },
  {
    name: 'TAGMA_LDAP_BIND_DN',
    initial: '',
    meaning:
      'Account that looks users up in LDAP, such as cn=reader,dc=example,dc=com; empty looks them up anonymously.',
  },
  {
    name: 'TAGMA_LDAP_BIND_PASSWORD',
    initial: '',
    meaning: 'Password of TAGMA_LDAP_BIND_DN.',
    isSecret: true,
  },
  {
    name: 'TAGMA_LDAP_BASE',
    initial: '',
    meaning: 'LDAP entry below which users are looked for, such as ou=people,dc=example,dc=com.',
  },
  {
    name: 'TAGMA_LDAP_FILTER',
    initial: '(uid={username})',
    meaning: 'LDAP filter that finds a user; {username} stands for the name that they typed.',
  },
  {
    name: 'TAGMA_LDAP_EMAIL_ATTRIBUTE',
    initial: 'mail',
    meaning: 'LDAP attribute with a user’s email address, which ties them to their account.',
  },
  {
    name: 'TAGMA_LDAP_NAME_ATTRIBUTE',
    initial: 'cn',
    meaning: 'LDAP attribute with a user’s full name, for accounts made at the first sign-in.',
  },
] as const satisfies readonly Variable[]
