import { initialRateLimits } from './values.ts'

interface Variable {
  readonly name: string
  readonly meaning: string
  readonly initial: string
  readonly isSecret?: true
}

/** Every environment variable that the server reads: the source of `tagma config` and of the documentation. */
export const variables = [
  {
    name: 'TAGMA_DATA_DIR',
    initial: './data',
    meaning: 'Folder of the database, uploads and everything else that is kept.',
  },
  { name: 'TAGMA_HOST', initial: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 for all.' },
  { name: 'TAGMA_PORT', initial: '9991', meaning: 'Port of the chat server.' },
  { name: 'TAGMA_SITE_PORT', initial: '9992', meaning: 'Port of the website; 0 serves none.' },
  {
    name: 'TAGMA_PUBLIC_URL',
    initial: '',
    meaning:
      'Address under which people reach the server, such as https://chat.example.com. By default http://localhost and the port.',
  },
  {
    name: 'TAGMA_SITE_URL',
    initial: '',
    meaning:
      'Address under which people reach the website, such as https://www.example.com. By default the one that they asked for.',
  },
  {
    name: 'TAGMA_PROXIES',
    initial: '',
    meaning:
      'Proxies on other machines that are believed about where a request comes from (X-Forwarded-For): addresses and networks, such as 10.0.0.5,10.1.0.0/16. Those on this machine are always believed.',
  },
  {
    name: 'TAGMA_ORGANIZATION_NAME',
    initial: 'Tagma',
    meaning: 'Name of the first organization. Used once, when the data is new.',
  },
  {
    name: 'TAGMA_OWNER_EMAIL',
    initial: '',
    meaning:
      'Email address of the first owner. Used once, when the data is new; without it, a link to a set-up page is printed.',
  },
  {
    name: 'TAGMA_OWNER_PASSWORD',
    initial: '',
    meaning: 'Password of the first owner, at least 12 characters. Used once, when the data is new.',
    isSecret: true,
  },
  {
    name: 'TAGMA_OWNER_NAME',
    initial: 'Owner',
    meaning: 'Name of the first owner. Used once, when the data is new.',
  },
  {
    name: 'DATABASE_URL',
    initial: '',
    meaning:
      'PostgreSQL 15 or later instead of the embedded database, such as postgres://tagma@localhost/tagma.',
    isSecret: true,
  },
  {
    name: 'NATS_URL',
    initial: '',
    meaning:
      'NATS server that several processes on one PostgreSQL wake each other by, such as nats://localhost:4222.',
    isSecret: true,
  },
  {
    name: 'TAGMA_RATE_LIMITS',
    initial: Object.entries(initialRateLimits)
      .map(([name, { calls, seconds }]) => `${name}=${calls}/${seconds}`)
      .join(','),
    meaning:
      'How many calls are allowed in how many seconds: `off`, or entries such as all=300/60; what is not named keeps its default. Counted are all calls and messages of each user (all, send_message), calls without an account from each address (anonymous), wrong passwords for each account from one network (password_guess), from each address for any account (password_guess_address) and for each account from all networks that its owner does not sign in from (password_guess_account), calls with wrong credentials from each address (wrong_key), requests from each address for the pages behind links with a secret (page) and for pictures that are drawn for people without one (drawn_avatar), accounts made from each address (sign_up), and mails sent to each address by people without an account, and new email addresses that each user asks for (send_mail).',
  },
  {
    name: 'CAN_ACCESS_ALL_USERS_GROUP_LIMITS_PRESENCE',
    initial: 'on',
    meaning:
      'Whether guests who may not see all users learn the presence of those they may see only: on or off. With off they learn everybody’s, under made-up addresses where they may not see somebody.',
  },
  {
    name: 'TAGMA_MAX_UPLOAD_MIB',
    initial: '100',
    meaning: 'The largest file that can be uploaded, in MiB.',
  },
  {
    name: 'TAGMA_UPLOAD_QUOTA_MIB',
    initial: '',
    meaning:
      'What all uploads of an organization may take up together, in MiB. Without it there is no limit.',
  },
  {
    name: 'TAGMA_EXTERNAL_MEDIA',
    initial: 'on',
    meaning:
      'Whether pictures and films of other servers are shown in messages, loaded by this server so that the others learn nothing of the readers: on or off. It loads from public addresses only.',
  },
  {
    name: 'TAGMA_SMTP_URL',
    initial: '',
    meaning:
      'Mail server, such as smtp://user:password@mail.example.com:587. Without it, mail is put into the folder `mail` of the data.',
    isSecret: true,
  },
  {
    name: 'TAGMA_MAIL_FROM',
    initial: '',
    meaning:
      'Sender of mail, such as "Tagma <chat@example.com>". By default noreply@ and the name of the server.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_PORT',
    initial: '0',
    meaning: 'Port on which mail to channels is received by SMTP; 0 receives none.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_DOMAIN',
    initial: '',
    meaning:
      'What stands behind the @ in the addresses of channels, such as chat.example.com. Belongs to TAGMA_INCOMING_MAIL_PORT.',
  },
  {
    name: 'TAGMA_INCOMING_MAIL_HOST',
    initial: '',
    meaning: 'Address to listen on for mail; 0.0.0.0 for all. By default TAGMA_HOST.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_URL',
    initial: '',
    meaning:
      'Relay that brings mobile notifications to phones, such as https://push.example.com. Without it and without TAGMA_APNS_KEY_FILE or TAGMA_FCM_ACCOUNT_FILE there are none.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_ID',
    initial: '',
    meaning: 'What the relay knows this server by, often a UUID.',
  },
  {
    name: 'TAGMA_PUSH_RELAY_KEY',
    initial: '',
    meaning: 'The secret that belongs to TAGMA_PUSH_RELAY_ID.',
    isSecret: true,
  },
  {
    name: 'TAGMA_PUSH_TIMEOUT_SECONDS',
    initial: '10',
    meaning: 'Seconds that a relay or push service may take to answer.',
  },
  {
    name: 'TAGMA_PUSH_PRIVATE_KEY',
    initial: '',
    meaning:
      'Without a relay: the X25519 secret key, base64 of 32 bytes, whose public key apps of your own encrypt their registrations for.',
    isSecret: true,
  },
  {
    name: 'TAGMA_APNS_KEY_FILE',
    initial: '',
    meaning: 'Without a relay: file with the signing key (.p8) for Apple’s push service.',
  },
  { name: 'TAGMA_APNS_KEY_ID', initial: '', meaning: 'Id of the key in TAGMA_APNS_KEY_FILE.' },
  { name: 'TAGMA_APNS_TEAM_ID', initial: '', meaning: 'Id of the team that the Apple key belongs to.' },
  {
    name: 'TAGMA_APNS_URL',
    initial: 'https://api.push.apple.com',
    meaning: 'Address of Apple’s push service; https://api.sandbox.push.apple.com for apps in development.',
  },
  {
    name: 'TAGMA_FCM_ACCOUNT_FILE',
    initial: '',
    meaning: 'Without a relay: file with the service account (JSON) for Firebase Cloud Messaging.',
  },
  {
    name: 'TAGMA_FCM_URL',
    initial: 'https://fcm.googleapis.com',
    meaning: 'Address of Firebase Cloud Messaging.',
  },
  {
    name: 'INVITATION_LINK_VALIDITY_MINUTES',
    initial: '14400',
    meaning: 'Minutes that an invitation is good for when its maker says nothing.',
  },
  {
    name: 'MIN_DEACTIVATED_REALM_DELETION_DAYS',
    initial: '14',
    meaning:
      'Fewest days between deactivating an organization and deleting its data; `none` also allows deleting at once.',
  },
  {
    name: 'MAX_DEACTIVATED_REALM_DELETION_DAYS',
    initial: 'none',
    meaning:
      'Most days between deactivating an organization and deleting its data; `none` also allows keeping it for ever.',
  },
  {
    name: 'TAGMA_LDAP_URL',
    initial: '',
    meaning:
      'LDAP server that people sign in with, such as ldap://ldap.example.com or ldaps://…. Who signs in with it has no password of Tagma and changes theirs there.',
  },
  {
    name: 'TAGMA_LDAP_START_TLS',
    initial: 'off',
    meaning: '`on` encrypts an ldap:// connection before anything is sent over it.',
  },
  {
    name: 'TAGMA_LDAP_BIND_DN',
    initial: '',
    meaning: 'Who looks users up in LDAP, such as cn=reader,dc=example,dc=com; empty for anonymously.',
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
    meaning: 'Where users are looked for, such as ou=people,dc=example,dc=com.',
  },
  {
    name: 'TAGMA_LDAP_FILTER',
    initial: '(uid={username})',
    meaning: 'LDAP filter that finds a user; {username} stands for what they typed.',
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
  {
    name: 'GIPHY_API_KEY',
    initial: '',
    meaning: 'Key with which clients offer GIFs from GIPHY; they all get to know it.',
  },
  {
    name: 'TENOR_API_KEY',
    initial: '',
    meaning: 'Key with which clients offer GIFs from Tenor; they all get to know it.',
  },
  {
    name: 'KLIPY_API_KEY',
    initial: '',
    meaning: 'Key with which clients offer GIFs from KLIPY; they all get to know it.',
  },
  {
    name: 'WEB_PUBLIC_STREAMS_ENABLED',
    initial: 'on',
    meaning:
      'Whether organizations may have channels that people without an account can read: on or off. Each organization decides for itself by `enable_spectator_access`.',
  },
  {
    name: 'TAGMA_METRICS_PORT',
    initial: '0',
    meaning: 'Port of http://127.0.0.1/metrics, which tells Prometheus how the process fares; 0 serves none.',
  },
  {
    name: 'TAGMA_LOG',
    initial: 'info',
    meaning: `What is logged: ${['silent', 'error', 'warn', 'info', 'debug'].join(', ')}.`,
  },
] as const satisfies readonly Variable[]

export type VariableName = (typeof variables)[number]['name']

/** Reads a variable; its initial value where it is not set. */
export type ReadVariable = (name: VariableName) => string
