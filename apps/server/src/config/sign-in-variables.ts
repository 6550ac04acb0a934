import type { Variable } from './variable.ts'

/** The variables of services that sign people in, and of LDAP. In a name, `*` stands for the name of a service. */
export const signInVariables = [
  {
    name: 'TAGMA_SIGN_IN_*_KIND',
    initial: '',
    meaning:
      'A service that people sign in with by OpenID Connect: oidc, google, entra, gitlab, keycloak, authentik or okta; or github; or apple; or saml for SAML 2.0. In the names of its variables, a name of capital letters and digits that you choose stands for the *, such as CORP. At the service, register the address of the organization with /complete/ and that name in small letters, such as https://chat.example.com/complete/corp/.',
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
      'Issuer of the service, letter by letter as in its document /.well-known/openid-configuration. google, entra, gitlab.com, github.com and apple need none. For GitHub Enterprise Server, its address without a slash at the end.',
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
    name: 'TAGMA_SIGN_IN_*_TEAM_ID',
    initial: '',
    meaning: 'For apple: the id of your team at Apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_KEY_ID',
    initial: '',
    meaning: 'For apple: the id of the key for Sign in with Apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_KEY_FILE',
    initial: '',
    meaning: 'For apple: the file with that key, AuthKey_….p8. It stands in place of a client’s secret.',
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
    name: 'TAGMA_SIGN_IN_*_LINK',
    initial: 'ask',
    meaning:
      'Accounts that have the address of somebody who signs in for the first time. ask: the person proves once that the account is theirs. verified-email: they need no proof if the address counts as verified, unless they are an owner or administrator or have a second step.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_EMAIL_SYNC',
    initial: 'off',
    meaning:
      'on: when the address of a person at the service has changed, their account gets it at the next sign-in, if it counts as verified, is free and may join the organization. The former address gets a mail.',
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
      'Groups at the service, with commas between them; only people in one of them may sign in. The service has to name the groups in the claim; who comes without it is refused. For github, organizations (acme) and teams (acme/designers). Not for apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_SECOND_FACTOR',
    initial: 'ask',
    meaning:
      'ask: whoever has set up a second factor here is asked for it after the service too. trusted: the service asks for second factors itself, and nobody is asked again. claim: nobody is asked again if the service says of the sign-in that it had one: by amr with mfa, otp or hwk, or by ACR.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ACR',
    initial: '',
    meaning:
      'For SECOND_FACTOR=claim: values of the claim acr, or classes of SAML (AuthnContextClassRef), that stand for a second factor. Services of OpenID Connect are asked for them.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_LOGOUT_AT_PROVIDER',
    initial: 'off',
    meaning:
      'on: whoever came by the service and signs out here is led to it, and asked there whether to sign out too. Register the address of the organization with /login/ as an address to come back to; for saml, set SP_KEY_FILE. Not for github and apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_GROUPS_CLAIM',
    initial: 'groups',
    meaning:
      'Claim that names the groups of a person. Names with dots between them go down, such as realm_access.roles.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_GROUPS',
    initial: '',
    meaning:
      'Groups to follow at each sign-in, such as eng=Engineering, sales-*=*: their names at the service, and here. They are made here, and only the service decides who is in them. * at the end means all that begin so; * alone keeps the name. *=* takes all, and needs GROUPS_ALLOW. For github, organizations (acme) and teams (acme/designers). Not for apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_GROUPS_ALLOW',
    initial: '',
    meaning:
      'Regular expression of RE2 for names at the service: GROUPS follows only those that it matches as a whole.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_GROUPS_DENY',
    initial: '',
    meaning:
      'Regular expression of RE2 for names at the service: GROUPS never follows those that it matches as a whole.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ROLES',
    initial: '',
    meaning:
      'Roles that groups at the service give at each sign-in, such as tagma-admins=administrator, contractors=guest. The highest counts. These groups are no groups here. Owners keep their role, unless OWNERS is on. Not for apple.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_OWNERS',
    initial: 'off',
    meaning: 'on: ROLES may make owners, and may take the role from owners. The only owner always stays one.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_METADATA_FILE',
    initial: '',
    meaning: 'For saml: file with the metadata of the service. It is read again every hour.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_METADATA_URL',
    initial: '',
    meaning:
      'For saml, instead of a file: https address of the metadata of the service. It is read every hour; while it cannot be, what it said before counts.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ATTRIBUTES',
    initial: '',
    meaning:
      'For saml: names of attributes, such as id=employeeNumber, email=mail, groups=memberOf; also name, first_name and last_name. The usual names are known without it.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_ALLOW_UNSOLICITED',
    initial: 'off',
    meaning:
      'For saml: on lets people begin at the service. Then they are asked here whether they want to sign in, because another site could have sent them.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_SP_KEY_FILE',
    initial: '',
    meaning:
      'For saml: file with a private key as PEM. With it, requests are signed, and the service may encrypt its answers.',
  },
  {
    name: 'TAGMA_SIGN_IN_*_SP_CERT_FILE',
    initial: '',
    meaning:
      'For saml: file with the certificate of that key as PEM, which the metadata of this server shows.',
  },
  {
    name: 'TAGMA_JWT_KEY',
    initial: '',
    meaning:
      'Key of a service whose JSON Web Tokens sign people in: a secret of at least 32 bytes, or a public key as PEM. The claim email names the account, exp ends the token within ten minutes, and a jti counts once.',
    isSecret: true,
  },
  {
    name: 'TAGMA_JWT_ALGORITHMS',
    initial: '',
    meaning: 'Algorithms of these tokens, such as HS256 or ES256. There is no default.',
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
    name: 'TAGMA_LDAP_ID_ATTRIBUTE',
    initial: 'entryUUID',
    meaning:
      'LDAP attribute with the id of an entry, which ties it to an account whatever name and address it has: entryUUID in OpenLDAP, objectGUID in Active Directory.',
  },
  {
    name: 'TAGMA_LDAP_EMAIL_ATTRIBUTE',
    initial: 'mail',
    meaning:
      'LDAP attribute with a user’s email address, for accounts made at the first sign-in. Whoever has an account with it already proves once that it is theirs.',
  },
  {
    name: 'TAGMA_LDAP_NAME_ATTRIBUTE',
    initial: 'cn',
    meaning: 'LDAP attribute with a user’s full name. Accounts follow it.',
  },
  {
    name: 'TAGMA_LDAP_SYNC_MINUTES',
    initial: '60',
    meaning:
      'Minutes between two looks at who is in LDAP. Whoever is gone, or is not found by the filter any more, at two looks in a row is deactivated; whoever comes back is let in again. Never more than a tenth at once: then `tagma ldap sync --force` is needed. 0 never looks.',
  },
  {
    name: 'TAGMA_LDAP_GROUPS_ATTRIBUTE',
    initial: '',
    meaning: 'LDAP attribute with the groups of a person, such as memberOf; empty follows none.',
  },
  {
    name: 'TAGMA_LDAP_GROUPS',
    initial: '',
    meaning:
      'Groups to follow, such as eng=Engineering, sales-*=*: their names in LDAP, and here. They are made here, and only LDAP decides who is in them. * at the end means all that begin so; * alone keeps the name.',
  },
] as const satisfies readonly Variable[]
